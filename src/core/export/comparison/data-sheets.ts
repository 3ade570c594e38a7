import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { Scale } from '#contract/api/exports.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { figureOf } from '#contract/api/figure-numbers.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import { figureIndexes } from '../../fundamentals/figure-fields.ts'
import { reportedFigures } from '../../fundamentals/series.ts'
import { momentCell } from '../provenance-rows.ts'
import { numberFormat, widthFor } from '../number-formats.ts'
import { pagesAcross, printedPage, titleRows } from '../title-block.ts'
import type { SheetOptions } from './layout-sheets.ts'
import { dateCell, type Cell, type Row } from '../workbook/cells.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import type { CellStyle } from '../workbook/styles.ts'
import {
  crossCell,
  crossStatedCell,
  crossTermsCell,
  crossToleranceCell,
  partsCell,
  statusCell,
  statusOf,
  tieCell,
  toleranceCell,
  totalCell,
  type CrossOperand,
} from '../tie-out-cells.ts'
import { checkRows, checkText, type CheckRow } from './check-rows.ts'
import { largestOf, narrowest, widthForTexts } from './line-layout.ts'
import { aboveRecords, beforeFields, type CellAddresses } from './cell-addresses.ts'
import { splitFactor, storedFields, type WorkbookCompany, type ComparedWorkbook } from './compared-companies.ts'

const head: CellStyle = { bold: true, ruleBelow: 'strong', wrap: true }
const figureHead: CellStyle = { ...head, align: 'right' }
/** A batch is in memory while it is written. */
const rowsAtOnce = 500
/** Symbol, company and period. */
const labelsOfRecords = 3
/** Points: four lines of a long name. */
const heightOfHeads = 50
const day: CellStyle = { format: 'yyyy-mm-dd', align: 'left' }
const left: CellStyle = { align: 'left' }

