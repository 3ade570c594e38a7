/**
 * Copies a range of the statements for a spreadsheet: figures in full precision, optionally with
 * heads and sources.
 */

import type { Edition, Figure } from '#contract/api/financials.ts'
import { isProportion } from '#contract/service/statement-lines.ts'
import { safeText } from '#contract/api/spreadsheet-text.ts'
import { changeCell } from '../../format/change-cells.ts'
import { spreadsheetNumber } from '../../format/copied-table.ts'
import { asOfText, formatStamp } from '../../format/dates.ts'
import { htmlTable, textFormat, type HtmlCell } from '../../format/html-table.ts'
import type { CopiedTable } from '../../ui/clipboard.ts'
import type { Range } from '../../ui/grid/grid-types.ts'
import { operationTitles } from '../../app/operation-titles.ts'
import { adjustedWords } from '../../app/period-marks.ts'
import { periodName, type ColumnPeriod } from './periods.ts'
import type { FigureRow } from './statement-rows.ts'

export interface Copied extends CopiedTable {
  /** Figures in it. */
  readonly count: number
}

export interface CopyOptions {
  readonly symbol: string
  readonly edition: Edition
  /** Figures as they were known then, milliseconds since 1970; null: now. */
  readonly asOf: number | null
  /** EPS and shares among them are adjusted for splits. */
  readonly isAdjusted: boolean
  readonly range: Range
  readonly rows: readonly FigureRow[]
  /** In the order of the columns. */
  readonly periods: readonly ColumnPeriod[]
  readonly figureAt: (row: FigureRow, column: number) => Figure
  /** Labels and periods too. */
  readonly heads: boolean
  /** Adds the source of each period's record below the figures. */
  readonly sources: boolean
}

/**
 * A range for a spreadsheet: full precision, unscaled, `-1234.5`, no separators; changes of margins in basis points, as their labels
 * say; n/a and n.m. stay empty. Rows are ended by CR LF, as Excel writes them itself.
 */
export function copyRange(order: CopyOptions): Copied {
  const { range, rows, periods, figureAt, heads } = order
  const left = Math.max(0, range.left)
  const columns = periods.slice(left, range.right + 1).map((period, index) => ({ period, at: left + index }))
  const lines = rows.slice(Math.max(0, range.top), range.bottom + 1).filter(({ rank }) => heads || rank !== 'head')
  const figures = lines.map((row): readonly HtmlCell[] => [
    ...(heads ? [{ text: row.says ?? row.label, format: textFormat }] : []),
    ...columns.map(({ at }) => (row.rank === 'head' ? { text: '' } : figureCell(row, figureAt(row, at)))),
  ])
  const cells: readonly (readonly HtmlCell[])[] = [
    ...(heads
      ? headLines(
          order,
          columns.map(({ period }) => period),
        )
      : []),
    ...figures,
    ...(order.sources
      ? sourceLines(
          order,
          columns.map(({ period }) => period),
        )
      : []),
  ]
  // A metric's name is the user's, a date of the record the service's: neither may run.
  return {
    text: cells.map((line) => line.map(({ text }) => safeText(text)).join('\t')).join('\r\n'),
    ...htmlTable(cells),
    count: lines.filter(({ rank }) => rank !== 'head').length * columns.length,
  }
}

function headLines(
  { symbol, asOf, isAdjusted }: Pick<CopyOptions, 'symbol' | 'asOf' | 'isAdjusted'>,
  periods: readonly ColumnPeriod[],
): readonly (readonly HtmlCell[])[] {
  return [
    [
      { text: `${symbol}, reported currency, unscaled${adjustedWords(isAdjusted)}${asOfText(asOf)}` },
      ...periods.map((period) => ({ text: periodName(period) })),
    ],
    [
      { text: 'Period end' },
      ...periods.map((period) => ({ text: period.kind === 'missing' ? '' : period.endPeriod, format: 'yyyy-mm-dd' })),
    ],
  ]
}

function sourceLines(
  { symbol, edition }: CopyOptions,
  periods: readonly ColumnPeriod[],
): readonly (readonly HtmlCell[])[] {
  const line = (...texts: readonly string[]) => texts.map((text) => ({ text }))
  return [
    line(''),
    line(
      `Source: ${symbol}, ${operationTitles[`fundamentals.${edition}`]}`,
      'Period end',
      'Fetched (UTC)',
      'Record updated',
      'Stored record',
    ),
    ...periods.map((period) =>
      period.kind === 'missing'
        ? line(periodName(period), '', '', '', 'no record')
        : line(
            periodName(period),
            period.endPeriod,
            formatStamp(period.fetchedAt),
            period.recordUpdatedAt ?? '',
            period.recordIds.join(' '),
          ),
    ),
  ]
}

function figureCell(row: FigureRow, figure: Figure): HtmlCell {
  const format = formatOf(row)
  const shown = row.showing === 'change' ? changeCell(figure, row.unit) : figure
  return { text: spreadsheetNumber(shown), ...(format !== null && { format }) }
}

function formatOf({ showing, unit }: FigureRow): string | null {
  if (showing === 'share') return '0.0%'
  if (showing === 'change') {
    if (unit === 'percent') return '0'
    return isProportion(unit) ? '0.00' : '0.0%'
  }
  switch (unit) {
    case 'percent':
      return '0.0%'
    case 'money':
    case 'shares':
    case 'per-employee':
    case 'count':
      return null
    case 'per-share':
    case 'ratio':
    case 'score':
      return '0.00'
    case 'days':
      return '0'
    default:
      return unit satisfies never
  }
}
