/** Groups of the list of calls, by week or by company, with their names. */

import { monthNames } from '#contract/api/month-names.ts'
import type { CallGroup } from '#contract/api/calls.ts'
import { dateFormat } from '../format/date-format.svelte.ts'
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

/**
 * A week by its working days, `10 to 14 November`; with a call at the weekend by all of its days, `10 to 16 November`; with the year when
 * it is not this one.
 */
export function weekName({ week, weekend }: Pick<CallGroup, 'week' | 'weekend'>, now: number): string {
  if (week === null) return 'No date'
  const begins = new Date(`${week}T00:00:00Z`)
  const first = weekend ? begins : new Date(begins.getTime() + ((8 - begins.getUTCDay()) % 7) * aDay)
  const last = new Date(first.getTime() + (weekend ? 6 : 4) * aDay)
  if (dateFormat() === 'year-first') return `${isoDay(first)} to ${isoDay(last)}`
  const isThisYear = last.getUTCFullYear() === new Date(now).getFullYear()
  const isOneYear = first.getUTCFullYear() === last.getUTCFullYear()
  const isOneMonth = isOneYear && first.getUTCMonth() === last.getUTCMonth()
  const isMonthFirst = dateFormat() === 'month-first'
  const text = (date: Date, part: { readonly month: boolean; readonly year: boolean }) => {
    const day = date.getUTCDate()
    const month = part.month ? (monthNames[date.getUTCMonth()] ?? '') : ''
    const named = (isMonthFirst ? [month, day] : [day, month]).filter((each) => each !== '').join(' ')
    return part.year ? `${named}${isMonthFirst ? ',' : ''} ${date.getUTCFullYear()}` : named
  }
  const from = text(first, { month: !isOneMonth || isMonthFirst, year: !isOneYear })
  const to = text(last, { month: !isOneMonth || !isMonthFirst, year: !(isThisYear && isOneYear) })
  return `${from} to ${to}`
}

const aDay = 86_400_000

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}
