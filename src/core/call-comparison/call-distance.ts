/** How far two calls lie apart, by which the periods that both name are compared. */

import type { CallEntry } from '#contract/api/calls.ts'

export type CallTime = Pick<CallEntry, 'quarter' | 'startedAt'>

/** From the earlier call to the later. */
export interface CallDistance {
  /** Of the quarters that the calls are on; else by the days between them. */
  readonly quarters: number
  /** Between the fiscal years that the calls are on; null: not known. */
  readonly fiscalYears: number | null
}

/** Milliseconds; a quarter of a mean year. */
const aQuarter = 365.25 * (86_400_000 / 4)

/** Null: neither the quarters nor the dates of both calls are known. */
export function distanceBetween(earlier: CallTime, later: CallTime): CallDistance | null {
  if (earlier.quarter && later.quarter) {
    const fiscalYears = later.quarter.year - earlier.quarter.year
    return { quarters: 4 * fiscalYears + numberOf(later.quarter) - numberOf(earlier.quarter), fiscalYears }
  }
  if (earlier.startedAt === null || later.startedAt === null) return null
  return { quarters: Math.round((later.startedAt - earlier.startedAt) / aQuarter), fiscalYears: null }
}

/** A call on a fiscal year comes when its last quarter ends. */
function numberOf({ quarter }: NonNullable<CallTime['quarter']>): number {
  return quarter === 'FY' ? 4 : Number(quarter.slice(1))
}
