/** Bar charts in a comparison's workbook, and the sheet of figures that they draw. */

import type { Scale } from '#contract/api/exports.ts'
import type { Figure } from '#contract/api/financials.ts'
import { printedPage, titleRowCount, titleRows, type TitleBlock } from '../title-block.ts'
import { keySeparator, markedCell, numbered, type AnchoredSheet } from '../workbook-update/anchored-sheet.ts'
import type { Chart, ChartColor, ChartRange, PlacedChart } from '../workbook/chart-xml.ts'
import { columnName, runsCell, type Cell, type CellValue, type Row, type TextRun } from '../workbook/cells.ts'
import { inFormula } from '../workbook/sheet-names.ts'
import type { Sheet, SheetColumn } from '../workbook/sheet-xml.ts'
import { aboveLines, beforePeriods, type CellAddresses } from './cell-addresses.ts'
import type { ComparedWorkbook } from './compared-companies.ts'
import { derivedFigureAt, derivedFormat } from './derived-figures.ts'
import { calculatedCell, shownName } from './line-layout.ts'
import { spreadRows } from './spread-rows.ts'

/** Beyond these, bars are too thin to be read under their columns. */
const most = { companies: 12, columns: 6 }
const mostLines = 2
const [rowsOfChart, rowsBetween] = [9, 2]
const headRow = titleRowCount
const [firstRow, firstColumn] = [headRow + 1, 2]
const quiet = { ink: 'quiet' } as const

/** Drawn first where the comparison has them, as below the table on screen. */
const usuallyDrawn: readonly string[] = ['calculated.operating_margin', 'calculated.revenue_growth']

/** A new workbook has charts where their bars can be read. */
export function hasCharts(book: ComparedWorkbook): boolean {
  return book.table.columns.length <= most.columns && drawnLines(book).length > 0
}

/** Lines that are drawn below the spread, by their place in it: proportions where there are some, since amounts differ in size. */
function drawnLines({ table }: ComparedWorkbook): readonly number[] {
  const { lines, companies } = table
  if (companies.length < 2 || companies.length > most.companies) return []
  const all = lines.map((_, at) => at)
  const usual = usuallyDrawn.flatMap((field) => all.find((at) => lines[at]?.field === field) ?? [])
  const shares = all.filter((at) => lines[at]?.unit === 'percent' && !usual.includes(at))
  const drawn = [...usual, ...shares]
  return (drawn.length > 0 ? drawn : all).slice(0, mostLines)
}

/**
 * The figures that are drawn, a company a column: formulas over the spread. Bars are below the columns of the spread, where later periods
 * have no place, so that an update adds no rows for them.
 */
export function chartDataTable(book: ComparedWorkbook): AnchoredSheet {
  const { table } = book
  const names = table.columns.map((_, column) => shownName(book, column))
  const rowKeys = numbered(
    drawnLines(book).flatMap((at) => names.map((name) => `${table.lines[at]?.field ?? ''}${keySeparator}${name}`)),
  )
  return {
    mark: 'chart-data',
    name: 'Chart data',
    heads: [headRow],
    keys: [0, 1],
    first: { row: firstRow, column: firstColumn },
    rowKeys,
    columnKeys: numbered(table.companies.map(({ symbol }) => symbol)),
    isOptional: true,
    optional: new Set(rowKeys),
  }
}

export function chartDataSheet(
  book: ComparedWorkbook,
  addresses: CellAddresses,
  anchored: AnchoredSheet,
  { scale, title }: { readonly scale: Scale; readonly title: TitleBlock },
): Sheet {
  const { table, spec } = book
  const block = { ...title, subject: 'Chart data' }
  const head = { bold: true, ruleBelow: 'strong' } as const
  const styled = (value: CellValue, style: Extract<Cell, { kind: 'styled' }>['style']): Cell => ({
    kind: 'styled',
    value,
    style,
  })
  const rows = drawnLines(book).flatMap((line) =>
    table.columns.map((_, column): Row => {
      const of = table.lines[line]
      const format = of ? derivedFormat(of, spec.mode, scale) : ''
      return {
        cells: [
          of?.field ?? null,
          styled(shownName(book, column), quiet),
          ...table.companies.map((__, side) =>
            styled(drawnCell(book, addresses, { line, side, column }), {
              format,
              ink: 'other-sheet',
              align: 'right',
            }),
          ),
        ],
      }
    }),
  )
  return {
    name: anchored.name,
    columns: [
      { width: 32 },
      { width: 12 },
      ...table.companies.map(({ symbol }) => ({ width: Math.max(12, symbol.length * 1.3 + 2) })),
    ],
    marks: [{ name: anchored.mark, ...markedCell(anchored) }],
    page: printedPage(block, {}),
    rows: [
      [
        ...titleRows(block),
        {
          cells: [
            styled('Line', head),
            styled('Period', head),
            ...table.companies.map(({ symbol }) => styled(symbol, { ...head, align: 'right' })),
          ],
        },
        ...rows,
      ],
    ],
  }
}

