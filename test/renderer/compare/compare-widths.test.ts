import { expect, test } from 'vitest'
import type { ComparedLine, ComparedTable } from '#contract/api/comparisons.ts'
import type { Layout } from '../../../src/renderer/compare/compare-layout.ts'
import { figureColumnWidths } from '../../../src/renderer/compare/compare-widths.ts'
import { comparedCompany } from './compared.ts'

const symbols = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF']

/** Two years of six companies, of which each has such a largest revenue. */
function tableOf(largest: readonly number[]): ComparedTable {
  const revenue: ComparedLine = {
    field: 'Revenue',
    label: 'Revenue',
    unit: 'money',
    favor: 'up',
    first: 'highest',
    isRanked: false,
    isOfShares: false,
    largest: [...largest],
    isLoaded: true,
    values: [],
    shown: [],
    ranks: [],
    median: [],
  }
  return {
    alignment: 'fiscal',
    columns: [
      { key: '2024', kind: 'annual', year: 2024, quarter: null },
      { key: '2025', kind: 'annual', year: 2025, quarter: null },
    ],
    companies: symbols.map((symbol) => comparedCompany(symbol, '2024-12-31', '2025-12-31')),
    lines: [revenue],
    unknownLines: [],
  }
}

const spread: Layout = { layout: 'spread', pivoted: false, alignment: 'fiscal', ranks: 'newest' }

const widths = (largest: readonly number[], settings: Partial<Layout> = {}) =>
  figureColumnWidths(tableOf(largest), { ...spread, ...settings }, { room: 1150, scale: 'millions' })

const alike = [5e9, 5e9, 5e9, 5e9, 5e9, 5e9]
const oneInYen = [5e9, 25e12, 5e9, 5e9, 5e9, 5e9]

test('companies with amounts of one size have columns of one width', () => {
  const { usual, ofCompanies } = widths(alike)
  expect(new Set(ofCompanies)).toEqual(new Set([usual]))
})

test('one company that reports in yen takes more room alone, so that the others stay on the page', () => {
  const { usual, ofCompanies } = widths(oneInYen)
  expect(ofCompanies[1]).toBeGreaterThan(usual)
  expect(ofCompanies.filter((width) => width === usual)).toHaveLength(5)
  // Two years and a rank of 18 each, and two medians.
  const whole = ofCompanies.reduce((sum, width) => sum + 2 * width + 18, 0) + 2 * usual
  expect(whole).toBeLessThanOrEqual(1150)
})

test('with the companies below each other, a period’s column is as wide as the longest amount in it', () => {
  const { usual, ofCompanies } = widths(oneInYen, { layout: 'time' })
  expect(ofCompanies).toEqual([])
  expect(usual).toBeGreaterThanOrEqual(widths(oneInYen).ofCompanies[1] ?? Infinity)
})
