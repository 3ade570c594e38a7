import { describe, expect, test } from 'vitest'
import type { Figure } from '#contract/api/financials.ts'
import type { KeyFigure, OverviewFigures, OverviewColumn } from '#contract/api/overview.ts'
import { KeyFigureTable } from '../../../../src/renderer/company/overview/key-figure-table.ts'
import { copiedSheet } from '../../../../src/renderer/format/copied-table.ts'
import { period } from '../financials-response.ts'

const row = (field: string, more: Partial<KeyFigure>): KeyFigure => ({
  field,
  label: field,
  unit: 'money',
  favor: 'up',
  group: 'flow',
  span: 'period',
  sequential: null,
  yearOverYear: null,
  twelveMonthChange: null,
  low: null,
  high: null,
  ...more,
})

const column = (quarter: string, year: number, record: number, year4: readonly number[] | null): OverviewColumn => ({
  quarter,
  year,
  stored: period(quarter, year, `${year}-09-30`, { recordIds: [record], restated: record === 4 ? ['Revenue'] : [] }),
  yearRecordIds: year4 && [...year4],
})

const lines = (length: number, lines: Readonly<Record<string, readonly Figure[]>>) =>
  Object.fromEntries(Object.entries(lines).map(([field, figures]) => [field, [...figures].slice(-length)]))

const figures = (more: Partial<OverviewFigures> = {}): OverviewFigures => ({
  symbol: 'HLDN',
  edition: 'enhanced',
  basis: 'quarterly',
  rows: [
    row('Revenue', { label: 'Revenue', sequential: 0.017, yearOverYear: -0.05, twelveMonthChange: 0.089 }),
    row('calculated.gross_margin', { unit: 'percent', sequential: 0.0033 }),
    row('calculated.net_debt', { group: 'end', favor: 'neither', sequential: -55.7e6, low: 712.7e6, high: 1078.2e6 }),
    row('working_capital_days.dso', { group: 'end', unit: 'days', favor: 'neither' }),
    row('roic', { group: 'end', span: 'year', unit: 'percent' }),
  ],
  quarters: {
    columns: [
      column('Q3', 2024, 1, null),
      column('Q4', 2024, 2, null),
      column('Q1', 2025, 3, null),
      column('Q2', 2025, 4, [1, 2, 3, 4]),
      column('Q3', 2025, 5, [2, 3, 4, 5]),
    ],
    lines: lines(5, {
      Revenue: [1, 2, null, 1296.8e6, 1318.4e6],
      'calculated.gross_margin': [0.44, 0.44, 0.44, 0.452, 0.455],
      'calculated.net_debt': [null, null, null, 768.4e6, 712.7e6],
      'working_capital_days.dso': [60, 60, 60, 59, 58],
      roic: [null, null, null, 0.124, 0.129],
    }),
  },
  years: { columns: [], lines: {} },
  twelveMonths: {
    period: period('LTM', 2025, '2025-09-27', { kind: 'ltm', recordIds: [2, 3, 4, 5] }),
    lines: { Revenue: 5119.1e6 },
  },
  ties: { tie: 5, known: 0, of: 5, unchecked: 0 },
  fetchedAt: 0,
  stale: false,
  ...more,
})

const tableOf = (of: OverviewFigures) => new KeyFigureTable(of, 'millions')
const texts = (table: KeyFigureTable, label: string) => {
  const at = table.rows.findIndex((each) => each.label === label)
  return table.columns.slice(0, -1).map((_, column) => table.cell(at, column).text)
}
const positionOf = (table: KeyFigureTable, label: string) => table.rows.findIndex((each) => each.label === label)

