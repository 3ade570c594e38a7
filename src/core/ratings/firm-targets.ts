/** Each firm's latest rating, and the range of current price targets. */

import { fewestTargetsForMedian, targetIsCurrentFor } from '#contract/api/price-target-limits.ts'
import type { RatingEntry, TargetRange } from '#contract/api/ratings.ts'
import { medianOf } from '#contract/median.ts'

/** Each firm's latest rating, in the order of `entries` (latest first); notes without an opinion do not count. */
export function latestOfFirms(entries: readonly RatingEntry[]): RatingEntry[] {
  const latest = new Map<string, RatingEntry>()
  for (const entry of entries) {
    if (entry.firm !== null && entry.kind !== 'note' && !latest.has(entry.firm)) latest.set(entry.firm, entry)
  }
  return [...latest.values()]
}

/**
 * The price targets that are current at a moment, by currency, the one with most firms first. A firm's target is valid until its
 * next one, for twelve months at most; a rating without a target keeps it. Targets in two currencies are never compared. @param
 * entries of one company, latest first @param at milliseconds since 1970: later ones are left out
 */
export function targetRanges(entries: readonly RatingEntry[], at: number): TargetRange[] {
  const known = entries.filter((entry) => entry.at !== null && entry.at <= at)
  const latest = new Map<string, RatingEntry>()
  for (const entry of known) {
    if (entry.firm !== null && entry.target?.amount != null && !latest.has(entry.firm)) latest.set(entry.firm, entry)
  }
  const targets = [...latest].flatMap(([firm, { recordId, firmName, target, at: given }]) =>
    given === null || given <= at - targetIsCurrentFor || target === null || target.amount === null
      ? []
      : [{ recordId, firm, firmName: firmName ?? firm, at: given, amount: target.amount, currency: target.currency }],
  )
  return [...Map.groupBy(targets, ({ currency }) => currency)]
    .map(([currency, own]) => {
      const ascending = own
        .map(({ currency: _, ...target }) => target)
        .toSorted((one, other) => one.amount - other.amount)
      const median = ascending.length < fewestTargetsForMedian ? null : medianOf(ascending.map(({ amount }) => amount))
      return { currency, targets: ascending, median }
    })
    .toSorted((one, other) => other.targets.length - one.targets.length)
}
