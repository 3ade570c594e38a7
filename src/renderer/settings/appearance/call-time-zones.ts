/** The time zones that Settings offers for the times of calls. */

import { machineTimeZone, zoneNames } from '#contract/api/time-zone.ts'

/** Zones of the large markets, west to east. */
const markets: readonly (readonly [timeZone: string, name: string])[] = [
  ['UTC', 'UTC'],
  ['America/Los_Angeles', 'San Francisco'],
  ['America/Chicago', 'Chicago'],
  ['America/New_York', 'New York'],
  ['America/Sao_Paulo', 'São Paulo'],
  ['Europe/London', 'London'],
  ['Europe/Berlin', 'Frankfurt'],
  ['Europe/Zurich', 'Zurich'],
  ['Asia/Kolkata', 'Mumbai'],
  ['Asia/Singapore', 'Singapore'],
  ['Asia/Hong_Kong', 'Hong Kong'],
  ['Asia/Shanghai', 'Shanghai'],
  ['Asia/Tokyo', 'Tokyo'],
  ['Australia/Sydney', 'Sydney'],
]

/** The value of the zone of this machine. */
export const ownTimeZone = 'system'

interface TimeZoneOption {
  readonly value: string
  readonly label: string
  readonly group?: string
}

/** This machine's, the markets', and every zone that this system knows by its continent; typing in the list finds a city. */
export function timeZoneOptions(chosen: string | null, now: number): readonly TimeZoneOption[] {
  const labelled = (name: string, timeZone: string) => {
    const short = zoneNames(timeZone)(now)
    return short === name ? name : `${name}, ${short}`
  }
  const own = machineTimeZone()
  const listed = new Set(markets.map(([timeZone]) => timeZone))
  const others = Intl.supportedValuesOf('timeZone').filter((timeZone) => !listed.has(timeZone))
  // What was chosen on another system stays chosen.
  const unknown = chosen !== null && !listed.has(chosen) && !others.includes(chosen) ? [chosen] : []
  return [
    { value: ownTimeZone, label: `This computer (${labelled(cityOf(own), own)})` },
    ...markets.map(([value, name]) => ({ value, label: labelled(name, value), group: 'Markets' })),
    ...[...others, ...unknown].map((value) => ({ value, label: cityOf(value), group: areaOf(value) })),
  ]
}

/** `America/Argentina/Buenos_Aires` as `Buenos Aires`. */
function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}

function areaOf(timeZone: string): string {
  return timeZone.includes('/') ? (timeZone.split('/')[0] ?? '') : 'Other'
}
