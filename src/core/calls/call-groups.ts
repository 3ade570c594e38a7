/** Groups the rows of the list of calls: by week, or by company. */

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

/** Days in the order of the list as weeks from Monday to Sunday, across the ends of years. Pure. */
export function weeksOf(days: readonly DayCount[]): CallGroup[] {
  const weeks: { week: string | null; weekend: boolean; calls: number }[] = []
  for (const { day, calls } of days) {
    const week = day === null ? null : mondayOf(day)
    const weekend = day !== null && weekdayOf(day) >= 5
    const open = weeks.at(-1)
    if (open?.week === week) {
      open.calls += calls
      open.weekend ||= weekend
    } else weeks.push({ week, weekend, calls })
  }
  return weeks.map((each) => ({ ...each, symbol: null, company: null }))
}

/** 0: Monday. */
function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - weekdayOf(day))
  return date.toISOString().slice(0, 10)
}
