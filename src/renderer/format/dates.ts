/**
 * Formats dates, times and ages. In the usual format a date is `27 Sep 25` in tables and `14 Nov 2025, 07:42` in text; the
 * user may have the month or the year first, and a clock of twelve hours. The times of calls are in call-dates.ts; read-day.ts
 * reads what is typed.
 */

import { shortMonthNames } from '#contract/api/month-names.ts'
import { clockFormat, dateFormat } from './date-format.svelte.ts'

/** A day of the calendar; January is 1. */
export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** `Tue`; 0 is Sunday. */
export function weekdayName(weekday: number): string {
  return weekdays[weekday] ?? ''
}

/** `27 Sep 25`, `Sep 27, 25`, `2025-09-27`. */
export function shortDayText({ year, month, day }: CalendarDay): string {
  const [name, short] = [shortMonthNames[month - 1] ?? '', pad(year % 100)]
  switch (dateFormat()) {
    case 'day-first':
      return `${day} ${name} ${short}`
    case 'month-first':
      return `${name} ${day}, ${short}`
    case 'year-first':
      return isoDayText({ year, month, day })
  }
}

/** `27 Sep 2025`, `Sep 27, 2025`, `2025-09-27`. */
export function longDayText({ year, month, day }: CalendarDay): string {
  const name = shortMonthNames[month - 1] ?? ''
  switch (dateFormat()) {
    case 'day-first':
      return `${day} ${name} ${year}`
    case 'month-first':
      return `${name} ${day}, ${year}`
    case 'year-first':
      return isoDayText({ year, month, day })
  }
}

/** A day of this year: `27 Sep`, `Sep 27`, `09-27`. */
function dayOfYearText({ month, day }: Omit<CalendarDay, 'year'>): string {
  const name = shortMonthNames[month - 1] ?? ''
  switch (dateFormat()) {
    case 'day-first':
      return `${day} ${name}`
    case 'month-first':
      return `${name} ${day}`
    case 'year-first':
      return `${pad(month)}-${pad(day)}`
  }
}

/** `2025-10-21`. */
export function isoDayText({ year, month, day }: CalendarDay): string {
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
}

/** `07:42`, `7:42 AM`; the halves of the day stay on the line of their time. */
export function clockText(hours: number, minutes: number): string {
  if (clockFormat() === '24-hour') return `${pad(hours)}:${pad(minutes)}`
  return `${hours % 12 === 0 ? 12 : hours % 12}:${pad(minutes)}\u00A0${hours < 12 ? 'AM' : 'PM'}`
}

/** `14 Nov 2025, 07:42`, `2025-11-14 07:42`. */
export function dayAndClock(day: string, clock: string): string {
  return dateFormat() === 'year-first' ? `${day} ${clock}` : `${day}, ${clock}`
}

/** `2025-09-27` (a day of a calendar, in no time zone) as `27 Sep 25`; anything else unchanged. */
export function formatDay(day: string): string {
  const parts = dayParts(day)
  return parts ? shortDayText(parts) : day
}

/** `27 Sep 2025`. */
export function formatLongDay(day: string): string {
  const parts = dayParts(day)
  return parts ? longDayText(parts) : day
}

function dayParts(day: string): CalendarDay | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day) ?? []
  return year && date && shortMonthNames[Number(month) - 1]
    ? { year: Number(year), month: Number(month), day: Number(date) }
    : null
}

/** Milliseconds since 1970 in local time: `14 Nov 2025, 07:42`. */
export function formatInstant(instant: number): string {
  return dayAndClock(longDayText(localDay(instant)), formatClock(instant))
}

/** The same to the second: `14 Nov 2025, 07:42:10`. */
export function formatInstantToSecond(instant: number): string {
  const seconds = pad(new Date(instant).getSeconds())
  return formatInstant(instant).replace(/(:\d\d)(?=\D*$)/, `$1:${seconds}`)
}

