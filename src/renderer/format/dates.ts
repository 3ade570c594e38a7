/**
 * Formats and parses dates, times and ages: `27 Sep 25` in tables, `14 Nov 2025, 07:42` in text.
 */

import { shortMonthNames } from '#contract/api/month-names.ts'

/** `2025-09-27` (a day of a calendar, in no time zone) as `27 Sep 25`; anything else unchanged. */
export function formatDay(day: string): string {
  const parts = dayParts(day)
  return parts ? `${parts.day} ${parts.month} ${parts.year.slice(2)}` : day
}

/** `27 Sep 2025`. */
export function formatLongDay(day: string): string {
  const parts = dayParts(day)
  return parts ? `${parts.day} ${parts.month} ${parts.year}` : day
}

function dayParts(day: string): { day: number; month: string; year: string } | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day) ?? []
  const name = shortMonthNames[Number(month) - 1]
  return year && date && name ? { day: Number(date), month: name, year } : null
}

/**
 * A day as displayed, or as YYYY-MM-DD: `27 Sep 25`, `27 September 2025`, `2025-09-27`. Two digits are a year from 1980 on. Null:
 * not a day. Numeric dates (`9/27/25`) are none either, since their order differs by country.
 */
export function readDay(text: string): string | null {
  const [, iso] = /^(\d{4}-\d\d-\d\d)$/.exec(text.trim()) ?? []
  const [, day = '', name = '', year = ''] =
    /^(\d{1,2})[ .-]?([a-z]{3,9})\.?[ -]?(\d{2}|\d{4})$/i.exec(text.trim()) ?? []
  const month = shortMonthNames.findIndex((each) => name.toLowerCase().startsWith(each.toLowerCase()))
  const century = Number(year) < 80 ? 2000 : 1900
  const written =
    month < 0 ? '' : `${year.length === 2 ? century + Number(year) : year}-${pad(month + 1)}-${pad(Number(day))}`
  const found = iso ?? written
  // 30 Feb would be a day of March.
  const read = new Date(`${found}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(found) ? found : null
}

/** Milliseconds since 1970 in local time: `14 Nov 2025, 07:42`. */
export function formatInstant(instant: number): string {
  const date = new Date(instant)
  return `${date.getDate()} ${shortMonthNames[date.getMonth()] ?? ''} ${date.getFullYear()}, ${formatClock(instant)}`
}

/** The day of an instant on the analyst's clock, as in tables: `14 Nov 25`. */
export function formatInstantDay(instant: number): string {
  const date = new Date(instant)
  return `${date.getDate()} ${shortMonthNames[date.getMonth()] ?? ''} ${pad(date.getFullYear() % 100)}`
}

/** The last millisecond of a day (YYYY-MM-DD) on the analyst's clock; null for none. */
export function endOfDay(day: string): number | null {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return null
  return new Date(year, month - 1, date + 1).getTime() - 1
}

/** The day of an instant on the analyst's clock, as in text: `14 Nov 2025`. */
export function formatLongInstantDay(instant: number): string {
  return formatLongDay(dayOf(instant))
}

/** The month of an instant on the analyst's clock: `Nov 2025`. */
export function formatMonth(instant: number): string {
  const date = new Date(instant)
  return `${shortMonthNames[date.getMonth()] ?? ''} ${date.getFullYear()}`
}

/** The day of an instant on the analyst's clock, as YYYY-MM-DD. */
export function dayOf(instant: number): string {
  const date = new Date(instant)
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** `, as of 2025-06-30`; empty where the current figures are shown. */
export function asOfText(asOf: number | null): string {
  return asOf === null ? '' : `, as of ${dayOf(asOf)}`
}

/** `07:42`. */
export function formatClock(instant: number): string {
  const date = new Date(instant)
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** A moment in its shortest form: `07:42` today, `14 Nov, 07:42` this year, `14 Nov 2024, 07:42` before. */
export function formatMoment(instant: number, now: number): string {
  const [date, today] = [new Date(instant), new Date(now)]
  if (date.getFullYear() !== today.getFullYear()) return formatInstant(instant)
  const clock = formatClock(instant)
  const sameDay = date.getMonth() === today.getMonth() && date.getDate() === today.getDate()
  return sameDay ? clock : `${date.getDate()} ${shortMonthNames[date.getMonth()] ?? ''}, ${clock}`
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
