import { expect, test } from 'vitest'
import type { ComparedLine, ComparedTable } from '#contract/api/comparisons.ts'
import { derivedFigureOf } from '../../../src/renderer/compare/derived-figure-source.ts'
import { comparedCompany } from './compared.ts'

const table: ComparedTable = {
  columns: [{ key: '2025', kind: 'annual', year: 2025, quarter: null }],
  companies: ['AAA', 'BBB', 'CCC'].map((symbol) => comparedCompany(symbol, '2025-12-31')),
  lines: [],
  alignment: 'fiscal',
  unknownLines: [],
}
/** Two years of one company, the figures of which have no growth. */
const apart = (unit: ComparedLine['unit']) => {
  const years = [2022, 2023].map((year) => ({ key: String(year), kind: 'annual', year, quarter: null }) as const)
  const companies = [comparedCompany('MOVE', '2022-06-30', '2023-12-31')]
  const line = { ...margin([100, 209.1]), unit, shown: [null, null], ranks: [], median: [] }
  const position = { is: 'figure', columnAt: 1, company: 0 } as const
  const grown = { ...settings, mode: 'cagr', years: 1 } as const
  return derivedFigureOf(
    { table: { ...table, columns: years, companies }, settings: grown, scale: 'millions' },
    line,
    position,
  )
}
const margin = (values: ComparedLine['values']): ComparedLine => ({
  field: 'calculated.gross_margin',
  label: 'Gross margin',
  unit: 'percent',
  favor: 'up',
  first: 'highest',
  isRanked: true,
  isOfShares: false,
  largest: [1],
  isLoaded: true,
  values,
  shown: [],
  ranks: [1, 2, 3],
  median: [0.4],
})
const settings = { mode: 'values', years: 3, peer: '', alignment: 'fiscal', oneCurrency: false } as const
const ruleOf = (values: ComparedLine['values'], is: 'median' | 'rank') =>
  derivedFigureOf(
    { table, settings, scale: 'millions' },
    margin(values),
    is === 'rank' ? { is, columnAt: 0, company: 0 } : { is, columnAt: 0 },
  ).rule

test('a median and a rank say of how many companies they are, not how many there are', () => {
  expect(ruleOf([0.3, 0.4, 0.5], 'median')).toBe('Median of 3 companies')
  expect(ruleOf([0.4, null, 'n.m.'], 'median')).toBe('Median of 1 of 3 companies; n/a and n.m. excluded')
  expect(ruleOf([0.3, 0.4, null], 'rank')).toContain('Ranked among 2 of 3 companies, highest first')
})

test('growth per year says why two figures have none: their dates contradict their labels, and a ratio has never any', () => {
  expect(apart('money').rule).toContain('. The end dates of the two periods contradict their labels')
  expect(apart('percent').rule).not.toContain('contradict')
})
