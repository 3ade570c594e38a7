/**
 * Finds guidance for the user's own metrics: figures that no line states, beside a metric that their words name. Names are looked up at each
 * request, so that a metric that is added, changed or removed holds at once.
 */

import type { OwnMetricsNamed } from '../spoken-figures/own-metrics-named.ts'
import type { StatedGuidance, UnclearGuidance, UnnamedGuidance } from './stated-guidance.ts'

interface OwnMetricGuidance {
  readonly stated: readonly StatedGuidance[]
  readonly unclear: readonly UnclearGuidance[]
}

/** @param textOf the text of a turn */
export function ownMetricGuidance(
  unnamed: readonly UnnamedGuidance[],
  own: OwnMetricsNamed,
  textOf: (turn: number) => string,
): OwnMetricGuidance {
  const stated: StatedGuidance[] = []
  const unclear: UnclearGuidance[] = []
  for (const { claim, period } of unnamed) {
    const { turn, from, to, value, coarseStep } = claim
    const metric = own.ofGuidance(claim, textOf(turn))
    if (!metric) continue
    const { field, name: label } = metric
    const fields = [field] as const
    const ofLine = { fields, label, change: null, qualifier: null, basis: '' }
    if (period) stated.push({ turn, from, to, ...ofLine, period, value, coarseStep })
    else unclear.push({ fields, period, change: null, value })
  }
  return { stated, unclear }
}
