/** Counts rating actions and target changes by calendar quarter. */

import type { QuarterCounts } from '#contract/api/ratings-news.ts'
import { targetMovesOf, type ListedRating } from './listed-records.ts'

/** Quarters counted from the year 0, so that consecutive quarters have consecutive numbers. */
function quarterNumber(at: number): number {
  const date = new Date(at)
  return date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / 3)
}

/** Beyond this number of quarters a date of the service is wrong rather than old. */
const mostQuarters = 400

/** Up- and downgrades, and targets raised and cut, of each calendar quarter between the first and the last dated rating. */
export function countQuarters(ratings: readonly ListedRating[]): QuarterCounts[] {
  const byQuarter = Map.groupBy(
    ratings.filter(({ at }) => at !== null),
    ({ at }) => quarterNumber(at ?? 0),
  )
  if (byQuarter.size === 0) return []
  const numbers = [...byQuarter.keys()]
  const last = Math.max(...numbers)
  const first = Math.max(Math.min(...numbers), last - mostQuarters + 1)
  return Array.from({ length: last - first + 1 }, (_, index): QuarterCounts => {
    const number = first + index
    const own = byQuarter.get(number) ?? []
    return {
      year: Math.floor(number / 4),
      quarter: (number % 4) + 1,
      up: own.filter(({ kind }) => kind === 'up').length,
      down: own.filter(({ kind }) => kind === 'down').length,
      raised: own.filter((rating) => targetMovesOf(rating).includes('raised')).length,
      cut: own.filter((rating) => targetMovesOf(rating).includes('cut')).length,
    }
  })
}
