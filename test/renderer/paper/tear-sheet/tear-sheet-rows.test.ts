import { describe, expect, test } from 'vitest'
import type { Figure, Period } from '#contract/api/financials.ts'
import type { SheetTable } from '#contract/api/tear-sheet.ts'
import {
  keptRows,
  leastRows,
  marksIn,
  quarterRows,
  sheetRows,
  splitsIn,
  yearRows,
} from '../../../../src/renderer/paper/tear-sheet/tear-sheet-rows.ts'

function tableOf(lines: Record<string, Figure[]>, changes: Record<string, Figure[]> = {}): SheetTable {
  const count = Math.max(...Object.values(lines).map(({ length }) => length))
  const columns = Array.from({ length: count }, (_, at) => ({
    quarter: 'FY',
    year: 2020 + at,
    stored: null,
    yearRecordIds: null,
  }))
  return { columns, lines, changes, twelveMonths: null }
}

const labels = (rows: ReturnType<typeof sheetRows>) => rows.map(({ label }) => label)

describe('rows of a table on paper', () => {
  test('are the lines that have a figure, as they are written, for the latest columns', () => {
    const rows = sheetRows(
      yearRows,
      tableOf(
        { Revenue: [1e6, 2.5e6, 3e6], EBITDA: [null, null, null], roic: [null, 0.1, -0.05] },
        { Revenue: [null, 1.5, 0.2] },
      ),
      2,
    )
    expect(labels(rows)).toEqual(['Revenue', 'growth', 'ROIC'])
    expect(rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['2.5', '3.0'],
      ['+150.0%', '+20.0%'],
      ['10.0%', '(5.0%)'],
    ])
    expect(rows[2]?.cells.map(({ isNegative }) => isNegative)).toEqual([false, true])
  })

  test('have a net margin where there is no gross margin, as of a bank, and not next to one', () => {
    const figures = { Revenue: [1], 'calculated.net_margin': [0.2] }
    expect(labels(sheetRows(yearRows, tableOf(figures), 10))).toContain('Net margin')
    const all = Object.fromEntries(yearRows.map(({ field }) => [field, [1]]))
    expect(labels(sheetRows(yearRows, tableOf(all, all), 10))).not.toContain('Net margin')
  })

  test('go in their order where the page is too short, and those that a table is about stay', () => {
    const all = Object.fromEntries(quarterRows.map(({ field }) => [field, [1]]))
    const rows = sheetRows(quarterRows, tableOf(all, all), 8)
    const gone = (count: number) => labels(rows).filter((label) => !labels(keptRows(rows, count)).includes(label))
    expect(gone(rows.length)).toEqual([])
    expect(gone(rows.length - 2)).toEqual(['R&D', 'Net debt, period end'])
    expect(keptRows(rows, 0)).toHaveLength(leastRows(rows))
    expect(labels(keptRows(rows, 0))).toContain('Revenue')
  })
})

test('marks are explained where they occur, and not where they do not', () => {
  const table = tableOf({ Revenue: [1], EBITDA: [1] })
  expect(marksIn(sheetRows(yearRows, table, 10))).toEqual([])
  const flagged = withStored(table, [{ restated: ['Revenue'], breaks: ['TotalAssets'], remarks: [] }])
  expect(marksIn(sheetRows(yearRows, flagged, 10))).toEqual([['r', 'restated since first download']])
})

const split = {
  kind: 'split' as const,
  message: '4-for-1 share split inferred between FY2020 and FY2021.',
  label: '4-for-1 split',
}
const withStored = (table: SheetTable, stored: readonly Partial<Period>[]): SheetTable => ({
  ...table,
  columns: table.columns.map((column, at) => ({
    ...column,
    stored: { restated: [], breaks: [], ...stored[at] } as Period,
  })),
})
const earnings = { Revenue: [1e6, 1e6], DilutedEarningsPerShare: [4, 1] }
const marksOfLine = (table: SheetTable, field: string) =>
  sheetRows(yearRows, table, 10)
    .find((row) => row.field === field)
    ?.cells.map(({ marks }) => marks.join(''))

describe('a share split on paper', () => {
  test('is marked on the earnings per share after it and on no amount, and is stated in words', () => {
    const table = withStored(tableOf(earnings), [{ remarks: [] }, { remarks: [split] }])
    expect(marksOfLine(table, 'DilutedEarningsPerShare')).toEqual(['', 'x'])
    expect(marksOfLine(table, 'Revenue')).toEqual(['', ''])
    expect(marksIn(sheetRows(yearRows, table, 10))).toEqual([['x', 'share split before this period']])
    expect(splitsIn([table, table])).toEqual([split.message])
  })

  test('marks the earnings per share that were adjusted for it, also of twelve months', () => {
    const adjusted = { figures: 'Adjusted for a 4-for-1 split.', compared: null }
    const remark = { ...split, kind: 'adjusted-split' as const }
    const table = withStored(tableOf(earnings), [{ remarks: [], adjusted }, { remarks: [remark] }])
    const period = { remarks: [], restated: [], breaks: [], adjusted } as unknown as Period
    const lines = { Revenue: 1e6, DilutedEarningsPerShare: 1 }
    const rows = sheetRows(yearRows, { ...table, twelveMonths: { period, lines, changes: {} } }, 10)
    const row = rows.find(({ field }) => field === 'DilutedEarningsPerShare')
    expect(row?.cells.map(({ marks }) => marks.join(''))).toEqual(['a', ''])
    expect(row?.twelveMonths?.marks).toEqual(['a'])
    expect(marksIn(rows)).toEqual([['a', 'adjusted for splits']])
    expect(splitsIn([table])).toEqual([split.message])
  })
})
