import { afterEach, expect, test } from 'vitest'
import { usualNumberFormat } from '#contract/api/number-format.ts'
import { writeNumbersAs } from '../../../src/renderer/format/number-format.svelte.ts'
import { conditionSummary } from '../../../src/renderer/screener/condition-summary.ts'

afterEach(() => writeNumbersAs(usualNumberFormat))

test('what a condition finds has its numbers in the number format that the user chose', () => {
  const summaries = () => [
    conditionSummary({ kind: 'restatement', largest: 0.125, symbol: 'HLDN' }),
    conditionSummary({ kind: 'restatement', largest: null, symbol: '' }),
    conditionSummary({ kind: 'hits', count: 1204, companies: 1, days: 90 }),
    conditionSummary({
      kind: 'words',
      words: [
        { word: 'US', companies: 1310 },
        { word: 'CA', companies: 4 },
      ],
      others: 3,
    }),
  ]
  expect(summaries()).toEqual([
    'largest 12.5%, HLDN',
    'none restated',
    '1,204 hits at 1 company in 90 days',
    '1,310 US, 4 CA, 3 other',
  ])
  writeNumbersAs('de-DE')
  expect(summaries()).toEqual([
    'largest 12,5%, HLDN',
    'none restated',
    '1.204 hits at 1 company in 90 days',
    '1.310 US, 4 CA, 3 other',
  ])
})
