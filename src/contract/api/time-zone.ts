/** Time zones by their IANA names: what their clocks show at an instant, and what the zone is called then. */

/** Characters; the longest name has 30. */
export const longestTimeZone = 64

/** The zone of this machine. */
export function machineTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const aDay = 86_400_000
/** What `Date` can hold. */
const latestInstant = 8.64e15 - aDay

/**
 * By how many milliseconds the clocks of a zone are ahead of UTC at an instant. It is remembered for each day (UTC) on which it does not
 * change, because asking the engine for each of 100,000 calls takes longer than reading them.
 */
export function zoneOffsets(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', timeZoneName: 'longOffset' })
  const offsetAt = (instant: number) => {
    const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d+):?(\d\d)?:?(\d\d)?$/.exec(name) ?? []
    const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
    return sign === '-' ? -size : size
  }
  /** By day since 1970; null: the clocks change on it. */
  const known = new Map<number, number | null>()
  return (instant) => {
    if (!(Math.abs(instant) < latestInstant)) return 0
    const day = Math.floor(instant / aDay)
    let offset = known.get(day)
    if (offset === undefined) {
      const [first, last] = [offsetAt(day * aDay), offsetAt((day + 1) * aDay - 1)]
      offset = first === last ? first : null
      known.set(day, offset)
    }
    return offset ?? offsetAt(instant)
  }
}

/** English has a short name for a zone only where its people speak it: `EST` in the United States, `CET` in Great Britain. */
const namingLocales = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-IN', 'en-HK', 'en-SG', 'en-ZA', 'en-CA'] as const

/**
 * The name of a zone at an instant: `EDT`, `CET`; where it has no short name its offset, `UTC+9`. The formats are made once, because
 * making nine of them for each time of a table takes longer than drawing it.
 */
export function zoneNames(timeZone: string): (instant: number) => string {
  const formats = namingLocales.map((locale) => {
    let format: Intl.DateTimeFormat | null = null
    return (instant: number) => {
      format ??= new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
      return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    }
  })
  return (instant) => {
    let offset = 'UTC'
    for (const nameAt of formats) {
      const name = nameAt(instant)
      if (/^[A-Z]{2,5}$/.test(name)) return name
      offset = name.replace(/^GMT/, 'UTC').replace('-', '−')
    }
    return offset
  }
}
