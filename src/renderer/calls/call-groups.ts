/** Groups of the list of calls, by week or by company, with their names. */

import { monthNames } from '#contract/api/month-names.ts'
import type { CallGroup } from '#contract/api/calls.ts'
import type { GroupHeads } from '../ui/row-window.ts'

const groupHeight = 24

/** The row below each group's head. */
export function headsOf(groups: readonly CallGroup[]): GroupHeads {
  const rows: number[] = []
  let row = 0
  for (const { calls } of groups) {
    rows.push(row)
    row += calls
  }
  return { rows, height: groupHeight }
}

/** `10 to 14 November`; with a call at the weekend `10 to 16 November`; with the year when it is not this one. */
export function weekName({ week, weekend }: Pick<CallGroup, 'week' | 'weekend'>, now: number): string {
  if (week === null) return 'No date'
  const first = new Date(`${week}T00:00:00Z`)
  const last = new Date(first.getTime() + (weekend ? 6 : 4) * 86_400_000)
  const [from, to] = [first, last].map((day) => ({
    day: day.getUTCDate(),
    month: monthNames[day.getUTCMonth()] ?? '',
    year: day.getUTCFullYear(),
  })) as [DayOfMonth, DayOfMonth]
  const isThisYear = to.year === new Date(now).getFullYear()
  const end = `${to.day} ${to.month}${isThisYear && from.year === to.year ? '' : ` ${to.year}`}`
  if (from.year !== to.year) return `${from.day} ${from.month} ${from.year} to ${end}`
  return from.month === to.month ? `${from.day} to ${end}` : `${from.day} ${from.month} to ${end}`
}

interface DayOfMonth {
  readonly day: number
  readonly month: string
  readonly year: number
}
