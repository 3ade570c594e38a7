import { describe, expect, test } from 'vitest'
import type { TermGrid } from '#contract/api/transcript-search.ts'
import {
  changeOf,
  changeText,
  figureOf,
  gridSheet,
  heatOf,
  sumOf,
  totalsOf,
  yearBefore,
  yearsOf,
} from '../../../src/renderer/transcript-search/term-grid-cells.ts'

const cell = (mentions: number, words = 1000) => ({
  mentions,
  words,
  per1000: (mentions / words) * 1000,
  turns: 1,
  calls: ['c'],
})
const row = (symbol: string, ...counts: (number | null)[]) => ({
  symbol,
  company: null,
  cells: counts.map((count) => (count === null ? null : cell(count))),
})

describe('the term grid', () => {
  test('distinguishes no call from no mention', () => {
    expect([null, 0, 1204].map((value) => figureOf(value, 'mentions'))).toEqual(['n/a', '-', '1,204'])
    expect(figureOf(0.456, 'per1000')).toBe('0.46')
  })

  test('heat has the same five steps for every term', () => {
    expect([null, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 900].map((value) => heatOf(value, 'mentions'))).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5,
    ])
    expect([0.1, 0.25, 0.26, 1, 2, 2.1].map((value) => heatOf(value, 'per1000'))).toEqual([1, 1, 2, 3, 4, 5])
  })

  test('a total is that of the companies with a call, and of their words together', () => {
    const rows = [row('A', 1, null), row('B', 2, null)]
    expect(totalsOf({ rows }, 2, 'mentions')).toEqual([3, null])
    // 3 mentions in 1,500 words
    expect(sumOf([cell(1, 500), cell(2, 1000), null], 'per1000')).toBe(2)
  })

  test('change compares only quarters that have a call in both years, company by company', () => {
    // Of A Q1, Q2 and Q4: 9 on 6. Of B Q3: 4 on 2.
    const a = row('A', 1, 2, null, 3, 2, 3, 9, 4)
    const b = row('B', null, null, 2, null, 7, 7, 4, 7)
    expect(changeText(changeOf([a], 'mentions'))).toBe('+50%')
    expect(changeText(changeOf([b], 'mentions'))).toBe('n.m.')
    expect(changeText(changeOf([a, b], 'mentions'))).toBe('+63%')
    expect(changeText(changeOf([row('C', 5, 5)], 'mentions'))).toBe('n/a')
    expect(changeText(changeOf([row('D', 4, 0, 0, 0, 3, 0, 0, 0)], 'mentions'))).toBe('(25%)')
    expect(changeText(changeOf([row('E', 4, 0, 0, 0, 4, 0, 0, 0)], 'mentions'))).toBe('0%')
    expect(changeText(changeOf([row('F', 2, 0, 0, 0, 9, 0, 0, 0)], 'mentions'))).toBe('n.m.')
  })

  test('the prior year is four quarters to the left, and quarters stand under their year', () => {
    expect(yearBefore(row('A', 2, 5, 1, 1, 7), 4)).toEqual(cell(2))
    expect(yearBefore(row('A', 2, 5), 1)).toBeUndefined()
    const quarters = [
      { quarter: 'Q4', year: 2024 },
      { quarter: 'Q1', year: 2025 },
      { quarter: 'Q2', year: 2025 },
    ] as const
    expect(yearsOf(quarters)).toEqual([
      { year: 2024, count: 1 },
      { year: 2025, count: 2 },
    ])
  })

  test('goes into a spreadsheet as numbers, a quarter without a call as nothing', () => {
    const grid: Pick<TermGrid, 'quarters' | 'terms'> = {
      quarters: [
        { quarter: 'Q3', year: 2024 },
        { quarter: 'Q4', year: 2024 },
      ],
      terms: [{ term: 'mix', error: null, forms: [], rows: [row('A', null, 5)] }],
    }
    expect(gridSheet(grid, 'mentions')).toEqual({
      heads: ['Term', 'Measure', 'Symbol', 'Company', 'Q3 2024', 'Q4 2024'],
      rows: [['mix', 'Mentions', 'A', null, null, 5]],
    })
  })
})
