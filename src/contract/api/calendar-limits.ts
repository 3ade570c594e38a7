/**
 * First and last moment of the years 0 to 9999, milliseconds since 1970, UTC. ISO 8601 writes these years with four digits, so that
 * their days can be compared as texts; beyond ±8.64e15 a `Date` has no day at all.
 */
export const calendarLimits = {
  first: Date.parse('0000-01-01T00:00:00.000Z'),
  last: Date.parse('9999-12-31T23:59:59.999Z'),
}

/** Whether a stored or typed value is a moment of these years. */
export function isOnCalendar(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= calendarLimits.first && Number(value) <= calendarLimits.last
}
