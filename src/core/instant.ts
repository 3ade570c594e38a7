/**
 * The service's times as ms UTC. They are UTC (interface.md); some carry microseconds, some a space for the T, and not all an
 * offset. Null for what is no time.
 */
export function instantOf(time: string | null | undefined): number | null {
  if (!time) return null
  const iso = time.trim().replace(' ', 'T')
  const parsed = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`)
  return Number.isNaN(parsed) ? null : parsed
}
