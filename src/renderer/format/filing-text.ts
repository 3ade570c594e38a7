/**
 * The service's scores of two filings' text, side by side: the latest one and the previous one of
 * the same kind.
 */

import type { Insights } from '#contract/api/financials.ts'
import { formatChange, formatCount, formatScore } from './figures.ts'

interface FilingTextRow {
  readonly label: string
  readonly now: string
  readonly before: string
  readonly change: number | null
  readonly changeText: string
  readonly isScore: boolean
}

/** The latest filing and the previous one of the same kind (year or quarter). @param periods latest first */
export function filingPair(periods: readonly Insights[]): { latest: Insights | null; before: Insights | null } {
  const [latest = null] = periods
  const alike = periods.filter(({ quarter }) => (quarter === 'FY') === (latest?.quarter === 'FY'))
  return { latest, before: alike[1] ?? null }
}

/** The service's counts and scores in the text of two filings. Pure. */
export function filingRows(latest: Insights, before: Insights | null): readonly FilingTextRow[] {
  const row = (label: string, isScore: boolean, pick: (of: Insights) => number | null | undefined): FilingTextRow => {
    const [now, earlier] = [pick(latest) ?? null, (before && pick(before)) ?? null]
    const write = isScore ? formatScore : formatCount
    const change = now === null || earlier === null ? null : now - earlier
    return {
      label,
      now: write(now),
      before: write(earlier),
      change,
      changeText: isScore ? formatChange(change, 'score') : countChange(change),
      isScore,
    }
  }
  return [
    row('Risk factors', false, ({ riskFactors }) => riskFactors?.count),
    row('Risk sentiment', true, ({ riskFactors }) => riskFactors?.averageSentiment),
    row('MD&A tone', true, ({ mdna }) => mdna?.tone),
    row('Forward-looking terms', false, ({ mdna }) => mdna?.forwardLookingTerms),
    row('Litigation mentions', false, ({ litigation }) => litigation?.count),
  ]
}

/** Key topics of the latest filing that the previous one lacks; empty without a previous one. */
export function newTopics(latest: Insights | null, before: Insights | null): readonly string[] {
  const known = new Set(before?.mdna?.keyTopics)
  return before ? (latest?.mdna?.keyTopics ?? []).filter((topic) => !known.has(topic)) : []
}

function countChange(change: number | null): string {
  return change === null || change <= 0 ? formatCount(change) : `+${formatCount(change)}`
}