describe('of a company with quarters', () => {
  test('each row has its quarter, the previous one, a year ago, twelve months and how they changed', () => {
    const table = tableOf(figures())
    expect(table.columns.map(({ title }) => title)).toEqual([
      ...['Q3 FY2025', 'Q2 FY2025', 'q/q', 'Q3 FY2024', 'y/y', 'LTM', 'y/y', '5 quarters'],
    ])
    expect(texts(table, 'Revenue')).toEqual(['1,318.4', '1,296.8', '+1.7%', '0.0', '(5.0%)', '5,119.1', '+8.9%'])
    expect(texts(table, 'calculated.gross_margin').slice(0, 3)).toEqual(['45.5%', '45.2%', '+33'])
  })

  test('what stands at the period’s end changes by its amount, and shows its low and high in place of twelve months', () => {
    const table = tableOf(figures())
    expect(texts(table, 'calculated.net_debt')).toEqual(['712.7', '768.4', '(55.7)', 'n/a', 'n/a', '712.7', '1,078.2'])
    expect(texts(table, 'Period end, ratios LTM').slice(-2)).toEqual(['5-q low', '5-q high'])
  })

  test('a restated figure is marked, and a change has the color of its line', () => {
    const table = tableOf(figures())
    expect(table.cell(0, 1).marks.map(({ letter }) => letter)).toEqual(['r'])
    expect(table.cell(0, 4).tone).toBe('down')
    expect(table.cell(positionOf(table, 'calculated.net_debt'), 2).tone).toBe('')
  })

  test('a line has a gap where a figure is missing', () => {
    const { sparkline } = tableOf(figures()).cell(0, 7)
    expect(sparkline?.figures).toEqual([1, 2, null, 1296.8e6, 1318.4e6])
    expect(sparkline?.says).toContain('n/a')
  })

  test('every figure leads to its record, or to the four quarters that it is calculated from', () => {
    const table = tableOf(figures())
    expect(table.sourceAt(0, 0)).toMatchObject({ kind: 'stored', recordIds: [5], field: 'Revenue' })
    expect(table.sourceAt(0, 2)).toMatchObject({ kind: 'calculated', recordIds: [5], comparison: 'qoq' })
    expect(table.sourceAt(0, 5)).toMatchObject({ kind: 'calculated', recordIds: [2, 3, 4, 5], period: 'LTM' })
    expect(table.sourceAt(positionOf(table, 'ROIC'), 0)).toMatchObject({ kind: 'calculated', recordIds: [2, 3, 4, 5] })
    expect(table.sourceAt(positionOf(table, 'ROIC'), 3)).toBeNull()
    // Days sales outstanding are those that the service states with the quarter itself.
    expect(table.sourceAt(positionOf(table, 'working_capital_days.dso'), 0)).toMatchObject({
      kind: 'stored',
      recordIds: [5],
    })
    // A low of twelve quarters is in no one record.
    expect(table.sourceAt(positionOf(table, 'calculated.net_debt'), 5)).toBeNull()
  })

  test('without four consecutive quarters there are no twelve months, and the head says so', () => {
    const table = tableOf(figures({ twelveMonths: null }))
    expect(table.columns[5]).toMatchObject({ title: 'LTM', note: 'quarters missing' })
    expect(table.cell(0, 5).text).toBe('n/a')
  })

  test('a single quarter stands alone, without changes', () => {
    const one = figures()
    const { quarters } = one
    const table = tableOf({
      ...one,
      quarters: { columns: quarters.columns.slice(-1), lines: lines(1, quarters.lines) },
    })
    expect(table.columns.map(({ title }) => title)).toEqual(['Q3 FY2025', 'LTM', 'y/y', '1 quarter'])
  })
})

test('of a company without quarters the years take their place', () => {
  const years = [2021, 2022, 2023, 2024].map((year) => column('FY', year, year, [year]))
  const table = tableOf(
    figures({
      basis: 'annual',
      quarters: { columns: [], lines: {} },
      years: { columns: years, lines: { Revenue: [1e6, 2e6, 3e6, 4e6], roic: [0.1, 0.1, 0.1, 0.2] } },
      twelveMonths: null,
    }),
  )
  expect(table.columns.map(({ title }) => title)).toEqual(['FY2024', 'FY2023', 'y/y', 'FY2022', 'FY2021', '4 years'])
  expect(texts(table, 'Revenue').slice(0, 2)).toEqual(['4.0', '3.0'])
  // The service states returns of a year itself.
  expect(table.sourceAt(positionOf(table, 'ROIC'), 0)).toMatchObject({ kind: 'stored', recordIds: [2024] })
})

describe('a copied range', () => {
  const all = { top: -1, bottom: 1, left: -1, right: 1 }

  test('has its figures in full, and n/a as an empty cell', () => {
    const table = tableOf(figures())
    const { text } = copiedSheet(table.sheet({ top: 0, bottom: 1, left: 0, right: 1 }, null))
    expect(text).toBe('1318400000\t1296800000\r\n0.455\t0.452')
    const dso = positionOf(table, 'working_capital_days.dso')
    expect(copiedSheet(table.sheet({ top: dso, bottom: dso, left: 1, right: 2 }, null)).text).toBe('59\t')
  })

  test('has heads and labels, and a company’s name that no spreadsheet runs', () => {
    const { text } = copiedSheet(tableOf(figures()).sheet(all, '=HYPERLINK("https://example.com")'))
    const [heads, first] = text.split('\r\n')
    expect(heads?.split('\t')).toEqual(['\'=HYPERLINK("https://example.com")', 'Q3 FY2025', 'Q2 FY2025'])
    expect(first?.split('\t')).toEqual(['Revenue', '1318400000', '1296800000'])
  })
})
