import { fiscalPeriodName } from '#contract/desk/fiscal-period-name.ts'
import type { Scale } from '#contract/desk/exports.ts'
import { figureLines } from '#contract/desk/figure-lines.ts'
import { figureOf } from '#contract/desk/figure-numbers.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import { figurePlaces } from '../../fundamentals/figure-fields.ts'
import { judged } from '../../fundamentals/tie-outs.ts'
import { momentCell } from '../facts.ts'
import { numberFormat, widthFor } from '../number-formats.ts'
import { dateCell, type Cell, type Row } from '../workbook/cells.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import type { CellStyle } from '../workbook/styles.ts'
import { partsCell, tieCell, toleranceCell, totalCell } from '../tie-cell.ts'
import { largestOf, narrowest } from './line-layout.ts'
import { aboveRecords, beforeFields, type Places } from './places.ts'
import { storedFields, type BookSide, type ComparedBook } from './sides.ts'

const head: CellStyle = { bold: true, fill: 'head', wrap: true }
const day: CellStyle = { format: 'yyyy-mm-dd', align: 'left' }
const left: CellStyle = { align: 'left' }

/** Every record behind the comparison, a row each, as the service gave it: figures that were not given are empty. */
export function dataSheet(book: ComparedBook, name: string, scale: Scale): Sheet {
  const fields = storedFields(book)
  const styles = fields.map((field): CellStyle => ({ format: formatOf(field, scale), ink: 'data', align: 'right' }))
  const facts = ['Symbol', 'Company', 'Period', 'Quarter', 'Year', 'Period ends', 'Record', 'Fetched (UTC)']
  return {
    name,
    frozen: { rows: aboveRecords, columns: 3 },
    columns: [
      ...[10, 24, 11, 8, 7, 11, 9, 19],
      ...fields.map((field) => {
        const figures = book.sides.flatMap(({ periods }) => periods.map((period) => storedAt(period, field)))
        return Math.max(narrowest, widthFor(largestOf(figures), formatOf(field, scale)))
      }),
    ].map((width) => ({ width })),
    rows: (function* (): Generator<Row[]> {
      yield [
        {
          cells: [...facts, ...fields.map((field) => figureLines.get(field)?.label ?? field)].map(headCell),
          height: 28,
        },
      ]
      for (const side of book.sides) {
        yield side.periods.map((period): Row => ({
          cells: [
            side.symbol,
            side.name,
            fiscalPeriodName(period),
            period.quarter,
            styled(period.year, left),
            styled(dateCell(period.endPeriod), day),
            styled(period.recordId, left),
            momentCell(period.lastSeenAt),
            ...fields.map((field, at) => styled(storedAt(period, field), styles[at] ?? {})),
          ],
        }))
      }
    })(),
  }
}

/** Every tie of every record, a row each: the total, its parts, and what it says beyond them; 0 where it ties. */
export function checksSheet(book: ComparedBook, name: string, places: Places): Sheet {
  return {
    name,
    frozen: { rows: aboveRecords, columns: 3 },
    columns: [10, 11, 60, ...Array.from({ length: 3 }, () => widthOfTies(book)), 12].map((width) => ({ width })),
    rows: (function* (): Generator<Row[]> {
      const heads = ['Symbol', 'Period', 'Check', 'Total', 'Its parts', 'Difference', 'Tolerance, in units']
      yield [{ cells: heads.map((text, at) => styled(text, at < 3 ? head : { ...head, align: 'right' })) }]
      for (const [at, side] of book.sides.entries()) {
        for (const [row, period] of side.periods.entries()) {
          yield book.rules.map((rule): Row => {
            const cell = (field: string) => places.data(at, row, field)
            const tie = judged(rule, (field) => storedAt(period, field))
            return {
              cells: [
                ...[side.symbol, fiscalPeriodName(period), rule.rule],
                totalCell(rule, tie, cell),
                partsCell(rule, tie, cell),
                tieCell(rule, tie, cell),
                toleranceCell(rule, tie, cell),
              ],
            }
          })
        }
      }
    })(),
  }
}

/** Of the totals that are checked: they are told in units, whatever the scale of the other sheets. */
function widthOfTies({ sides, rules }: ComparedBook): number {
  const totals = sides.flatMap(({ periods }) =>
    periods.flatMap((period) =>
      rules.flatMap(({ field, sum }) => [field, ...sum.map(([part]) => part)].map((each) => storedAt(period, each))),
    ),
  )
  return Math.max(18, widthFor(largestOf(totals) * 2, numberFormat('count', 'units')))
}

function storedAt({ figures }: BookSide['periods'][number], field: string): number | null {
  const figure = figureOf(figures[figurePlaces.get(field) ?? -1])
  return typeof figure === 'number' ? figure : null
}

function formatOf(field: string, scale: Scale): string {
  const unit: UnitKind = figureLines.get(field)?.unit ?? 'money'
  return numberFormat(unit, scale)
}

function headCell(text: string, at: number): Cell {
  return styled(text, at < beforeFields ? head : { ...head, align: 'right' })
}

function styled(value: Exclude<Cell, { kind: 'styled' }>, style: CellStyle): Cell {
  return { kind: 'styled', value, style }
}
