import { describe, expect, test } from 'vitest'
import type { RatingOnTimeline } from '#contract/api/timeline.ts'
import {
  firmsWithTargets,
  stepAt,
  targetSeries,
  targetsOfFirm,
} from '../../../src/renderer/timeline/price-target-series.ts'

const day = 86_400_000
let recordId = 0
function target(firm: string, at: number, amount: number | null, currency: string | null = null): RatingOnTimeline {
  recordId += 1
  return {
    kind: 'rating',
    symbol: 'HLDN',
    at: at * day,
    recordId,
    firm,
    ratingKind: 'reiterated',
    action: null,
    rating: 'Buy',
    previousRating: null,
    target: { raw: '', amount, currency, reason: null },
    targetChange: null,
  }
}
const onDay = (entries: readonly RatingOnTimeline[], at: number) => {
  const [series] = targetSeries(entries)
  const step = series && stepAt(series.steps, at * day)
  return step && [step.low, step.median, step.high, step.firms]
}

describe('price targets over time', () => {
  const firms = [target('A', 1, 100), target('B', 2, 120), target('C', 3, 150), target('A', 10, 130)]

  test('are low, median and high of the firms’ current targets; a firm has one at a time', () => {
    expect(onDay(firms, 0)).toBeUndefined()
    expect(onDay(firms, 5)).toEqual([100, 120, 150, 3])
    expect(onDay(firms, 20)).toEqual([120, 130, 150, 3])
    expect(onDay(firms.slice(0, 2), 5)).toEqual([100, 110, 120, 2])
  })

  test('lapse after twelve months: an old target is no opinion on today’s price', () => {
    expect(onDay(firms, 367)).toEqual([130, 140, 150, 2])
    expect(onDay(firms, 376)).toEqual([null, null, null, 0])
  })

  test('in two currencies are two series; a firm that changes its currency leaves the other', () => {
    const series = targetSeries([target('A', 1, 100, 'USD'), target('B', 2, 9000, 'JPY'), target('A', 5, 95, 'EUR')])
    expect(series.map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'JPY'])
    expect(series[0] && stepAt(series[0].steps, 6 * day)?.firms).toBe(0)
  })

  test('a text that is no amount draws nothing, and one firm’s own targets can be followed', () => {
    expect(targetSeries([target('A', 1, null)])).toEqual([])
    expect(firmsWithTargets(firms)).toEqual(['A', 'B', 'C'])
    const own = targetsOfFirm(firms, 'A')[0]
    expect(own && [stepAt(own.steps, 5 * day)?.median, stepAt(own.steps, 20 * day)?.median]).toEqual([100, 130])
  })
})
