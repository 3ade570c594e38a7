/**
 * Summarizes a company's ratings for its overview: latest opinion of each firm, targets, changes.
 */

import type { OverviewRatings } from '#contract/api/overview.ts'
import { targetIsCurrentFor } from '#contract/api/price-target-limits.ts'
import type { RatingEntry } from '#contract/api/ratings.ts'
import { days } from '../duration.ts'
import { targetRanges } from '../ratings/firm-targets.ts'

const changesWithin = 90 * days

/**
 * The firms' opinions at a moment. Pure. @param entries of one company, latest first @param at milliseconds since 1970: later
 * ones are left out
 */
export function ratingsSummary(entries: readonly RatingEntry[], at: number): OverviewRatings {
  const known = entries.filter((entry) => entry.at !== null && entry.at <= at)
  const byFirm = [...Map.groupBy(known, ({ firm }) => firm ?? '')]
  const latest = byFirm.flatMap(([, own]) => own.find(({ kind }) => kind !== 'note') ?? [])
  const recent = known.filter((entry) => isWithin(entry, at, changesWithin))
  // An opinion that a firm has not repeated for longer counts no more, as its target.
  const current = latest.filter((entry) => isWithin(entry, at, targetIsCurrentFor))
  const opinions = Map.groupBy(
    current.filter(({ rating }) => (rating ?? '').trim() !== ''),
    ({ rating }) => (rating ?? '').trim(),
  )
  return {
    latest,
    opinions: [...opinions]
      .map(([rating, firms]) => ({ rating, firms: firms.length }))
      .toSorted((one, other) => other.firms - one.firms || one.rating.localeCompare(other.rating)),
    changes: {
      upgrades: recent.filter(({ kind }) => kind === 'up').length,
      downgrades: recent.filter(({ kind }) => kind === 'down').length,
      targetsRaised: recent.filter(({ targetChange }) => (targetChange ?? 0) > 0).length,
      targetsCut: recent.filter(({ targetChange }) => (targetChange ?? 0) < 0).length,
    },
    ranges: targetRanges(known, at),
    total: entries.length,
    firms: byFirm.length,
  }
}

function isWithin(entry: RatingEntry, at: number, span: number): boolean {
  return entry.at !== null && entry.at > at - span
}