/** The day of an instant on the analyst's clock, as in tables: `14 Nov 25`. */
export function formatInstantDay(instant: number): string {
  return shortDayText(localDay(instant))
}

/** Without its year, where the year is plain: `14 Nov`. */
export function formatInstantDayOfYear(instant: number): string {
  return dayOfYearText(localDay(instant))
}

function localDay(instant: number): CalendarDay {
  const date = new Date(instant)
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
}

/** The last millisecond of a day (YYYY-MM-DD) on the analyst's clock; null for none. */
export function endOfDay(day: string): number | null {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return null
  return new Date(year, month - 1, date + 1).getTime() - 1
}

/** The day of an instant on the analyst's clock, as in text: `14 Nov 2025`. */
export function formatLongInstantDay(instant: number): string {
  return longDayText(localDay(instant))
}

/** The month of an instant on the analyst's clock: `Nov 2025`, `2025-11`. */
export function formatMonth(instant: number): string {
  return monthText(localDay(instant))
}

/** `Nov 2025`, `2025-11`. */
function monthText({ year, month }: Omit<CalendarDay, 'day'>): string {
  return dateFormat() === 'year-first' ? `${year}-${pad(month)}` : `${shortMonthNames[month - 1] ?? ''} ${year}`
}

/** The day of an instant on the analyst's clock, as YYYY-MM-DD. */
export function dayOf(instant: number): string {
  return isoDayText(localDay(instant))
}

/** `, as of 2025-06-30`; empty where the current figures are shown. */
export function asOfText(asOf: number | null): string {
  return asOf === null ? '' : `, as of ${dayOf(asOf)}`
}

/** The time of day of an instant on the analyst's clock: `07:42`. */
export function formatClock(instant: number): string {
  const date = new Date(instant)
  return clockText(date.getHours(), date.getMinutes())
}

/** A moment in its shortest form: `07:42` today, `14 Nov, 07:42` this year, `14 Nov 2024, 07:42` before. */
export function formatMoment(instant: number, now: number): string {
  const [date, today] = [localDay(instant), localDay(now)]
  if (date.year !== today.year) return formatInstant(instant)
  const clock = formatClock(instant)
  return date.month === today.month && date.day === today.day ? clock : dayAndClock(dayOfYearText(date), clock)
}

/** `07:31` today, `Mon 18:20` within a week, `14 Nov 25` before. */
export function formatWhen(instant: number, now: number): string {
  const [date, today] = [new Date(instant), new Date(now)]
  if (date.toDateString() === today.toDateString()) return formatClock(instant)
  // On this weekday last week, the name of the day would be taken for today's.
  const isRecent = instant <= now && now - instant < 7 * day && date.getDay() !== today.getDay()
  return isRecent ? `${weekdayName(date.getDay())} ${formatClock(instant)}` : formatInstantDay(instant)
}

/** A stamp of the service (`2025-11-13T22:04:51Z`) as an instant; null: invalid. */
export function readStamp(stamp: string): number | null {
  const instant = Date.parse(stamp)
  return Number.isNaN(instant) ? null : instant
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Age: `just now`, `4 minutes ago`, `yesterday`, `7 days ago`, `5 months ago`, `2 years ago`. */
export function formatAge(instant: number, now: number): string {
  const age = now - instant
  if (age < minute) return 'just now'
  if (age < hour) return ago(Math.floor(age / minute), 'minute')
  if (age < day) return ago(Math.floor(age / hour), 'hour')
  const days = Math.floor(age / day)
  if (days === 1) return 'yesterday'
  if (days < 61) return ago(days, 'day')
  if (days < 730) return ago(Math.floor(days / 30.44), 'month')
  return ago(Math.floor(days / 365.25), 'year')
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/** Seconds from the start of a call: `0:31:48`. */
export function formatCallTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 3600)}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

/** For a spreadsheet, which reads it as a date: `2025-11-14 12:42:10`, in UTC. */
export function formatStamp(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19).replace('T', ' ')
}
