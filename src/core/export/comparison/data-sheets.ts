/**
 * The sheet "Records" of a comparison's workbook: every record from which it was calculated, as
 * received.
 */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { Scale } from '#contract/api/exports.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { figureOf } from '#contract/api/figure-numbers.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import { figureIndexes } from '../../fundamentals/figure-fields.ts'
import { reportedFigures } from '../../fundamentals/company-series.ts'
import { momentCell } from '../provenance-rows.ts'
import { numberFormat, widthFor } from '../number-formats.ts'
import { pagesAcross, printedPage, titleRows } from '../title-block.ts'
import type { SheetOptions } from './layout-sheets.ts'
import { dateCell, type Cell, type Row } from '../workbook/cells.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import type { CellStyle } from '../workbook/styles.ts'
import { largestOf, narrowest } from './line-layout.ts'
import { aboveRecords, beforeFields } from './cell-addresses.ts'
import { splitFactor, storedFields, type WorkbookCompany, type ComparedWorkbook } from './compared-companies.ts'

const head: CellStyle = { bold: true, ruleBelow: 'strong', wrap: true }
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
