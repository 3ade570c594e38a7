/** Since when an offline download wants each kind. */

import type { OfflineChoice } from '#contract/api/sync.ts'
import { days } from '../duration.ts'

/** ms UTC. */
interface RangeStarts {
  readonly statements: number
  readonly calls: number
  readonly ratings: number
  readonly news: number
}

export function rangesOf({ years, callMonths, ratingMonths, newsMonths }: OfflineChoice, now: number): RangeStarts {
  return {
    statements: monthsBefore(12 * years, now),
    calls: monthsBefore(callMonths, now),
    ratings: monthsBefore(ratingMonths, now),
    news: monthsBefore(newsMonths, now),
  }
}

/** The beginning of the same day so many months before; of a shorter month its last day. */
function monthsBefore(months: number, now: number): number {
  const today = new Date(now)
  const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1)
  const then = new Date(first)
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate()
  return first + (Math.min(today.getUTCDate(), lastDay) - 1) * days
}

/** Recordings are those of stored calls. */
export function wantsCalls({ kinds }: OfflineChoice): boolean {
  return kinds.includes('calls') || kinds.includes('recordings')
}

/** In the format of statement dates. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}
