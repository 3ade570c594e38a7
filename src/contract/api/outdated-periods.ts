/**
 * How many days a company's latest period may end before the newest latest period of the companies that it is compared with. Fiscal
 * quarters of companies that report up to date end up to a quarter apart.
 */
const mostDaysBehind = 100

const day = 86_400_000

/**
 * Which companies' latest periods are too old to stand beside the others': they have no rank and no part in a median.
 * @param ends when each company's latest period ends, YYYY-MM-DD; null: it has none
 * @param today YYYY-MM-DD: an end after it is a slip, and makes nobody else's period old
 */
export function outdatedAmong(ends: readonly (string | null)[], today: string): readonly boolean[] {
  const newest = ends.reduce<string>((latest, end) => (end !== null && end <= today && end > latest ? end : latest), '')
  return ends.map((end) => end !== null && Date.parse(newest) - Date.parse(end) > mostDaysBehind * day)
}
