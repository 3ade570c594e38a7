/**
 * The sheet of all checks in a comparison's workbook: every tie-out of every period, a row each.
 */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { numberFormat, widthFor } from '../number-formats.ts'
import { printedPage, titleRows } from '../title-block.ts'
import type { SheetOptions } from './layout-sheets.ts'
import { runsCell, type Cell, type Row } from '../workbook/cells.ts'
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
import { checkText, countedAs, listedRows, type CheckRow, type ListedRow } from './check-rows.ts'
import { largestOf, styled, widthForTexts } from './line-layout.ts'
import { aboveRecords, type CellAddresses } from './cell-addresses.ts'
import type { ComparedWorkbook } from './compared-companies.ts'

const head: CellStyle = { bold: true, ruleBelow: 'strong', wrap: true }
const figureHead: CellStyle = { ...head, align: 'right' }
/** A batch is in memory while it is written. */
const rowsAtOnce = 500
/** Columns that the counts of checks read. */
export const [symbolColumn, differenceColumn, statusColumn, kindColumn] = [0, 6, 8, 9]

/**
 * Every check of every record, one per row: the figure, the figures it should equal, and the difference, which is 0 if it ties. The rows of
 * a company are collapsed below its name, so that the sheet prints on one page.
 */
export function allChecksSheet(book: ComparedWorkbook, addresses: CellAddresses, { name, title }: SheetOptions): Sheet {
  const rows = listedRows(book)
  const width = widthOfChecks(rows)
  const recordRows = book.sides.map(({ periods }) => new Map(periods.map(({ recordId }, row) => [recordId, row])))
  const block = { ...title, subject: 'All checks', identity: 'expand a company to see its checks' }
  return {
    name,
    frozen: { rows: aboveRecords, columns: 3 },
    columns: [
      10,
      11,
      widthForTexts(
        rows.flatMap((row) => (row.kind === 'check' ? checkText(row.side, row.check) : [])),
        { least: 40, most: 110 },
      ),
      32,
      ...Array.from({ length: 3 }, () => width),
      18,
      8,
      24,
    ].map((wide, at) => ({ width: wide, ...(at === kindColumn && { isHidden: true, outline: 1 }) })),
    rowOutline: 1,
    page: printedPage(block, { headsUpTo: aboveRecords }),
    rows: (function* (): Generator<Row[]> {
      const texts = ['Symbol', 'Period', 'Check', 'Figure']
      const figures = ['Stated', 'Calculated', 'Difference', 'Tolerance (units)', 'Status']
      yield [
        ...titleRows(block),
        {
          cells: [
            ...texts.map((text) => styled(text, head)),
            ...figures.map((text) => styled(text, figureHead)),
            styled('Counted as', head),
          ],
        },
      ]
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        yield rows.slice(from, from + rowsAtOnce).map((row, index): Row => {
          if (row.kind === 'company') return { cells: [companyCell(row)] }
          const { at, side, period, check } = row
          const cell = (recordId: number, field: string) => {
            const record = recordRows[at]?.get(recordId)
            return record === undefined ? undefined : addresses.data(at, record, field)
          }
          const [difference, tolerance] = [differenceColumn, differenceColumn + 1].map((column) =>
            addresses.check(aboveRecords + from + index, column),
          )
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
              countedAs(check),
            ],
            outline: 1,
            isHidden: true,
          }
        })
      }
    })(),
  }
}

/** What is stated, what it follows from, the difference and what rounding may make of it. */
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

/** Checks are shown in whole units, whatever the scale of the other sheets. */
function widthOfChecks(rows: readonly ListedRow[]): number {
  const figures = rows.flatMap((row) => (row.kind === 'check' ? [row.check.tie.stated, row.check.tie.calculated] : []))
  return Math.max(18, widthFor(largestOf(figures) * 2, numberFormat('count', 'units')))
}

function companyCell({ side, count }: Extract<ListedRow, { kind: 'company' }>): Cell {
  return runsCell([
    { text: side.symbol, style: { bold: true } },
    { text: side.name === null ? '' : `  ${side.name}`, style: {} },
    { text: `   ${side.edition === null ? 'not stored' : `${count} checks`}`, style: { ink: 'quiet' } },
  ])
}
