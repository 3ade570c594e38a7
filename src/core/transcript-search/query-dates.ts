/**
 * Calculates when a date in a query (2025, 2025-10 or 2025-10-31) starts and ends, and which date
 * is next or previous. Dates are parsed in query-fields.ts.
 */

/** The start of a date, ms UTC. */
export function startOfDate(date: string): number {
  return Date.parse(`${date}-01-01`.slice(0, 10))
}

/** The first moment after a date, ms UTC. */
export function endOfDate(date: string): number {
  return startOfDate(adjacentDate(date, 1))
}

/** The next or previous year, month or day: after `2024-12` comes `2025-01`. */
export function adjacentDate(date: string, step: 1 | -1): string {
  const moment = new Date(startOfDate(date))
  if (date.length === 4) moment.setUTCFullYear(moment.getUTCFullYear() + step)
  else if (date.length === 7) moment.setUTCMonth(moment.getUTCMonth() + step)
  else moment.setUTCDate(moment.getUTCDate() + step)
  return moment.toISOString().slice(0, date.length)
}
