import { periodColumnName } from '#contract/api/fiscal-period-name.ts'
import type { Figure } from '#contract/api/financials.ts'
import type { FigureLine } from '#contract/api/figure-lines.ts'
import { widthFor } from '../number-formats.ts'
import { dateCell, type Cell, type CellValue, type Row } from '../workbook/cells.ts'
import type { SheetColumn } from '../workbook/sheet-xml.ts'
import type { CellStyle } from '../workbook/styles.ts'
import { beforePeriods } from './cell-addresses.ts'
import type { ComparedWorkbook } from './compared-companies.ts'

export const bold: CellStyle = { bold: true }
export const quiet: CellStyle = { ink: 'quiet' }
const headWords: CellStyle = { bold: true, fill: 'head' }
const headName: CellStyle = { bold: true, align: 'right', fill: 'head' }
const headDate: CellStyle = { format: 'd mmm yy', ink: 'quiet', align: 'right', fill: 'head' }
const headQuiet: CellStyle = { ink: 'quiet', fill: 'head' }

export function styled(value: CellValue, style: CellStyle): Cell {
  return { kind: 'styled', value, style }
}

/** A formula with the figure that it gives now. */
export function calculatedCell(formula: string, figure: Figure): CellValue {
  return { kind: 'formula', formula, value: figure ?? 'n/a' }
}

export interface LineColumn {
  /** Above the first column of each company. */
  readonly group: string
  readonly title: string
  /** YYYY-MM-DD, or nothing. */
  readonly ends: string
}

/** Title, note, room, then whose, which period, and when it ends. */
export function headRows(title: string, note: string, columns: readonly LineColumn[]): Row[] {
  const row = (first: string, second: string, cell: (column: LineColumn) => Cell): Row => ({
    cells: [styled(first, headWords), styled(second, headQuiet), ...columns.map(cell)],
  })
  return [
    { cells: [styled(title, bold)] },
    { cells: [styled(note, quiet)] },
    { cells: [] },
    row('', '', ({ group }) => styled(group, headName)),
    row('Line', 'Field', (column) => styled(column.title, headName)),
    row('Period ends', '', ({ ends }) => styled(ends === '' ? null : dateCell(ends), headDate)),
  ]
}

export function labelCells({ label, field }: Pick<FigureLine, 'label' | 'field'>): Cell[] {
  return [styled(label, {}), styled(field, quiet)]
}

/** Letters of a date, a period's name or a company's symbol, at the least. */
export const narrowest = 15

/** All of one width: that of the widest figure of any line, told in its format. */
export function lineColumns(
  count: number,
  lines: Iterable<{ readonly format: string; readonly largest: number }>,
): readonly SheetColumn[] {
  let width = narrowest
  for (const { format, largest } of lines) width = Math.max(width, widthFor(largest, format))
  return [{ width: 40 }, { width: 28 }, ...Array.from({ length: count }, () => ({ width }))]
}

/** The largest of some figures, below zero or above; 0 where there is none. */
export function largestOf(figures: Iterable<Figure | undefined>): number {
  let largest = 0
  for (const figure of figures) if (typeof figure === 'number') largest = Math.max(largest, Math.abs(figure))
  return largest
}

/** When a company's period ends, of those that are shown. */
export function endsOf({ table }: ComparedWorkbook, side: number, column: number): string {
  return table.companies[side]?.slots[column]?.endPeriod ?? ''
}

/** A company whose period is too old beside the others' has no rank, and no part in a median. */
export function isOutdated({ table }: ComparedWorkbook, side: number, column: number): boolean {
  return table.companies[side]?.slots[column]?.outdated ?? false
}

export function shownName({ spec, table }: ComparedWorkbook, index: number): string {
  const column = table.columns[index]
  return column ? periodColumnName(column, spec) : ''
}

export const frozenLines = { rows: 6, columns: beforePeriods }
