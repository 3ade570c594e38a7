/**
 * The main sheets of a comparison's workbook: their names, and the text by which an update finds
 * their rows and columns.
 */

import { fiscalPeriodName, periodColumnName } from '#contract/api/fiscal-period-name.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { keySeparator, numbered, type AnchoredSheet } from '../workbook-update/anchored-sheet.ts'
import { columnLabel } from './data-sheets.ts'
import { shownName } from './line-layout.ts'
import { titleRowCount } from '../title-block.ts'
import { aboveLines, aboveRecords, beforeFields, beforePeriods } from './cell-addresses.ts'
import { checkText, listedRows } from './check-rows.ts'
import { spreadRows } from './spread-rows.ts'
import { splitFactor, storedFields, type ComparedWorkbook } from './compared-companies.ts'

/** The rows whose text identifies a column of figures. */
export const [groupRow, periodRow] = [titleRowCount + 1, titleRowCount + 2]

/** Workbooks of earlier versions count no checks. */
const countedAsHead = 'Counted as'

type Sheets = 'spread' | 'time' | 'period' | 'figures' | 'data' | 'checks'

/** The text that identifies the rows and columns of a comparison's sheets. */
export function anchoredSheets(book: ComparedWorkbook): Readonly<Record<Sheets, AnchoredSheet>> {
  const { table, sides, lines, columns } = book
  const shownNames = table.columns.map((_, column) => shownName(book, column))
  const whose = (of: readonly string[], symbol: string) => of.map((name) => `${symbol}${keySeparator}${name}`)
  const symbols = table.companies.map(({ symbol }) => symbol)
  const fields = table.lines.map(({ field }) => field)
  const first = { row: aboveLines, column: beforePeriods }
  const names = columns.map((column) =>
    column.key === 'LTM before' ? 'Prior-year LTM' : periodColumnName(column, book.spec),
  )
  const periods = sides.flatMap(({ symbol, periods: its }) => whose(its.map(fiscalPeriodName), symbol))
  const stored = storedFields(book)
  const records = sides.flatMap((side) => side.periods.map((period) => ({ symbol: side.symbol, period })))
  return {
    spread: {
      mark: 'spread',
      name: 'Spread',
      heads: [groupRow, periodRow],
      keys: [1],
      first,
      rowKeys: numbered(spreadRows(book).map((row) => (row.kind === 'line' ? (fields[row.line] ?? '') : ''))),
      columnKeys: numbered([
        ...symbols.flatMap((symbol) => whose([...shownNames, 'Rank'], symbol)),
        ...whose(shownNames, 'Median'),
      ]),
    },
    time: {
      mark: 'time',
      name: 'Over time',
      heads: [periodRow],
      keys: [0, 1],
      first,
      columnKeys: numbered(shownNames),
      rowKeys: numbered(
        table.lines.flatMap(({ label }) => symbols.map((symbol) => `${label}${keySeparator}${symbol}`)),
      ),
    },
    period: {
      mark: 'period',
      name: 'One period',
      heads: [groupRow],
      keys: [1],
      first,
      rowKeys: numbered(fields),
      columnKeys: numbered(symbols),
    },
    figures: {
      mark: 'figures',
      name: 'Amounts',
      heads: [groupRow, periodRow],
      keys: [1],
      first,
      rowKeys: numbered(lines.map(({ field }) => field)),
      columnKeys: numbered(sides.flatMap(({ symbol }) => whose(names, symbol))),
    },
    data: {
      mark: 'data',
      name: 'Records',
      heads: [titleRowCount],
      keys: [0, 2],
      first: { row: aboveRecords, column: 3 },
      rowKeys: numbered(periods),
      columnKeys: numbered(['Quarter', 'Year', 'Period ends', 'Record', 'Fetched (UTC)', ...stored.map(columnLabel)]),
      stored: (row, column) => {
        const [record, field] = [records[row - aboveRecords], stored[column - beforeFields]]
        if (!record || field === undefined || field === splitFactor) return undefined
        const { recordId, firstSeenAt } = record.period
        const line = figureLines.get(field)?.label ?? field
        return { recordId, firstSeenAt, field, line, period: `${record.symbol} ${fiscalPeriodName(record.period)}` }
      },
    },
    checks: {
      mark: 'checks',
      name: 'All checks',
      heads: [titleRowCount],
      keys: [0, 1, 2],
      first: { row: aboveRecords, column: 3 },
      rowKeys: numbered(
        listedRows(book).map((row) =>
          row.kind === 'company'
            ? ''
            : [row.side.symbol, fiscalPeriodName(row.period), checkText(row.side, row.check)].join(keySeparator),
        ),
      ),
      columnKeys: ['Figure', 'Stated', 'Calculated', 'Difference', 'Tolerance (units)', 'Status', countedAsHead],
      optional: new Set([countedAsHead]),
    },
  }
}
