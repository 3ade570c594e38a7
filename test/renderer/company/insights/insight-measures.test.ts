import { expect, test } from 'vitest'
import type { Insights } from '#contract/api/financials.ts'
import {
  discussionMeasures,
  formatScore,
  riskMeasures,
  withNews,
} from '../../../../src/renderer/company/insights/insight-measures.ts'

const insights = (count: number | null, tone: number | null): Insights => ({
  quarter: 'Q1',
  year: 2025,
  endPeriod: '2025-03-29',
  recordId: 1,
  riskFactors: { count, topThemes: [], averageSentiment: null, mostNegative: null },
  mdna: tone === null ? null : { forwardLookingTerms: 1, forwardToHistorical: 1, tone, keyTopics: [] },
  litigation: null,
})

test('a period without a number leaves a gap, and is not taken for zero', () => {
  const periods = [insights(33, 0.2), insights(null, null), insights(0, -0.1)]
  expect(riskMeasures[0]?.(periods).values).toEqual([33, null, 0])
  expect(discussionMeasures[0]?.(periods).values).toEqual([0.2, null, -0.1])
})

test('scores keep their sign and no scale is read into them', () => {
  expect([0.214, -0.376, 0, null].map(formatScore)).toEqual(['0.21', '(0.38)', '0.00', 'n/a'])
})

test('a theme is new when the period before did not have it; in the oldest period nothing is', () => {
  expect(withNews(['tariffs', 'labour'], ['labour'])).toEqual([
    { word: 'tariffs', isNew: true },
    { word: 'labour', isNew: false },
  ])
  expect(withNews(['tariffs'], undefined)).toEqual([{ word: 'tariffs', isNew: false }])
})
