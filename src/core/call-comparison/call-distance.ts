/** How far two calls lie apart, by which the periods that both name are compared. */

import type { CallEntry } from '#contract/api/calls.ts'

export type CallTime = Pick<CallEntry, 'quarter' | 'startedAt'>

/** From the earlier call to the later. */
export interface CallDistance {
  /** Of the quarters that the calls are on; else by the days between them. */
  readonly quarters: number
  /** Fiscal and calendar years, which differ where a fiscal year does not end in December. */
  readonly years: readonly number[]
}

/** Milliseconds; a quarter of a mean year. */
const aQuarter = 365.25 * (86_400_000 / 4)

/** Null: neither the quarters nor the dates of both calls are known. */
export function distanceBetween(earlier: CallTime, later: CallTime): CallDistance | null {
  const dates =
    earlier.startedAt === null || later.startedAt === null
      ? null
      : { earlier: new Date(earlier.startedAt), later: new Date(later.startedAt) }
  const calendarYears = dates ? [dates.later.getUTCFullYear() - dates.earlier.getUTCFullYear()] : []
  if (earlier.quarter && later.quarter) {
    const years = later.quarter.year - earlier.quarter.year
    const quarters = 4 * years + numberOf(later.quarter) - numberOf(earlier.quarter)
    return { quarters, years: [years, ...calendarYears] }
  }
  if (!dates) return null
  return { quarters: Math.round((dates.later.getTime() - dates.earlier.getTime()) / aQuarter), years: calendarYears }
}

/** A call on a fiscal year comes when its last quarter ends. */
function numberOf({ quarter }: NonNullable<CallTime['quarter']>): number {
  return quarter === 'FY' ? 4 : Number(quarter.slice(1))
}
