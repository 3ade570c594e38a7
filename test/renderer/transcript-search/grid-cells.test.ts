import { describe, expect, test } from 'vitest'
import type { TermGrid } from '#contract/api/transcript-search.ts'
import {
  figureOf,
  gridSheet,
  heatOf,
  heatSteps,
  totalsOf,
  yearBefore,
} from '../../../src/renderer/transcript-search/grid-cells.ts'

const cell = (mentions: number) => ({ mentions, per1000: mentions / 2, turns: 1, calls: ['c'] })
const row = (symbol: string, ...counts: (number | null)[]) => ({
  symbol,
  company: null,
  cells: counts.map((count) => (count === null ? null : cell(count))),
})
const quarters = [
  { quarter: 'Q3', year: 2024 },
  { quarter: 'Q3', year: 2025 },
] as const
const term = (rows: ReturnType<typeof row>[], companies = rows.length) => ({
  term: 'mix',
  error: null,
  companies,
  rows,
})

describe('the term grid', () => {
  test('tells no call from no mention', () => {
    expect([null, 0, 1204].map((value) => figureOf(value, 'mentions'))).toEqual(['n/a', '-', '1,204'])
    expect(figureOf(0.456, 'per1000')).toBe('0.46')
  })

  test('one company that says it all the time does not pale the others', () => {
    const rows = Array.from({ length: 40 }, (_, at) => row(`A${at}`, (at % 5) + 1))
    const steps = heatSteps([term([...rows, row('LOUD', 900)])], 'mentions')
    expect([null, 0, 1, 2, 3, 4, 5, 900].map((value) => heatOf(value, steps))).toEqual([0, 0, 1, 2, 3, 4, 5, 5])
  })

  test('a sum stands only for all the companies, and a quarter without a call has none', () => {
    expect(totalsOf(term([row('A', 1, null), row('B', 2, null)]), 2)).toEqual([3, null])
    expect(totalsOf(term([row('A', 1, 1)], 7), 2)).toBeNull()
  })

  test('the year before is the same quarter, not four columns to the left', () => {
    expect(yearBefore(row('A', 2, 5), [...quarters], 1)).toEqual(cell(2))
    expect(yearBefore(row('A', 2, 5), [...quarters], 0)).toBeUndefined()
  })

  test('goes into a spreadsheet as numbers, a quarter without a call as nothing', () => {
    const grid: TermGrid = { quarters: [...quarters], terms: [term([row('A', null, 5)])] }
    expect(gridSheet(grid, 'mentions')).toEqual({
      heads: ['Term', 'Measure', 'Symbol', 'Company', 'Q3 FY2024', 'Q3 FY2025'],
      rows: [['mix', 'Mentions', 'A', null, null, 5]],
    })
  })
})
