/**
 * The service's scores of a filing's text (risk factors, management's discussion, litigation):
 * labels, formats, and which words are new.
 */

import type { Insights } from '#contract/api/financials.ts'
import { absent, formatCount } from '../../format/figures.ts'
import { formatFixed } from '../../format/counts.ts'

/** One number that the service calculates from the filing's text, over all stored periods, oldest first. */
export interface Measure {
  readonly name: string
  readonly values: readonly (number | null)[]
  readonly write: (value: number | null) => string
  readonly kind: 'bars' | 'lines'
}

/** Scores and ratios have a scale of the service's own: as received, to two decimals, with their sign. */
export function formatScore(value: number | null): string {
  if (value === null) return absent
  return value < 0 ? `(${formatFixed(-value, 2)})` : formatFixed(value, 2)
}

type Pick = (insights: Insights) => number | null | undefined

function measure(name: string, kind: Measure['kind'], write: Measure['write'], pick: Pick) {
  return (oldestFirst: readonly Insights[]): Measure => ({
    name,
    kind,
    write,
    values: oldestFirst.map((insights) => pick(insights) ?? null),
  })
}

export const riskMeasures = [
  measure('Risk factors', 'bars', formatCount, ({ riskFactors }) => riskFactors?.count),
  measure('Average sentiment', 'lines', formatScore, ({ riskFactors }) => riskFactors?.averageSentiment),
]
export const discussionMeasures = [
  measure('Tone', 'lines', formatScore, ({ mdna }) => mdna?.tone),
  measure('Forward-looking terms', 'bars', formatCount, ({ mdna }) => mdna?.forwardLookingTerms),
  measure('Forward/backward-looking ratio', 'lines', formatScore, ({ mdna }) => mdna?.forwardToHistorical),
]
export const litigationMeasures = [
  measure('Mentions of litigation', 'bars', formatCount, ({ litigation }) => litigation?.count),
]

/** Words of a list, and whether each is new: not in the previous period. Nothing is new in the oldest period. */
export function withNews(
  words: readonly string[],
  before: readonly string[] | undefined,
): readonly { readonly word: string; readonly isNew: boolean }[] {
  return words.map((word) => ({ word, isNew: before !== undefined && !before.includes(word) }))
}
