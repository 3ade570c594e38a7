import { periodColumnName } from '#contract/api/fiscal-period-name.ts'
import type { Figure } from '#contract/api/financials.ts'
import type { FigureLine } from '#contract/api/figure-lines.ts'
import { groupHead, groupRule } from '../group-header-row.ts'
import { widthFor } from '../number-formats.ts'
import { titleRows, type TitleBlock } from '../title-block.ts'
import { dateCell, runsCell, type Cell, type CellValue, type Row } from '../workbook/cells.ts'
import type { SheetColumn } from '../workbook/sheet-xml.ts'
import type { CellStyle } from '../workbook/styles.ts'
import { aboveLines, beforePeriods } from './cell-addresses.ts'
import type { ComparedWorkbook } from './compared-companies.ts'

export const bold: CellStyle = { bold: true }
const small: CellStyle = { ink: 'quiet', size: 8 }
const below: CellStyle = { ...small, ruleBelow: 'strong' }
const headName: CellStyle = { bold: true, align: 'right', format: '@_)' }
const headDate: CellStyle = { format: 'd mmm yy_)', size: 8, ink: 'quiet', align: 'right', ruleBelow: 'strong' }

export function styled(value: CellValue, style: CellStyle): Cell {
  return { kind: 'styled', value, style }
}

/** A formula with its present value. */
export function calculatedCell(formula: string, figure: Figure): CellValue {
  return { kind: 'formula', formula, value: figure ?? 'n/a' }
}

/** A figure in its color; n/a and n.m. are muted. */
export function styledCell(value: CellValue, style: CellStyle): Cell {
  const shown = typeof value === 'object' && value?.kind === 'formula' ? value.value : value
  return styled(value, typeof shown === 'string' ? { ...style, ink: 'quiet' } : style)
}

export interface LineColumn {
  /** Above the first column of each company. */
  readonly group: string
  /** The company's name, next to its symbol. */
  readonly name?: string | null
  readonly title: string
  /** YYYY-MM-DD, or nothing. */
  readonly ends: string
  /** Medians and ranks are muted. */
  readonly is?: 'median' | 'rank'
}

/**
 * The company; its symbol as a hidden key of the column; the period; and its end. @param second content of the column after the
 * lines: their fields, or a company each
 */
export function headRows(
  title: TitleBlock,
  unit: string,
  columns: readonly LineColumn[],
  second: 'Field' | 'Symbol' = 'Field',
): Row[] {
  const isFirst = (at: number) => columns[at]?.group !== '' && columns[at]?.group !== columns[at - 1]?.group
  const looks = columns.map((column, at) => lookOf(column, isFirst(at)))
  return [
    ...titleRows(title, beforePeriods + columns.length - 1),
    {
      cells: [
        null,
        null,
        ...columns.map(({ group, name }, at) =>
          isFirst(at)
            ? runsCell(
                [
                  { text: group, style: bold },
                  { text: name ? `  ${name}` : '', style: small },
                ],
                { ...looks[at], indent: 1 },
              )
            : styled(null, looks[at] ?? {}),
        ),
      ],
    },
    { cells: [null, null, ...columns.map(({ group }) => styled(group, small))], isHidden: true },
    {
      cells: [
        styled('Line', small),
        styled(second, small),
        ...columns.map((column, at) =>
          styled(column.title, { ...headName, ...looks[at], ...(column.is === 'rank' && small) }),
        ),
      ],
    },
    {
      cells: [
        styled(unit, below),
        styled(null, below),
        ...columns.map(({ ends }, at) => styled(ends === '' ? null : dateCell(ends), { ...headDate, ...looks[at] })),
      ],
    },
  ]
}

/** A line to the left of each company, the ground of the medians. */
function lookOf({ is }: Pick<LineColumn, 'is'>, isFirst: boolean): CellStyle {
  return { ...(is === 'median' && { fill: 'well' as const }), ...(isFirst && { ruleLeft: 'hair' as const }) }
}

/** The cells of a row in the looks of their columns. */
export function inColumns(cells: readonly Cell[], columns: readonly LineColumn[]): Cell[] {
  return cells.map((cell, at) => {
    const column = columns[at]
    if (!column) return cell
    const look = lookOf(column, column.group !== '' && column.group !== columns[at - 1]?.group)
    return typeof cell === 'object' && cell?.kind === 'styled'
      ? { ...cell, style: { ...cell.style, ...look } }
      : styled(cell, look)
  })
}

export function labelCells({ label, field }: Pick<FigureLine, 'label' | 'field'>): Cell[] {
  return [styled(label, {}), styled(field, small)]
}

/** The head of a group of lines across all columns. */
export function groupCells(label: string, note: string, columns: readonly LineColumn[]): Cell[] {
  const rule = styled(null, groupRule)
  return [
    groupHead(label, note),
    rule,
    ...inColumns(
      columns.map(() => rule),
      columns,
    ),
  ]
}

/** Letters of a date or a period's name, and of a rank, at the least. */
export const narrowest = 10.5
const widthOfRank = 5
/** Length of `Q3 FY2026`, which fits the narrowest column. */
const lettersOfPeriod = 9
const widthOfField = 30

/** Letters of the longest of these texts, with room at the sides. */
export function widthForTexts(
  texts: Iterable<string>,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  let width = least
  for (const { length } of texts) width = Math.max(width, Math.min(most, Math.ceil(length * 0.95) + 2))
  return width
}

/** As wide as the widest figure of any line, or a longer head. @param isFieldHidden the second column is not for readers */
export function lineColumns(
  columns: readonly LineColumn[],
  lines: Iterable<{ readonly format: string; readonly largest: number }>,
  labels: Iterable<string>,
  isFieldHidden = true,
): readonly SheetColumn[] {
  let width = narrowest
  for (const { format, largest } of lines) width = Math.max(width, widthFor(largest, format))
  return [
    { width: widthForTexts(labels, { least: 24, most: 44 }) },
    isFieldHidden ? { width: widthOfField, isHidden: true, outline: 1 } : { width: 12 },
    ...columns.map(({ is, title }) => ({
      width: is === 'rank' ? widthOfRank : title.length > lettersOfPeriod ? Math.max(width, title.length + 2) : width,
    })),
  ]
}

/** The largest absolute value of some figures; 0 when there is none. */
export function largestOf(figures: Iterable<Figure | undefined>): number {
  let largest = 0
  for (const figure of figures) if (typeof figure === 'number') largest = Math.max(largest, Math.abs(figure))
  return largest
}

/** When a company's period ends, of those that are shown. */
export function endsOf({ table }: ComparedWorkbook, side: number, column: number): string {
  return table.companies[side]?.periods[column]?.endPeriod ?? ''
}

/** A company whose period is too old compared with the others' has no rank, and no part in a median. */
export function isOutdated({ table }: ComparedWorkbook, side: number, column: number): boolean {
  return table.companies[side]?.periods[column]?.outdated ?? false
}

export function shownName({ spec, table }: ComparedWorkbook, index: number): string {
  const column = table.columns[index]
  return column ? periodColumnName(column, spec) : ''
}

export const frozenLines = { rows: aboveLines, columns: beforePeriods }
