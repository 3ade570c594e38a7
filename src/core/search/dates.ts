/** A year, a month or a day, UTC: `2025`, `2025-10`, `2025-10-31`. */

/** The first moment of it, ms UTC. */
export function firstMoment(date: string): number {
  return Date.parse(`${date}-01-01`.slice(0, 10))
}

/** The first moment after it. */
export function momentAfter(date: string): number {
  return firstMoment(besideOf(date, 1))
}

/** The next, or the one before, of its kind: `2025-01` and `2024-12`. */
export function besideOf(date: string, step: 1 | -1): string {
  const moment = new Date(firstMoment(date))
  if (date.length === 4) moment.setUTCFullYear(moment.getUTCFullYear() + step)
  else if (date.length === 7) moment.setUTCMonth(moment.getUTCMonth() + step)
  else moment.setUTCDate(moment.getUTCDate() + step)
  return moment.toISOString().slice(0, date.length)
}
