/** Reads the service's dates and times as milliseconds UTC, and writes local dates and times. */

import { shortMonthNames } from '#contract/api/month-names.ts'

/** Characters; a longer text is no time, and is not read as one. */
const longestTime = 64

/**
 * The service's times as ms UTC. They are UTC (docs/interface.md); some carry microseconds, some a space for the T, and not all an
 * offset, which a database may write with the hour alone; a count since 1970 is one too. Null for what is no time.
 */
export function instantOf(time: string | null | undefined): number | null {
  if (!time || time.length > longestTime) return null
  const iso = (isCount(time) ? isoTimeOf(Number(time)) : undefined) ?? time.trim().replace(' ', 'T')
  const parsed = Date.parse(withOffset(iso))
  return Number.isNaN(parsed) ? null : parsed
}

/** A count since 1970 that came as text. */
function isCount(time: string): boolean {
  return /^\s*\d{9,16}\s*$/.test(time)
}

/**
 * A count since 1970 as ISO 8601, UTC. Of 9 or 10 digits it is seconds (1973 to 2286), of 12 or 13 milliseconds, of 15 or 16
 * microseconds; undefined for any other.
 */
export function isoTimeOf(count: number): string | undefined {
  const digits = String(Math.trunc(count)).length
  const toMilliseconds = digits <= 10 ? 1000 : digits <= 13 ? 1 : 0.001
  const isTime = count > 0 && [9, 10, 12, 13, 15, 16].includes(digits)
  return isTime ? new Date(Math.round(count * toMilliseconds)).toISOString() : undefined
}

/** Whether the service dates one edition of a record before another; false when either has no date. */
export function isDatedBefore(one: string | null, other: string | null): boolean {
  const [first, second] = [instantOf(one), instantOf(other)]
  return first !== null && second !== null && first < second
}

function withOffset(iso: string): string {
  if (/T.*[+-]\d\d$/.test(iso)) return `${iso}:00`
  return /(Z|T.*[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`
}

/** The day of an instant, YYYY-MM-DD, by a zone's offset from UTC; null: a day of no year with four digits. */
export function dayIn(instant: number, offsetAt: (instant: number) => number): string | null {
  const day = new Date(instant + offsetAt(instant)).toISOString()
  return /^\d{4}-/.test(day) ? day.slice(0, 10) : null
}

/** The day of an instant on the clock of this machine, YYYY-MM-DD: for names and sentences that the analyst reads. */
export function localDay(instant: number): string {
  const date = new Date(instant)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The same day in a sentence: `14 Nov 2025`. */
export function localDayInWords(instant: number): string {
  const date = new Date(instant)
  return `${date.getDate()} ${shortMonthNames[date.getMonth()] ?? ''} ${date.getFullYear()}`
}

/** `14 Nov 2025, 07:42`. */
export function localTimeInWords(instant: number): string {
  const date = new Date(instant)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${localDayInWords(instant)}, ${two(date.getHours())}:${two(date.getMinutes())}`
}
