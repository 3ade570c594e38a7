import type { RatingEntry } from '#contract/api/ratings.ts'

/** Each firm's latest rating, in the order of `entries` (latest first); notes without an opinion are none. */
export function latestOfFirms(entries: readonly RatingEntry[]): RatingEntry[] {
  const latest = new Map<string, RatingEntry>()
  for (const entry of entries) {
    if (entry.firm !== null && entry.kind !== 'note' && !latest.has(entry.firm)) latest.set(entry.firm, entry)
  }
  return [...latest.values()]
}

/** Fewer targets have no median. */
const fewestFirms = 3
/** An older target is no opinion on today's price. Twelve months, in milliseconds. */
const oldestTarget = 365 * 24 * 60 * 60 * 1000

interface MedianTarget {
  /** Null: not stated. */
  readonly currency: string | null
  readonly amount: number
  readonly firms: number
}

/** The median of the firms' latest targets in each currency; targets in two currencies are never compared. */
export function medianTargets(latest: readonly RatingEntry[], now: number): MedianTarget[] {
  const targets = latest.flatMap(({ at, target }) =>
    at === null || at < now - oldestTarget || target === null || target.amount === null
      ? []
      : [{ currency: target.currency, amount: target.amount }],
  )
  return [...Map.groupBy(targets, ({ currency }) => currency)]
    .filter(([, own]) => own.length >= fewestFirms)
    .map(([currency, own]) => ({ currency, amount: medianOf(own.map(({ amount }) => amount)), firms: own.length }))
}

function medianOf(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
