import { expect, test } from 'vitest'
import { tyingPeriods } from '#contract/api/tie-out-counts.ts'
import { flaggedFigures, nextFlagged } from '../../../../src/renderer/company/financials/flagged-figures.ts'
import { haldenPeriods, period } from '../financials-response.ts'

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

test('periods that tie are counted without the last twelve months', () => {
  expect(tyingPeriods([...haldenPeriods, period('Q1', 2024, '2024-03-30', { breaks: ['GrossProfit'] })])).toEqual({
    tie: 4,
    known: 0,
    of: 5,
    unchecked: 0,
  })
})

test('a period of which nothing could be checked does not tie: it is counted apart', () => {
  const empty = period('Q1', 2024, '2024-03-30', { checked: false })
  expect(tyingPeriods([...haldenPeriods, empty])).toEqual({ tie: 4, known: 0, of: 4, unchecked: 1 })
})

test('a figure whose breaks are known is no alarm, and its period neither ties nor breaks', () => {
  const known = period('Q1', 2024, '2024-03-30', { knownBreaks: ['GrossProfit'] })
  const periods = [
    ...haldenPeriods,
    known,
    period('Q2', 2024, '2024-06-29', { knownBreaks: ['Revenue'], breaks: ['EBITDA'] }),
  ]
  expect(flaggedFigures(periods, 'breaks').map(({ field }) => field)).toEqual(['EBITDA'])
  expect(flaggedFigures(periods, 'knownBreaks').map(({ field }) => field)).toEqual(['GrossProfit', 'Revenue'])
  expect(tyingPeriods(periods)).toEqual({ tie: 4, known: 1, of: 6, unchecked: 0 })
})
