/** Averages the sentiment of consecutive turns into as many bars as fit the chart. */

import type { CallReading } from '#contract/api/calls.ts'

/** One bar of the sentiment over the call: the mean of a few turns that follow each other. */
interface SentimentBar {
  readonly first: number
  readonly last: number
  /** −1 to 1; null when none of its turns has one. */
  readonly mean: number | null
}

/** As many bars as fit; a short call has one per turn. */
export function sentimentBars(
  { sentiment }: Pick<CallReading['turns'], 'sentiment'>,
  most: number,
): readonly SentimentBar[] {
  const count = Math.min(most, sentiment.length)
  return Array.from({ length: count }, (_, bar) => {
    const first = Math.floor((bar * sentiment.length) / count)
    const last = Math.floor(((bar + 1) * sentiment.length) / count) - 1
    return { first, last, mean: mean(sentiment.slice(first, last + 1)) }
  })
}

/** Mean of the turns that have a value; null when none has. */
function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
