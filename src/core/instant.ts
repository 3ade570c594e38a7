/**
 * The service's times as ms UTC. They are UTC (interface.md); some carry microseconds, some a space for the T, and not all an
 * offset, which a database may write with the hour alone. Null for what is no time.
 */
export function instantOf(time: string | null | undefined): number | null {
  if (!time) return null
  const iso = time.trim().replace(' ', 'T')
  const parsed = Date.parse(withOffset(iso))
  return Number.isNaN(parsed) ? null : parsed
}

/** Whether the service dates one edition of a record before another; where either has no date it does not tell. */
export function isDatedBefore(one: string | null, other: string | null): boolean {
  const [first, second] = [instantOf(one), instantOf(other)]
  return first !== null && second !== null && first < second
}

function withOffset(iso: string): string {
  if (/T.*[+-]\d\d$/.test(iso)) return `${iso}:00`
  return /(Z|T.*[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`
}

/** The day of an instant on the clock of this machine, YYYY-MM-DD: for names and sentences that the analyst reads. */
export function localDay(instant: number): string {
  const date = new Date(instant)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
