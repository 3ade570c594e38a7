/**
 * The sheet "Amounts" of a comparison's workbook: every line of every company in every column, as
 * formulas over the sheet "Records".
 */

import { periodColumnName } from '#contract/api/fiscal-period-name.ts'
import { needingYear, statedAtEnd } from '#contract/api/calculated-lines.ts'
import { figureOf } from '#contract/api/figure-numbers.ts'
import type { Figure } from '#contract/api/financials.ts'
import { figureLines, type FigureLine } from '#contract/api/figure-lines.ts'
import { figureIndexes } from '../../fundamentals/figure-fields.ts'
import { twelveMonthFormulas } from '../../fundamentals/comparison-formulas.ts'
import { perShareLines, shareLines } from '../../fundamentals/share-split.ts'
import { toSpreadsheet } from '../../metrics/spreadsheet-formula.ts'
import { numberFormat } from '../number-formats.ts'
import { pagesAcross, printedPage } from '../title-block.ts'
import type { CellValue, Row } from '../workbook/cells.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import {
  frozenLines,
  headRows,
  labelCells,
  largestOf,
  lineColumns,
  calculatedCell,
  inColumns,
  styledCell,
} from './line-layout.ts'
import { aboveLines, beforePeriods, type CellAddresses } from './cell-addresses.ts'
import { unitOf, type SheetOptions } from './layout-sheets.ts'
import { splitFactor, type WorkbookCompany, type ComparedWorkbook } from './compared-companies.ts'

/**
 * Every line in every column of every company, including what growth is calculated from: stored figures from the data, twelve
 * months and calendar years as sums, calculated lines as formulas over the lines above.
 */
export function figuresSheet(
  book: ComparedWorkbook,
  addresses: CellAddresses,
  { name, scale, title }: SheetOptions,
): Sheet {
  const columns = book.sides.flatMap((side) =>
    book.columns.map((column, at) => ({
      group: side.symbol,
      name: side.name,
      title: column.key === 'LTM before' ? 'Prior-year LTM' : periodColumnName(column, book.spec),
      ends: side.periods[side.sources[at]?.at.at(-1) ?? -1]?.endPeriod ?? '',
    })),
  )
  const titled = { ...title, subject: 'Amounts behind the comparison' }
  const widths = lineColumns(
    columns,
    book.lines.map(({ field, unit }) => ({
      format: numberFormat(unit, scale),
      largest: largestOf(book.sides.flatMap((side) => Array.from(side.line(field), figureOf))),
    })),
    book.lines.map(({ label }) => label),
  )
  return {
    name,
    frozen: frozenLines,
    columns: widths,
    page: printedPage(titled, { headsUpTo: aboveLines, ...pagesAcross(widths, beforePeriods) }),
    rows: (function* (): Generator<Row[]> {
      yield headRows(titled, unitOf(scale), columns)
      for (const line of book.lines) {
        const format = numberFormat(line.unit, scale)
        const stored = figureIndexes.has(line.field)
        const style = { format, align: 'right', ink: stored ? 'other-sheet' : 'formula' } as const
        yield [
          {
            cells: [
              ...labelCells(line),
              ...inColumns(
                book.sides.flatMap((side, at) => {
                  const figures = side.line(line.field)
                  return book.columns.map((_, column) =>
                    styledCell(
                      figureCell({ book, addresses, side, at }, line, column, figureOf(figures[column])),
                      style,
                    ),
                  )
                }),
                columns,
              ),
            ],
          },
        ]
      }
    })(),
  }
}

interface Where {
  readonly book: ComparedWorkbook
  readonly addresses: CellAddresses
  readonly side: WorkbookCompany
  /** The company's index. */
  readonly at: number
}

function figureCell({ book, addresses, side, at }: Where, line: FigureLine, column: number, figure: Figure): CellValue {
  const source = side.sources[column]
  const overFour = source?.at.length === 4 && side.states(line.field) ? twelveMonthFormulas.get(line.field) : undefined
  if (figureIndexes.has(line.field) && overFour === undefined) {
    const cellAt = (period: number) => dataCell(addresses, { side, at }, period, line.field)
    const cells = source?.at.flatMap((period) => cellAt(period) ?? []) ?? []
    const twelveMonths = shareLines.has(line.field) ? side.twelveMonths.get(column) : undefined
    const year = figureOf(side.periods[twelveMonths?.year ?? -1]?.figures[figureIndexes.get(line.field) ?? -1])
    const yearCell = year === null ? undefined : cellAt(twelveMonths?.year ?? -1)
    if (yearCell !== undefined) return calculatedCell(single(yearCell), figure)
    const text = storedFormula(line.field, cells, twelveMonths?.isOneBase ?? true)
    return text === null ? 'n/a' : calculatedCell(text, figure)
  }
  if (needingYear.has(line.field) && book.columns[column]?.kind === 'quarter') return 'n/a'
  const formula = overFour ?? book.formulas.get(line.field)
  const text =
    formula &&
    toSpreadsheet(formula, column, {
      cell: (field, from) => addresses.figure(at, from, field),
      prior: (from) => side.before(from, book.period),
      yearAgo: (from) => side.before(from, 4),
      shares: side.shares,
    })
  return text === undefined || text === null ? 'n/a' : calculatedCell(text, figure)
}

/** A figure of the data; with a factor, one that is adjusted for splits. */
interface DataCell {
  readonly cell: string
  readonly factor?: string
  /** The figure, adjusted where it is. */
  readonly value: string
}

function dataCell(addresses: CellAddresses, { side, at }: Pick<Where, 'side' | 'at'>, period: number, field: string) {
  const cell = addresses.data(at, period, field)
  if (cell === undefined) return undefined
  const isAdjusted = shareLines.has(field) && side.periods[period]?.adjustment !== undefined
  const factor = isAdjusted ? addresses.data(at, period, splitFactor) : undefined
  const plain: DataCell = { cell, value: cell }
  return factor === undefined
    ? plain
    : { cell, factor, value: `${cell}${perShareLines.has(field) ? '/' : '*'}${factor}` }
}

function single({ cell, factor, value }: DataCell): string {
  const adjusted = factor === undefined ? value : `IF(ISNUMBER(${factor}),${value},"n.m.")`
  return `IF(ISNUMBER(${cell}),${adjusted},"n/a")`
}

/** One period's own figure, or twelve months of four; null: n/a for good. */
function storedFormula(field: string, of: readonly DataCell[], isOneShareBase: boolean): string | null {
  const [only] = of
  if (only !== undefined && of.length === 1) return single(only)
  const { measure = null, unit } = figureLines.get(field) ?? {}
  const last = of.at(-1)
  if (of.length !== 4 || last === undefined) return null
  if (measure === 'end' || statedAtEnd.has(field)) return single(last)
  if (measure === null) return null
  const inputs = of.flatMap(({ cell, factor }) => [cell, ...(factor === undefined ? [] : [factor])])
  const isWhole = `COUNT(${inputs.join(',')})=${inputs.length}`
  // No sum runs across a share split.
  if (!isOneShareBase) return `IF(${isWhole},"n.m.","n/a")`
  const whole = `${measure === 'average' ? 'AVERAGE' : 'SUM'}(${of.map(({ value }) => value).join(',')})`
  return `IF(${isWhole},${unit === 'per-share' ? `ROUND(${whole},6)` : whole},"n/a")`
}