/** A gap stays a gap: a cell without a figure is empty. */
function drawnCell(
  book: ComparedWorkbook,
  addresses: CellAddresses,
  { line, side, column }: { readonly line: number; readonly side: number; readonly column: number },
): CellValue {
  const [cell, figure] = [addresses.spreadElsewhere(side, column, line), derivedFigureAt(book, line, side, column)]
  return cell === undefined || typeof figure !== 'number' ? null : calculatedCell(cell, figure)
}

/** Bars under the columns of their companies; the labels are at the left. */
export function spreadCharts(
  book: ComparedWorkbook,
  columns: readonly SheetColumn[],
  scale: Scale,
): Pick<Sheet, 'charts'> & { readonly rows: readonly Row[] } {
  const { table, spec } = book
  if (!hasCharts(book)) return { rows: [] }
  const lines = drawnLines(book)
  const end = beforePeriods + table.companies.length * (table.columns.length + 1)
  const widths = columns.slice(0, end).map(({ width, isHidden }) => (isHidden === true ? 0 : width))
  const total = widths.reduce((sum, width) => sum + width, 0)
  const label = widths[0] ?? 0
  const [figure = 1, rank = 0] = [widths[beforePeriods], widths[end - 1]]
  const data = inFormula('Chart data')
  const first = columnName(firstColumn)
  const last = columnName(firstColumn + table.companies.length - 1)
  const range = (row: number, values: readonly Figure[]): ChartRange => ({
    cells: `${data}$${first}$${row + 1}:$${last}$${row + 1}`,
    values: values.map((value) => value ?? null),
  })
  const belowLines = aboveLines + spreadRows(book).length
  const start = belowLines + 1
  const rows: Row[] = []
  const charts = lines.map((line, at): PlacedChart => {
    const of = table.lines[line]
    const row = start + at * (rowsOfChart + rowsBetween)
    const format = of ? derivedFormat(of, spec.mode, scale) : ''
    rows.push(...Array.from({ length: row - belowLines - rows.length }, (): Row => ({ cells: [] })), {
      cells: [
        chartTitle(
          of?.label ?? '',
          table.columns.map((_, column) => shownName(book, column)),
        ),
      ],
    })
    const chart: Chart = {
      kind: 'columns',
      hasCategories: at === lines.length - 1,
      gap: Math.round((100 * rank) / figure),
      plot: { left: label / total, width: (total - label) / total },
      series: table.columns.map((_, column) => ({
        name: shownName(book, column),
        across: {
          cells: `${data}$${first}$${headRow + 1}:$${last}$${headRow + 1}`,
          values: table.companies.map(({ symbol }) => symbol),
        },
        values: range(
          firstRow + at * table.columns.length + column,
          table.companies.map((__, side) => derivedFigureAt(book, line, side, column)),
        ),
        color: colorOf(column, table.columns.length),
        ...(column === table.columns.length - 1 && {
          label: format.replaceAll('_)', '').split(';').slice(0, 2).join(';'),
        }),
      })),
    }
    return {
      chart,
      from: { column: 0, row: row + 1 },
      to: { column: end, row: row + 1 + rowsOfChart },
      description: `${of?.label ?? ''} of ${table.companies.map(({ symbol }) => symbol).join(', ')}`,
    }
  })
  return { charts, rows }
}

/** The line of the chart, and which bar is which period. */
function chartTitle(label: string, periods: readonly string[]): Cell {
  return runsCell([
    { text: label, style: { bold: true } },
    ...periods.map((period, at): TextRun => ({
      text: `${at === 0 ? '   ' : '  '}${period}`,
      style: at === periods.length - 1 ? { bold: true, ink: 'section' } : quiet,
    })),
  ])
}

/** The latest column in the color of interest, the one before it darker than those before that. */
function colorOf(column: number, count: number): ChartColor {
  return column === count - 1 ? 'interest' : column === count - 2 ? 'bar' : 'earlier'
}
