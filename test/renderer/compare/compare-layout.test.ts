import { describe, expect, test } from 'vitest'
import type { ComparedCompany, ComparedLine, ComparedTable } from '#contract/api/comparisons.ts'
import { arrange, fits, type Layout } from '../../../src/renderer/compare/compare-layout.ts'
import { linesOf } from '../../../src/renderer/compare/compare-rows.ts'
import { comparedCompany } from './compared.ts'

const company = (symbol: string): ComparedCompany => comparedCompany(symbol, '2024-12-31', '2025-12-31')
const line = (field: string, label: string, unit: 'money' | 'percent'): ComparedLine => ({
  field,
  label,
  unit,
  favor: 'up',
  first: 'highest',
  isRanked: unit === 'percent',
  isOfShares: false,
  largest: [1],
  isLoaded: true,
  values: [],
  shown: [],
  ranks: [],
  median: [],
})
const table: ComparedTable = {
  columns: [
    { key: '2024', kind: 'annual', year: 2024, quarter: null },
    { key: '2025', kind: 'annual', year: 2025, quarter: null },
  ],
  companies: [company('AAA'), company('BBB')],
  lines: [line('Revenue', 'Revenue', 'money'), line('calculated.gross_margin', 'Gross margin', 'percent')],
  alignment: 'fiscal',
  unknownLines: [],
}
const lines = linesOf(table, ['Revenue', 'calculated.gross_margin'], [], {
  filter: '',
  mode: 'values',
  scale: 'millions',
  oneCurrency: false,
})

function arranged(layout: Partial<Layout>) {
  const whole: Layout = { layout: 'spread', pivoted: false, alignment: 'fiscal', ranks: 'newest', ...layout }
  const { rows, columns } = arrange(whole, {
    table,
    lines,
    latestFirst: false,
    line: 1,
    columnAt: 1,
    widths: { usual: 80, ofCompanies: [] },
  })
  return {
    rows: rows.map(({ label, rank }) => (rank === 'head' ? `[${label}]` : label)),
    columns: columns.map(({ group, title }) => `${group ?? ''} ${title}`),
  }
}

describe('the same figures', () => {
  test('are laid out as a spread: companies side by side, a rank after the latest period, medians at the end', () => {
    expect(arranged({})).toEqual({
      rows: ['[Income statement]', 'Revenue', '[Growth and margins]', 'Gross margin'],
      columns: ['AAA FY24', 'AAA FY25', 'AAA #', 'BBB FY24', 'BBB FY25', 'BBB #', ' median FY24', ' median FY25'],
    })
  })

  test('have a rank after every period, or none', () => {
    expect(arranged({ ranks: 'all' }).columns.slice(0, 4)).toEqual(['AAA FY24', 'AAA #', 'AAA FY25', 'AAA #'])
    expect(arranged({ ranks: 'none' }).columns).not.toContain('AAA #')
  })

  test('stand company next to company in one period, and turned round company by company', () => {
    expect(arranged({ layout: 'period' }).columns).toEqual([
      ...['AAA FY25', 'AAA #', 'BBB FY25', 'BBB #', ' median FY25'],
    ])
    const turned = arranged({ layout: 'period', pivoted: true })
    expect(turned.rows).toEqual(['AAA', 'Rank', 'BBB', 'Rank', 'Median'])
    expect(turned.columns).toEqual(['lines of Income statement Revenue', 'lines of Growth and margins Gross margin'])
  })

  test('stand over time, one line, a company a row or a column', () => {
    const [down, across] = [
      ['AAA', 'BBB', 'Median'],
      ['FY24', 'FY25'],
    ]
    const trimmed = (names: readonly string[]) => names.map((name) => name.trim())
    const time = arranged({ layout: 'time' })
    expect([time.rows, trimmed(time.columns)]).toEqual([down, across])
    const turned = arranged({ layout: 'time', pivoted: true })
    expect([turned.rows, trimmed(turned.columns)]).toEqual([['FY2024', 'FY2025'], down])
  })
})

test('a figure is found again where its line, its company and its period meet', () => {
  expect(fits({ company: 0, columnAt: 1 }, { line: 1, company: 0, columnAt: 1 })).toBe(true)
  expect(fits({ line: 1 }, { line: 1, company: 0, columnAt: 1 })).toBe(true)
  expect(fits({ company: 1, columnAt: 1 }, { line: 1, company: 0, columnAt: 1 })).toBe(false)
  expect(fits({ columnAt: 1, is: 'median' }, { line: 1, company: 0, columnAt: 1 })).toBe(false)
})
