/**
 * Finds the companies of a comparison whose latest period is too old to be compared with the
 * others.
 */

/**
 * How many days a company's latest period may end before the most recent latest period of the companies that it is compared with. Fiscal
 * quarters of companies that report up to date end up to a quarter apart.
 */
const mostDaysBehind = 100
const daysOfYear = 365

const day = 86_400_000

/**
 * Which companies' latest periods are too old to compare with the others': they are not ranked and are excluded from medians.
 * @param ends when each company's latest period ends, YYYY-MM-DD; null: it has none
 * @param today YYYY-MM-DD: a period that ends later is taken for an error and is not compared with
 */
export function outdatedAmong(ends: readonly (string | null)[], today: string): readonly boolean[] {
  return endingBefore(ends, latestOf(ends, today), mostDaysBehind)
}

/**
 * The same for latest fiscal years, which end once a year and may therefore be a year older. They may also be compared with latest
 * quarters: if all others report quarters, an old fiscal year is outdated.
 */
export function outdatedYearsAmong(
  years: readonly (string | null)[],
  quarters: readonly (string | null)[],
  today: string,
): readonly boolean[] {
  return endingBefore(years, latestOf([...years, ...quarters], today), mostDaysBehind + daysOfYear)
}

function latestOf(ends: readonly (string | null)[], today: string): string {
  return ends.reduce<string>((latest, end) => (end !== null && end <= today && end > latest ? end : latest), '')
}

function endingBefore(ends: readonly (string | null)[], latest: string, days: number): readonly boolean[] {
  return ends.map((end) => end !== null && Date.parse(latest) - Date.parse(end) > days * day)
}
