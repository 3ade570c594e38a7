import type { OverviewRatings, TargetRange } from '#contract/api/overview.ts'
import type { RatingEntry } from '#contract/api/ratings.ts'

const day = 86_400_000
const changesWithin = 90 * day
/** An opinion or a target that a firm has not repeated for longer counts no more. */
const currentFor = 365 * day
const leastForMedian = 3

/**
 * Where the firms stand at a moment. Pure.
 * @param entries of one company, latest first
 * @param at milliseconds since 1970: later ones are left out
 */
export function ratingsSummary(entries: readonly RatingEntry[], at: number): OverviewRatings {
  const known = entries.filter((entry) => entry.at !== null && entry.at <= at)
  const byFirm = [...Map.groupBy(known, ({ firm }) => firm ?? '')]
  const latest = byFirm.flatMap(([, own]) => own.find(({ kind }) => kind !== 'note') ?? [])
  const recent = known.filter((entry) => isWithin(entry, at, changesWithin))
  const current = latest.filter((entry) => isWithin(entry, at, currentFor))
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

/**
 * The latest target of each firm, by stated currency.
 * @param entries of one company, latest first
 */
export function targetRanges(entries: readonly RatingEntry[], at: number): TargetRange[] {
  const byFirm = [...Map.groupBy(entries, ({ firm }) => firm ?? '')]
  const targets = byFirm
    .flatMap(([, own]) => own.find(({ target }) => target?.amount != null) ?? [])
    .filter((entry) => isWithin(entry, at, currentFor))
    .flatMap(({ recordId, firmName, target }) =>
      target === null || target.amount === null
        ? []
        : [{ recordId, firmName: firmName ?? '', amount: target.amount, currency: target.currency }],
    )
    .toSorted((one, other) => one.amount - other.amount)
  return [...Map.groupBy(targets, ({ currency }) => currency)]
    .map(([currency, own]) => ({
      currency,
      targets: own.map(({ recordId, firmName, amount }) => ({ recordId, firmName, amount })),
      median: own.length < leastForMedian ? null : medianOf(own.map(({ amount }) => amount)),
    }))
    .toSorted((one, other) => other.targets.length - one.targets.length)
}

/** @param ascending at least one */
function medianOf(ascending: readonly number[]): number {
  const middle = (ascending.length - 1) / 2
  return ((ascending[Math.floor(middle)] ?? 0) + (ascending[Math.ceil(middle)] ?? 0)) / 2
}
