import { expect, test } from 'vitest'
import {
  changedFigures,
  flaggedFigures,
  nextFlagged,
  tyingPeriods,
} from '../../../../src/renderer/company/financials/flags.ts'
import { answerOf, haldenPeriods, haldenValues, period } from '../made-answer.ts'

test('restated figures are counted where they were restated, not again in the last twelve months', () => {
  expect(flaggedFigures(haldenPeriods, 'restated')).toEqual([{ field: 'Revenue', period: 'Q2 2025 2025-06-28' }])
})

test('one key walks round all flagged figures', () => {
  const all = [
    { field: 'Revenue', period: 'a' },
    { field: 'GrossProfit', period: 'a' },
    { field: 'Revenue', period: 'b' },
  ]
  expect(nextFlagged(all, 'GrossProfit', 'a')).toEqual(all[2])
  expect(nextFlagged(all, 'Revenue', 'b')).toEqual(all[0])
  expect(nextFlagged(all, 'EBITDA', 'c')).toEqual(all[0])
  expect(nextFlagged([], 'EBITDA', 'c')).toBeUndefined()
})

test('a refresh tells which stored figures it changed, and takes no new period for a change', () => {
  const before = answerOf()
  const after = answerOf({
    periods: [...haldenPeriods.slice(0, 4), period('Q4', 2025, '2025-12-27'), ...haldenPeriods.slice(4)],
    values: Object.fromEntries(
      Object.entries(haldenValues).map(([field, figures]) => [
        field,
        [...figures.slice(0, 4), 77, ...figures.slice(4)].map((figure, at) =>
          (field === 'Revenue' && at === 2) || (field === 'reckoned.operating_margin' && at === 1) ? 1 : figure,
        ),
      ]),
    ),
  })
  expect(changedFigures(before, after)).toEqual([{ field: 'Revenue', period: 'Q2 2025 2025-06-28' }])
  expect(changedFigures(before, before)).toEqual([])
})

test('periods that tie are counted without the last twelve months', () => {
  expect(tyingPeriods([...haldenPeriods, period('Q1', 2024, '2024-03-30', { fails: ['GrossProfit'] })])).toEqual({
    tie: 4,
    of: 5,
  })
})
