/** The sheet of raw records in a company's workbook: every field as the service sent it. */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { figureOf } from '#contract/api/figure-numbers.ts'
import { figureFields, figureIndexes } from '../../fundamentals/figure-fields.ts'
import { reportedFigures, type CompanySeries } from '../../fundamentals/company-series.ts'
import { numberFormat, widthFor } from '../number-formats.ts'
import { pagesAcross, printedPage, titleRowCount, titleRows, type TitleBlock } from '../title-block.ts'
import { markedCell, numbered, type AnchoredSheet } from '../workbook-update/anchored-sheet.ts'
import { dateCell, type Cell, type Row } from '../workbook/cells.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import type { CellStyle } from '../workbook/styles.ts'

const headRow = titleRowCount
const endRow = 'EndPeriod'
const head: CellStyle = { bold: true, align: 'right', format: '@_)', ruleBelow: 'strong' }

export function recordsTable({ periods }: CompanySeries): AnchoredSheet {
  return {
    mark: 'records',
    name: 'Records',
    heads: [headRow],
    keys: [0],
    first: { row: headRow + 1, column: 1 },
    rowKeys: [endRow, ...figureFields],
    columnKeys: numbered(periods.map(fiscalPeriodName)),
    isOptional: true,
  }
}

/** Every field as received, under the service's names: unscaled, and not adjusted for splits. */
export function recordsSheet(anchored: AnchoredSheet, { periods }: CompanySeries, title: TitleBlock): Sheet {
  const rows = figureFields.map((field): Row => {
    const format = numberFormat(figureLines.get(field)?.unit ?? 'money', 'units')
    return {
      cells: [
        field,
        ...periods.map((period): Cell => {
          const figure = figureOf(reportedFigures(period)?.[figureIndexes.get(field) ?? -1])
          return { kind: 'styled', value: figure, style: { format, ink: 'data', align: 'right' } }
        }),
      ],
    }
  })
  const heads: Row[] = [
    ...titleRows(title),
    {
      cells: [
        { kind: 'styled', value: 'Field', style: { bold: true, ruleBelow: 'strong' } },
        ...periods.map((period): Cell => ({ kind: 'styled', value: fiscalPeriodName(period), style: head })),
      ],
    },
    {
      cells: [
        endRow,
        ...periods.map(({ endPeriod }): Cell => ({
          kind: 'styled',
          value: dateCell(endPeriod),
          style: { format: 'd mmm yy_)', ink: 'quiet', align: 'right' },
        })),
      ],
    },
  ]
  const columns = [{ width: 44 }, ...periods.map((_, at) => ({ width: widthOf(rows, at + 1) }))]
  return {
    name: anchored.name,
    frozen: { rows: headRow + 1, columns: 1 },
    columns,
    marks: [{ name: anchored.mark, ...markedCell(anchored) }],
    page: printedPage(title, { headsUpTo: headRow + 1, ...pagesAcross(columns, 1) }),
    rows: [[...heads, ...rows]],
  }
}

function widthOf(rows: readonly Row[], column: number): number {
  return rows.reduce((width, { cells }) => {
    const cell = cells[column]
    if (typeof cell !== 'object' || cell?.kind !== 'styled' || typeof cell.value !== 'number') return width
    return Math.max(width, widthFor(cell.value, cell.style.format ?? ''))
  }, 11)
}
