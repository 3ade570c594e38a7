/** Head rows, labels and cell styles that the sheets of a comparison share. */

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
/** Points: the names stand below an empty line. */
const heightOfNames = 20
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
  /** Filed under another name, as the screen marks it. */
  readonly isCalendarized?: boolean
}

/** A line of words below the names of the companies, such as when their fiscal years end. */
export interface BelowNames {
  readonly label: string
  /** Of the first column of each company. */
  readonly cell: (group: string) => Cell
}

/**
 * Whose, in words; by whose symbol a column is known, hidden; which period; and when it ends.
 *
 * @param second what the column beside the lines holds: their fields, or a company each
 * @param belowNames takes the row of the names, which move up into the last row of the title, where that is free
 */
export function headRows(
  title: TitleBlock,
  unit: string,
  columns: readonly LineColumn[],
  second: 'Field' | 'Symbol' = 'Field',
  belowNames?: BelowNames,
): Row[] {
  const isFirst = (at: number) => columns[at]?.group !== '' && columns[at]?.group !== columns[at - 1]?.group
  const looks = columns.map((column, at) => lookOf(column, isFirst(at)))
  const titles = titleRows(title, beforePeriods + columns.length - 1)
  const names: Row = {
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
  }
  const isFree = belowNames !== undefined && titles.at(-1)?.cells.length === 0
  return [
    ...titles.slice(0, -1),
    ...(isFree
      ? [
          { ...names, height: heightOfNames },
          {
            cells: [
              styled(belowNames.label, small),
              null,
              ...columns.map(({ group }, at) => (isFirst(at) ? belowNames.cell(group) : styled(null, looks[at] ?? {}))),
            ],
          },
        ]
      : [...titles.slice(-1), names]),
    { cells: [null, null, ...columns.map(({ group }) => styled(group, small))], isHidden: true },
    {
      cells: [
        styled('Line', small),
        styled(second, small),
        ...columns.map((column, at) =>
          styled(column.title, {
            ...headName,
            ...looks[at],
            ...(column.is === 'rank' && small),
            // An update knows a column by its words, which a letter of a format is no part of.
            ...(column.isCalendarized === true && { format: '@" c"_)' }),
          }),
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
/** Of `Q3 FY2026`: the narrowest column has room for it; of `FY2026`, and what such a column takes. */
const lettersOfPeriod = 9
const [lettersOfYear, narrowestOfYears] = [6, 8.6]
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
  const isOfYears = columns.every(({ title }) => title.length <= lettersOfYear)
  let width = isOfYears ? narrowestOfYears : narrowest
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
