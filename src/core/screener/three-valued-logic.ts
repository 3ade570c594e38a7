/** Three-valued logic (true, false, unknown) for screens over incomplete data. */

import type { ScreenGroupKind } from '#contract/api/screen-terms.ts'

/** Whether a company meets a condition, ordered so that the minimum of several means all and the maximum means any. */
export const isFalse = 0
export const isUnknown = 1
export const isTrue = 2
export type Truth = typeof isFalse | typeof isUnknown | typeof isTrue

/** One company after another. */
export type Truths = Uint8Array

/**
 * Kleene's logic: all-of is false as soon as one is false, whatever the unknown ones are; any-of is true as soon as one is true.
 * Everybody meets an empty group.
 */
export function groupTruths(kind: ScreenGroupKind, of: readonly Truths[], companies: number): Truths {
  if (of.length === 0) return new Uint8Array(companies).fill(isTrue)
  switch (kind) {
    case 'all':
      return least(of, companies)
    case 'any':
      return most(of, companies)
    case 'none':
      return most(of, companies).map((truth) => isTrue - truth)
    default:
      return kind satisfies never
  }
}

function least(of: readonly Truths[], companies: number): Truths {
  const result = new Uint8Array(companies).fill(isTrue)
  for (const truths of of) {
    for (let at = 0; at < companies; at += 1) {
      const truth = truths[at] ?? isUnknown
      if (truth < (result[at] ?? isUnknown)) result[at] = truth
    }
  }
  return result
}

function most(of: readonly Truths[], companies: number): Truths {
  const result = new Uint8Array(companies)
  for (const truths of of) {
    for (let at = 0; at < companies; at += 1) {
      const truth = truths[at] ?? isUnknown
      if (truth > (result[at] ?? isUnknown)) result[at] = truth
    }
  }
  return result
}

export function countOf(truths: Truths, truth: Truth): number {
  let count = 0
  for (const each of truths) if (each === truth) count += 1
  return count
}
