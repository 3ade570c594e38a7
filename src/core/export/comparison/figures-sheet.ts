import { slotName } from '#contract/desk/fiscal-period-name.ts'
import type { Scale } from '#contract/desk/exports.ts'
import { figureOf } from '#contract/desk/figure-numbers.ts'
import type { Figure } from '#contract/desk/financials.ts'
import { figureLines, type FigureLine } from '#contract/desk/figure-lines.ts'
import { figurePlaces } from '../../fundamentals/figure-fields.ts'
import { shareLines } from '../../fundamentals/share-split.ts'
import { toSpreadsheet } from '../../metrics/to-spreadsheet.ts'
import { numberFormat } from '../number-formats.ts'
import type { CellValue, Row } from '../workbook/cells.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import { frozenLines, headRows, labelCells, largestOf, lineColumns, reckoned, styled } from './line-layout.ts'
import type { Places } from './places.ts'
import type { BookSide, ComparedBook } from './sides.ts'

/**
 * Every line in every column of every company, also what the comparison does not show but grows from: stored figures out of the data,
 * twelve months and calendar years as sums over it, what is reckoned as formulas over the lines above.
 */
export function figuresSheet(book: ComparedBook, name: string, places: Places, scale: Scale, note: string): Sheet {
  const columns = book.sides.flatMap((side) =>
    book.columns.map((column, at) => ({
      group: side.symbol,
      title: column.key === 'LTM before' ? 'LTM a year before' : slotName(column, book.spec),
      ends: side.periods[side.sources[at]?.at.at(-1) ?? -1]?.endPeriod ?? '',
    })),
  )
  return {
    name,
    frozen: frozenLines,
    columns: lineColumns(
      columns.length,
      book.lines.map(({ field, unit }) => ({
        format: numberFormat(unit, scale),
        largest: largestOf(book.sides.flatMap((side) => Array.from(side.line(field), figureOf))),
      })),
    ),
    rows: (function* (): Generator<Row[]> {
      yield headRows('Figures', note, columns)
      for (const line of book.lines) {
        const format = numberFormat(line.unit, scale)
        const stored = figurePlaces.has(line.field)
        const style = { format, align: 'right', ink: stored ? 'other-sheet' : 'formula' } as const
        yield [
          {
            cells: [
              ...labelCells(line),
              ...book.sides.flatMap((side, at) => {
                const figures = side.line(line.field)
                return book.columns.map((_, column) =>
                  styled(figureCell({ book, places, side, at }, line, column, figureOf(figures[column])), style),
                )
              }),
            ],
          },
        ]
      }
    })(),
  }
}

interface Where {
  readonly book: ComparedBook
  readonly places: Places
  readonly side: BookSide
  /** The company's place. */
  readonly at: number
}

function figureCell({ book, places, side, at }: Where, line: FigureLine, column: number, figure: Figure): CellValue {
  if (figurePlaces.has(line.field)) {
    const source = side.sources[column]
    const cells = source?.at.flatMap((period) => places.data(at, period, line.field) ?? []) ?? []
    const twelveMonths = shareLines.has(line.field) ? side.twelveMonths.get(column) : undefined
    const year = figureOf(side.periods[twelveMonths?.year ?? -1]?.figures[figurePlaces.get(line.field) ?? -1])
    const yearCell = year === null ? undefined : places.data(at, twelveMonths?.year ?? -1, line.field)
    if (yearCell !== undefined) return reckoned(`IF(ISNUMBER(${yearCell}),${yearCell},"n/a")`, figure)
    const text = storedFormula(line.field, cells, twelveMonths?.isOneBase ?? true)
    return text === null ? 'n/a' : reckoned(text, figure)
  }
  const formula = book.formulas.get(line.field)
  const text =
    formula &&
    toSpreadsheet(formula, column, {
      cell: (field, from) => places.figure(at, from, field),
      prior: (from) => book.before(from, book.period),
      yearAgo: (from) => book.before(from, 4),
      shares: side.shares,
    })
  return text === undefined || text === null ? 'n/a' : reckoned(text, figure)
}

/** One period's own figure, or twelve months of four; null: n/a for good. */
function storedFormula(field: string, cells: readonly string[], isOneShareBase: boolean): string | null {
  const [only] = cells
  if (only !== undefined && cells.length === 1) return `IF(ISNUMBER(${only}),${only},"n/a")`
  const { measure = null, unit } = figureLines.get(field) ?? {}
  const last = cells.at(-1)
  if (cells.length !== 4 || last === undefined || measure === null) return null
  if (measure === 'end') return `IF(ISNUMBER(${last}),${last},"n/a")`
  // No sum runs across a share split.
  if (!isOneShareBase) return `IF(COUNT(${cells.join(',')})=4,"n.m.","n/a")`
  const whole = `${measure === 'average' ? 'AVERAGE' : 'SUM'}(${cells.join(',')})`
  return `IF(COUNT(${cells.join(',')})=4,${unit === 'per-share' ? `ROUND(${whole},6)` : whole},"n/a")`
}
