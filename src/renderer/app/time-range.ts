/**
 * A time range that filters a list, such as the last 30 days: its type, its words, and its
 * instants.
 */

import { formatDay } from '../format/dates.ts'

/** A number is a count of days up to today; `dates`: from a day to a day. */
export type TimeRangeChoice = 'any' | '30' | '90' | '365' | 'dates'

/** A span of time as it is chosen. */
export interface TimeRange {
  span: TimeRangeChoice
  /** YYYY-MM-DD, for the span `dates`; empty: open at that end. */
  firstDay: string
  lastDay: string
}

/** As part of a sentence: `last 30 days`, `27 Sep 25 to 3 Oct 25`; empty: any time. */
export function rangeText({ span, firstDay, lastDay }: TimeRange): string {
  if (span === 'any') return ''
  if (span !== 'dates') return span === '365' ? 'last 12 months' : `last ${span} days`
  if (firstDay === '') return lastDay === '' ? '' : `up to ${formatDay(lastDay)}`
  return lastDay === '' ? `since ${formatDay(firstDay)}` : `${formatDay(firstDay)} to ${formatDay(lastDay)}`
}

/**
 * Both ends included, ms UTC: whole days, so that it is the same request all day. Chosen days are those of local time, or of the zone
 * in which `startOf` says when they begin.
 */
export function rangeOf(
  { span, firstDay, lastDay }: TimeRange,
  now: number,
  startOf: (day: string, plus: number) => number = startOfLocalDay,
): { from?: number; to?: number } {
  if (span === 'any') return {}
  if (span === 'dates') {
    const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day)
    const [from, to] = [isDay(firstDay) ? startOf(firstDay, 0) : null, isDay(lastDay) ? startOf(lastDay, 1) : null]
    return { ...(from !== null && { from }), ...(to !== null && { to: to - 1 }) }
  }
  const today = new Date(now)
  return { from: new Date(today.getFullYear(), today.getMonth(), today.getDate() - Number(span)).getTime() }
}

function startOfLocalDay(day: string, plus: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + plus).getTime()
}
