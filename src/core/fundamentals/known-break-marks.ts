/** Matches tie-out breaks with those that the user marked as known. */

import type { BreakMark } from '#contract/api/financials.ts'

/** A break by its check, its period and the figures in it. */
export type BreakName = Pick<BreakMark, 'edition' | 'quarter' | 'year' | 'endPeriod' | 'check' | 'figures'>

export function breakKey({ figures, ...of }: BreakName): string {
  return `${checkKey(of)}|${figures}`
}

export function checkKey({ edition, quarter, year, endPeriod, check }: Omit<BreakName, 'figures'>): string {
  return [edition, quarter, year, endPeriod, check].join('|')
}

/** The breaks of one company that the user marked as known. */
export class KnownBreaksOfCompany {
  readonly #byBreak: ReadonlyMap<string, BreakMark>
  /** The latest mark of a check, whatever its figures were. */
  readonly #byCheck: ReadonlyMap<string, BreakMark>

  /** @param marks oldest first */
  constructor(marks: readonly BreakMark[]) {
    this.#byBreak = new Map(marks.map((mark) => [breakKey(mark), mark]))
    this.#byCheck = new Map(marks.map((mark) => [checkKey(mark), mark]))
  }

  get size(): number {
    return this.#byBreak.size
  }

  get(key: string): BreakMark | undefined {
    return this.#byBreak.get(key)
  }

  /** A mark of the same check that was made when its figures were others. */
  lapsed(of: Omit<BreakName, 'figures'>): BreakMark | undefined {
    return this.#byCheck.get(checkKey(of))
  }
}

export const noKnownBreaks = new KnownBreaksOfCompany([])
