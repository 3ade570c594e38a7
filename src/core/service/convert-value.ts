/** Converts values that arrived as another type than documented, where that is safe. */

import { isoTimeOf } from '../instant.ts'

/**
 * What may be read although it arrived as another type (docs/wire-data-rules.md, "Conversions"): nothing is guessed, and only a
 * value with a single meaning is converted.
 */
export type ExpectedType = 'number' | 'text' | 'boolean'

/** One JSON number, with zeros in front or blanks around allowed. */
const decimal = /^\s*[+-]?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/

/** Undefined where the value cannot be that type. `digits`: what a number was written as, where a double cannot hold it. */
export function convert(
  value: unknown,
  expected: ExpectedType,
  path: readonly PropertyKey[],
  digits?: string,
): string | number | boolean | undefined {
  switch (expected) {
    case 'number':
      return typeof value === 'string' ? numberIn(value) : undefined
    case 'text':
      if (typeof value !== 'number') return undefined
      return timeOf(value, path) ?? digits ?? String(value)
    case 'boolean':
      return booleanIn(value)
    default:
      return expected satisfies never
  }
}

/** A decimal text as the nearest double: `12.0` and `1.2e9` are 12 and 1,200,000,000. */
function numberIn(text: string): number | undefined {
  const number = decimal.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

function booleanIn(value: unknown): boolean | undefined {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (text === 1 || text === '1' || text === 'true') return true
  if (text === 0 || text === '0' || text === 'false') return false
  return undefined
}

const timesAnywhere = new Set<PropertyKey>(['created_at', 'updated_at', 'ticker_meta.last_updated_utc'])
/** The times of a call; a segment's are positions in the recording. */
const timesOfARecord = new Set<PropertyKey>(['start_time', 'end_time'])
const days = new Set<PropertyKey>(['EndPeriod', 'company_info.list_date'])

/** A time or a day that came as seconds, milliseconds or microseconds since 1970; undefined for what is no time. */
function timeOf(value: number, path: readonly PropertyKey[]): string | undefined {
  const field = path.at(-1) ?? ''
  const isDay = days.has(field)
  if (!isDay && !timesAnywhere.has(field) && !(path.length === 1 && timesOfARecord.has(field))) return undefined
  const time = isoTimeOf(value)
  return isDay ? time?.slice(0, 10) : time
}
