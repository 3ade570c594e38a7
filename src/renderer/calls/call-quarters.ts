/** The calendar quarters by which the list of calls is filtered. */

import type { TimeRange } from '../app/time-range.ts'

/** A calendar quarter as days, both included. */
export interface CalendarQuarter {
  /** `2025-4` */
  readonly key: string
  readonly label: string
  readonly firstDay: string
  readonly lastDay: string
}

/** The most that a menu offers: ten years. */
const mostQuarters = 40

/** The calendar quarters between two instants on the analyst's clock, latest first. */
export function quartersBetween(first: number, last: number): readonly CalendarQuarter[] {
  const numberOf = (instant: number) => {
    const date = new Date(instant)
    return date.getFullYear() * 4 + Math.floor(date.getMonth() / 3)
  }
  const [from, to] = [numberOf(first), numberOf(last)]
  const count = Math.min(mostQuarters, Math.max(0, to - from + 1))
  return Array.from({ length: count }, (_, back) => quarterAt(to - back))
}

function quarterAt(number: number): CalendarQuarter {
  const [year, quarter] = [Math.floor(number / 4), (number % 4) + 1]
  const pad = (month: number) => String(month).padStart(2, '0')
  const lastMonth = quarter * 3
  return {
    key: `${year}-${quarter}`,
    label: `Q${quarter} ${year}`,
    firstDay: `${year}-${pad(lastMonth - 2)}-01`,
    lastDay: `${year}-${pad(lastMonth)}-${new Date(Date.UTC(year, lastMonth, 0)).getUTCDate()}`,
  }
}

/** The quarter that equals a range of days; undefined: none. */
export function chosenQuarter(
  { span, firstDay, lastDay }: TimeRange,
  quarters: readonly CalendarQuarter[],
): CalendarQuarter | undefined {
  if (span !== 'dates') return undefined
  return quarters.find((each) => each.firstDay === firstDay && each.lastDay === lastDay)
}
