/** Groups the rows of the list of calls: by week, or by company. */

import { daysIntoWeek, type WeekStart } from '#contract/api/date-format.ts'
import type { CallGroup, CallOrder } from '#contract/api/calls.ts'

interface DayCount {
  /** YYYY-MM-DD; null: no date. */
  readonly day: string | null
  readonly calls: number
}

/** Whether a sort order groups the rows: by date in weeks, by symbol in companies. */
export function isGrouped(by: CallOrder['by']): by is 'started' | 'symbol' {
  return by === 'started' || by === 'symbol'
}

/** Days in the order of the list as weeks, across the ends of years. Pure. */
export function weeksOf(days: readonly DayCount[], start: WeekStart): CallGroup[] {
  const weeks: { week: string | null; weekend: boolean; calls: number }[] = []
  for (const { day, calls } of days) {
    const date = day === null ? null : new Date(`${day}T00:00:00Z`)
    const weekend = date !== null && (date.getUTCDay() === 0 || date.getUTCDay() === 6)
    date?.setUTCDate(date.getUTCDate() - daysIntoWeek(date.getUTCDay(), start))
    const week = date?.toISOString().slice(0, 10) ?? null
    const open = weeks.at(-1)
    if (open?.week === week) {
      open.calls += calls
      open.weekend ||= weekend
    } else weeks.push({ week, weekend, calls })
  }
  return weeks.map((each) => ({ ...each, symbol: null, company: null }))
}
