/** The cells of a watchlist's table: text, sort key, and the medians below. */

import { isMoneyUnit } from '#contract/service/statement-lines.ts'
import { medianOf } from '#contract/median.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { columnTitle, figureOfColumn, type WatchlistColumn } from '#contract/api/watchlist-columns.ts'
import type { WatchlistCell } from '#contract/api/watchlists.ts'
import type { Figure } from '#contract/api/financials.ts'
import { targetIn } from '#contract/api/price-target-text.ts'
import { targetText } from '../format/contract-texts.ts'
import { changeCell } from '../format/change-cells.ts'
import type { SpreadsheetCell } from '../format/copied-table.ts'
import { dayOf, formatDay, formatInstantDay } from '../format/dates.ts'
import { formatChange, formatFigure } from '../format/figures.ts'
import type { Scale } from '../format/scale.ts'
import { toneOf } from '../format/tone.ts'
import type { GridCell, Sparkline } from '../ui/grid/grid-types.ts'
import { formatNumber } from '../format/counts.ts'

/** Words begin at the left of their column; figures, days and prices end at its right. */
export function isWords(kind: WatchlistColumn['kind']): boolean {
  return kind === 'words' || kind === 'code'
}

const quartersOfYear = 4
const empty: GridCell = { text: '', tone: '', marks: [] }

/** A cell of a list as it is drawn; what is not known is empty, but a figure is n/a. */
export function drawnCell(column: WatchlistColumn, cell: WatchlistCell, scale: Scale): GridCell {
  const { kind, unit } = column
  switch (kind) {
    case 'words':
    case 'code':
      return typeof cell === 'string' ? { ...empty, text: cell } : empty
    case 'price': {
      const target = targetIn(cell)
      return target ? { ...empty, text: targetText(target) } : empty
    }
    case 'count':
      return typeof cell === 'number' && cell > 0 ? { ...empty, text: formatNumber(cell) } : empty
    case 'instant':
      return typeof cell === 'number' ? { ...empty, text: formatInstantDay(cell) } : empty
    case 'day':
      return typeof cell === 'string' ? { ...empty, text: formatDay(cell) } : empty
    case 'number':
      return { ...empty, text: formatFigure(figureIn(cell), unit ?? 'count', scale) }
    case 'change': {
      const figure = figureIn(cell)
      const text = formatChange(figure, unit ?? 'count')
      return { ...empty, text, tone: toneOf(figure, favorOf(column.id), text) }
    }
    case 'trend':
      return Array.isArray(cell) ? { ...empty, sparkline: sparklineOf(column, cell, scale) } : empty
    default:
      return kind satisfies never
  }
}

function figureIn(cell: WatchlistCell): Figure {
  return typeof cell === 'number' || cell === 'n.m.' ? cell : null
}

function trendIn(cell: WatchlistCell): readonly Figure[] {
  return typeof cell === 'object' && cell !== null && !('raw' in cell) ? cell : []
}

function favorOf(id: string): 'up' | 'neither' {
  const figure = figureOfColumn(id)
  return figure ? (figureLines.get(figure.field)?.favor ?? 'neither') : 'up'
}

/** The latest bar has the color of its change on the year before, like the change next to it. */
function sparklineOf({ id, unit }: WatchlistColumn, cells: readonly Figure[], scale: Scale): Sparkline {
  const figures = cells.map((figure) => (typeof figure === 'number' ? figure : null))
  const [latest, yearBefore] = [figures.at(-1) ?? null, figures.at(-1 - quartersOfYear) ?? null]
  const change = latest === null || yearBefore === null ? null : latest - yearBefore
  const tone = toneOf(change, favorOf(id), formatFigure(change, unit ?? 'count', scale))
  const shown = cells.map((figure) => formatFigure(figure, unit ?? 'count', scale))
  return { figures, shape: 'bars', tone, says: `Oldest first: ${shown.join(', ')}` }
}

/** A cell's sort key; null comes last in either order. */
export function sortValue({ kind }: WatchlistColumn, cell: WatchlistCell): string | number | null {
  if (kind === 'trend') return sortNumber(trendIn(cell).at(-1))
  // Amounts of one currency stand together; text that is no amount comes last.
  if (kind === 'price') {
    const target = targetIn(cell)
    return target?.amount == null ? null : `${target.currency ?? ''} ${target.amount.toFixed(4).padStart(24, '0')}`
  }
  if (isWords(kind) || kind === 'day') return typeof cell === 'string' ? cell : null
  return sortNumber(figureIn(cell))
}

function sortNumber(figure: Figure | undefined): number | null {
  return typeof figure === 'number' ? figure : null
}

/** By column, for figures of several companies; amounts of money state no currency, and have none. */
export function mediansOf(
  columns: readonly WatchlistColumn[],
  cellsOf: (id: string) => readonly WatchlistCell[],
): ReadonlyMap<string, number> {
  const compared = columns.filter(
    ({ kind, unit }) => kind === 'change' || (kind === 'number' && (unit === null || !isMoneyUnit(unit))),
  )
  const medians = compared.flatMap(({ id }): [string, number][] => {
    const figures = cellsOf(id)
      .filter((cell) => typeof cell === 'number')
      .toSorted((left, right) => left - right)
    const median = medianOf(figures)
    return figures.length < 2 || median === null ? [] : [[id, median]]
  })
  return new Map(medians)
}

/** Whether the column shows by how many basis points a margin changed. */
function isMarginChange({ kind, unit }: Pick<WatchlistColumn, 'kind' | 'unit'>): boolean {
  return kind === 'change' && unit === 'percent'
}

/** Title of a column in a spreadsheet, which has to say the unit of figures that are not written as stored. */
export function sheetTitle(column: WatchlistColumn): string {
  return isMarginChange(column) ? `${columnTitle(column)}, bps` : columnTitle(column)
}

/** What a spreadsheet has in the column's cell. */
export function sheetCell(
  column: Pick<WatchlistColumn, 'kind' | 'unit'> | undefined,
  cell: WatchlistCell,
): SpreadsheetCell {
  if (typeof cell === 'number') {
    if (column?.kind === 'instant') return dayOf(cell)
    return column?.kind === 'change' && column.unit !== null ? changeCell(cell, column.unit) : cell
  }
  if (typeof cell === 'string') return cell
  const target = targetIn(cell)
  if (target) return targetText(target)
  const last = trendIn(cell).at(-1)
  return typeof last === 'number' ? last : null
}
