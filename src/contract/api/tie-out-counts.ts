/** Counts the periods whose tie-outs hold, and those whose breaks are all marked as known. */

import type { Period } from './financials.ts'

export interface TyingPeriods {
  readonly tie: number
  /** Periods in which every break is marked as known. */
  readonly known: number
  /** Periods with at least one tie-out that could be checked. */
  readonly of: number
  readonly unchecked: number
}

/** How many of the periods that could be checked tie in everything or have known breaks only, and how many could not be checked at all. */
export function tyingPeriods(periods: readonly Period[]): TyingPeriods {
  const reported = periods.filter(({ kind }) => kind !== 'ltm')
  const checked = reported.filter((period) => period.checked)
  const unbroken = checked.filter(({ breaks }) => breaks.length === 0)
  const tie = unbroken.filter(({ knownBreaks }) => knownBreaks.length === 0).length
  return {
    tie,
    known: unbroken.length - tie,
    of: checked.length,
    unchecked: reported.length - checked.length,
  }
}
