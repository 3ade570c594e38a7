// A range of a watchlist as a table for a spreadsheet.

import type { WatchlistCell } from '#contract/api/watchlists.ts'
import type { SpreadsheetTable, SpreadsheetCell } from '../format/copied-table.ts'
import type { Range } from '../ui/grid/grid-types.ts'
import { dayOf } from '../format/dates.ts'
import { newItemsColumn, type WatchlistPage } from './watchlist-page.svelte.ts'

/** A range for a spreadsheet: figures in full and unscaled, instants as days, a trend by its latest figure. */
export function rangeSheet(page: WatchlistPage, range: Range, heads: boolean): SpreadsheetTable {
  const columns = page.columns.map((_, at) => at).slice(Math.max(0, range.left), range.right + 1)
  const labels = heads || range.left < 0
  const rows = page.rows
    .map((row, at) => ({ row, at }))
    .slice(Math.max(0, range.top), range.bottom + 1)
    .filter(({ row }) => row.rank !== 'head')
    .map(({ row, at }): SpreadsheetCell[] => {
      const cells = columns.map((column) => sheetCell(kindAt(page, column), page.valueAt(at, column)))
      return labels ? [row.label, row.note ?? null, ...cells] : cells
    })
  const titles = columns.map((column) => page.titleAt(column))
  return { heads: heads ? ['Symbol', 'Company', ...titles] : [], rows }
}

function kindAt(page: WatchlistPage, column: number): string {
  return page.columns[column]?.key === newItemsColumn ? 'count' : (page.shownColumns[column - 1]?.kind ?? 'words')
}

function sheetCell(kind: string, cell: WatchlistCell): SpreadsheetCell {
  if (typeof cell === 'number') return kind === 'instant' ? dayOf(cell) : cell
  if (typeof cell === 'string') return cell
  const last = cell?.at(-1)
  return typeof last === 'number' ? last : null
}