/** Every record behind the comparison, a row each, as received: absent figures are empty. */
export function dataSheet(book: ComparedWorkbook, { name, scale, title }: SheetOptions): Sheet {
  const fields = storedFields(book)
  const styles = fields.map((field): CellStyle => ({ format: formatOf(field, scale), ink: 'data', align: 'right' }))
  const facts = ['Symbol', 'Company', 'Period', 'Quarter', 'Year', 'Period ends', 'Record', 'Fetched (UTC)']
  const columns = [
    10,
    24,
    11,
    8,
    7,
    11,
    9,
    19,
    ...fields.map((field) => {
      const figures = book.sides.flatMap(({ periods }) => periods.map((period) => storedAt(period, field)))
      const longestWord = Math.max(
        ...columnLabel(field)
          .split(' ')
          .map(({ length }) => length + 2),
      )
      return Math.max(narrowest, longestWord, widthFor(largestOf(figures), formatOf(field, scale)))
    }),
  ].map((width) => ({ width }))
  return {
    name,
    frozen: { rows: aboveRecords, columns: labelsOfRecords },
    columns,
    page: printedPage(
      { ...title, subject: 'Records' },
      { headsUpTo: aboveRecords, ...pagesAcross(columns, labelsOfRecords) },
    ),
    rows: (function* (): Generator<Row[]> {
      yield [
        ...titleRows({ ...title, subject: 'Records' }),
        {
          cells: [...facts, ...fields.map(columnLabel)].map(headCell),
          height: heightOfHeads,
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

/** Every check of every record, a row each: the figure, the calculation, and the difference; 0 where it ties. */
export function checksSheet(book: ComparedWorkbook, addresses: CellAddresses, { name, title }: SheetOptions): Sheet {
  const rows = checkRows(book)
  const width = widthOfChecks(rows)
  const recordRows = book.sides.map(({ periods }) => new Map(periods.map(({ recordId }, row) => [recordId, row])))
  return {
    name,
    frozen: { rows: aboveRecords, columns: 3 },
    columns: [
      10,
      11,
      widthForTexts(
        rows.map(({ side, check }) => checkText(side, check)),
        { least: 40, most: 110 },
      ),
      32,
      ...Array.from({ length: 3 }, () => width),
      18,
      8,
    ].map((wide) => ({ width: wide })),
    page: printedPage({ ...title, subject: 'Checks' }, { headsUpTo: aboveRecords }),
    rows: (function* (): Generator<Row[]> {
      const texts = ['Symbol', 'Period', 'Check', 'Figure']
      const figures = ['Stated', 'Calculated', 'Difference', 'Tolerance (units)', 'Status']
      yield [
        ...titleRows({ ...title, subject: 'Checks' }),
        { cells: [...texts.map((text) => styled(text, head)), ...figures.map((text) => styled(text, figureHead))] },
      ]
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        yield rows.slice(from, from + rowsAtOnce).map((row, index): Row => {
          const { at, side, period, check } = row
          const cell = (recordId: number, field: string) => {
            const record = recordRows[at]?.get(recordId)
            return record === undefined ? undefined : addresses.data(at, record, field)
          }
          const [difference, tolerance] = [6, 7].map((column) => addresses.check(aboveRecords + from + index, column))
          return {
            cells: [
              side.symbol,
              fiscalPeriodName(period),
              checkText(side, check),
              figureLines.get(check.field)?.label ?? check.field,
              ...checkCells(row, cell),
              difference === undefined || tolerance === undefined
                ? null
                : statusCell(statusOf(check.tie.result, row.isKnown), row.isKnown, difference, tolerance),
            ],
          }
        })
      }
    })(),
  }
}

/** The stated figure, the calculated one, the difference and the allowed rounding. */
function checkCells(
  { check, isKnown, period }: CheckRow,
  cell: (recordId: number, field: string) => string | undefined,
): readonly Cell[] {
  const { tie, rule } = check
  if (rule) {
    const own = (field: string) => cell(period.recordId, field)
    return [
      totalCell(rule, tie, own),
      partsCell(rule, tie, own),
      tieCell(rule, tie, isKnown, own),
      toleranceCell(rule, tie, own),
    ]
  }
  const unit = figureLines.get(check.field)?.unit ?? 'money'
  const operand = (recordId: number, field: string, value: number | null): CrossOperand => {
    const at = cell(recordId, field)
    return at === undefined ? { value: value ?? 0 } : { cell: at }
  }
  const stated = operand(check.stated.recordId, check.field, tie.stated)
  const terms = tie.terms.map(({ from, field, value }) => operand(from?.recordId ?? period.recordId, field, value))
  return [
    crossStatedCell(check, stated, unit),
    crossTermsCell(check, terms, unit),
    crossCell(check, isKnown, stated, terms, unit),
    crossToleranceCell(check),
  ]
}

/** Width of the checked figures, which are in units, whatever the scale of the other sheets. */
function widthOfChecks(rows: readonly CheckRow[]): number {
  const figures = rows.flatMap(({ check: { tie } }) => [tie.stated, tie.calculated])
  return Math.max(18, widthFor(largestOf(figures) * 2, numberFormat('count', 'units')))
}

function storedAt(period: WorkbookCompany['periods'][number], field: string): number | null {
  const figure =
    field === splitFactor
      ? figureOf(period.adjustment?.factor ?? 1)
      : figureOf(reportedFigures(period)?.[figureIndexes.get(field) ?? -1])
  return typeof figure === 'number' ? figure : null
}

function formatOf(field: string, scale: Scale): string {
  if (field === splitFactor) return numberFormat('score', 'units')
  const unit: UnitKind = figureLines.get(field)?.unit ?? 'money'
  return numberFormat(unit, scale)
}

export function columnLabel(field: string): string {
  return field === splitFactor ? 'Split factor' : (figureLines.get(field)?.label ?? field)
}

function headCell(text: string, at: number): Cell {
  return styled(text, at < beforeFields ? head : { ...head, align: 'right' })
}

function styled(value: Exclude<Cell, { kind: 'styled' }>, style: CellStyle): Cell {
  return { kind: 'styled', value, style }
}
