/** Lowest, highest and median of the current price targets over time, by currency. */

import { targetIsCurrentFor } from '#contract/api/price-target-limits.ts'
import type { RatingOnTimeline, TimelineEntry } from '#contract/api/timeline.ts'
import { medianOf } from '#contract/median.ts'

/** The current targets from one moment to the next step. */
export interface TargetStep {
  readonly at: number
  /** The firms' current targets: lowest, highest, and the median. Null: none is current. */
  readonly low: number | null
  readonly high: number | null
  readonly median: number | null
  readonly firms: number
}

/** The targets in one currency. */
export interface TargetSeries {
  /** Null: not stated. */
  readonly currency: string | null
  readonly steps: readonly TargetStep[]
}

interface Move {
  readonly at: number
  readonly firm: string
  /** Null: it expired, or the firm states its targets in another currency now. */
  readonly amount: number | null
}

function isTarget(entry: TimelineEntry): entry is RatingOnTimeline & { readonly firm: string } {
  return entry.kind === 'rating' && entry.firm !== null && entry.target !== null && entry.target.amount !== null
}

/** The firms that gave a target, by name. */
export function firmsWithTargets(entries: readonly TimelineEntry[]): string[] {
  return [...new Set(entries.filter(isTarget).map(({ firm }) => firm))].toSorted((one, other) =>
    one.localeCompare(other),
  )
}

/** One series for each currency: targets in two currencies are never compared. Entries oldest first. */
export function targetSeries(entries: readonly TimelineEntry[]): TargetSeries[] {
  const moves = new Map<string | null, Move[]>()
  const movesIn = (currency: string | null) => {
    const own = moves.get(currency) ?? []
    moves.set(currency, own)
    return own
  }
  for (const given of Map.groupBy(entries.filter(isTarget), ({ firm }) => firm).values()) {
    for (const [index, { at, firm, target }] of given.entries()) {
      const [currency, amount] = [target?.currency ?? null, target?.amount ?? null]
      const next = given[index + 1]
      movesIn(currency).push({ at, firm, amount })
      const ends = Math.min(at + targetIsCurrentFor, next?.at ?? Number.POSITIVE_INFINITY)
      const isReplaced = next?.at === ends && next.target?.currency === currency
      if (!isReplaced) movesIn(currency).push({ at: ends, firm, amount: null })
    }
  }
  return [...moves].map(([currency, own]) => ({ currency, steps: stepsOf(own) }))
}

function stepsOf(moves: readonly Move[]): TargetStep[] {
  const current = new Map<string, number>()
  // At one moment, ends come before beginnings.
  const ordered = moves.toSorted(
    (one, other) => one.at - other.at || Number(one.amount !== null) - Number(other.amount !== null),
  )
  return ordered.map(({ at, firm, amount }) => {
    if (amount === null) current.delete(firm)
    else current.set(firm, amount)
    const amounts = [...current.values()].toSorted((one, other) => one - other)
    return {
      at,
      low: amounts[0] ?? null,
      high: amounts.at(-1) ?? null,
      median: medianOf(amounts),
      firms: amounts.length,
    }
  })
}

/** The step at a moment; undefined: nothing was stated before it. */
export function stepAt(steps: readonly TargetStep[], at: number): TargetStep | undefined {
  return steps.findLast((step) => step.at <= at)
}

/** One firm's targets, in the order of their days. */
export function targetsOfFirm(entries: readonly TimelineEntry[], firm: string): TargetSeries[] {
  return targetSeries(entries.filter((entry) => entry.kind === 'rating' && entry.firm === firm))
}
