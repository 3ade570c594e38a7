/** The days and times of calls, in the time zone that the user chose for them. */

import { zoneNames, zoneOffsets } from '#contract/api/time-zone.ts'
import { callTimeZone } from './date-format.svelte.ts'
import {
  clockText,
  dayAndClock,
  isoDayText,
  longDayText,
  shortDayText,
  weekdayName,
  type CalendarDay,
} from './dates.ts'

interface Zone {
  readonly offsetAt: (instant: number) => number
  readonly nameAt: (instant: number) => string
}

/** Each zone that was chosen while the window is open. */
const zones = new Map<string, Zone>()

function callZone(): Zone {
  const name = callTimeZone()
  const known = zones.get(name)
  if (known) return known
  const zone = { offsetAt: zoneOffsets(name), nameAt: zoneNames(name) }
  zones.set(name, zone)
  return zone
}

function offsetAt(instant: number): number {
  return callZone().offsetAt(instant)
}

/** The clock of the zone, read with the functions for UTC. */
function shownDate(instant: number): Date {
  return new Date(instant + offsetAt(instant))
}

function callDay(instant: number): CalendarDay {
  const date = shownDate(instant)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** As in files: `2025-10-21`. */
export function callDayOf(instant: number): string {
  return isoDayText(callDay(instant))
}

/** As in tables: `21 Oct 25`. */
export function formatCallDay(instant: number): string {
  return shortDayText(callDay(instant))
}

/** As in text: `21 Oct 2025`. */
export function formatLongCallDay(instant: number): string {
  return longDayText(callDay(instant))
}

/** `Tue 21 Oct 2025`. */
export function formatCallWeekday(instant: number): string {
  return `${weekdayName(shownDate(instant).getUTCDay())} ${formatLongCallDay(instant)}`
}

/** `08:30 EDT`. */
export function formatCallClock(instant: number): string {
  const date = shownDate(instant)
  return `${clockText(date.getUTCHours(), date.getUTCMinutes())} ${callZone().nameAt(instant)}`
}

/** `21 Oct 2025, 08:30 EDT`. */
export function formatCallStart(instant: number): string {
  return dayAndClock(formatLongCallDay(instant), formatCallClock(instant))
}

const aDay = 86_400_000

/** `08:30 EDT` today, `Mon 08:30 EDT` within a week, `21 Oct 25` before. */
export function formatCallWhen(instant: number, now: number): string {
  const [date, today] = [shownDate(instant), shownDate(now)]
  const days = Math.floor(today.getTime() / aDay) - Math.floor(date.getTime() / aDay)
  const clock = formatCallClock(instant)
  if (days === 0) return clock
  return days < 0 || days > 6 ? formatCallDay(instant) : `${weekdayName(date.getUTCDay())} ${clock}`
}

/** When a day (YYYY-MM-DD) begins in the zone, and so many days later. */
export function startOfCallDay(day: string, plus = 0): number {
  const midnight = Date.parse(`${day}T00:00:00Z`) + plus * aDay
  // The offset at midnight in the zone, which may differ from the offset at midnight UTC.
  return midnight - offsetAt(midnight - offsetAt(midnight))
}
