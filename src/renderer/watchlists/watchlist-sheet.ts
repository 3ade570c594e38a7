/** A range of a watchlist as a table for a spreadsheet. */

import type { WatchlistColumn } from '#contract/api/watchlist-columns.ts'
import type { SpreadsheetTable, SpreadsheetCell } from '../format/copied-table.ts'
import type { Range } from '../ui/grid/grid-types.ts'
import { sheetCell, sheetTitle } from './watchlist-cells.ts'
import type { WatchlistPage } from './watchlist-page.svelte.ts'

/** A range for a spreadsheet: figures in full and unscaled, changes of margins in basis points, instants as days, a trend by its latest figure. */
export function rangeSheet(page: WatchlistPage, range: Range, heads: boolean): SpreadsheetTable {
  const columns = page.columns.map((_, at) => at).slice(Math.max(0, range.left), range.right + 1)
  const labels = heads || range.left < 0
  const rows = page.rows
    .map((row, at) => ({ row, at }))
    .slice(Math.max(0, range.top), range.bottom + 1)
    .filter(({ row }) => row.rank !== 'head')
    .map(({ row, at }): SpreadsheetCell[] => {
      const cells = columns.map((column) => sheetCell(columnAt(page, column), page.valueAt(at, column)))
      return labels ? [row.label, row.note ?? null, ...cells] : cells
    })
  const titles = columns.map((column) => {
    const shown = columnAt(page, column)
    return shown ? sheetTitle(shown) : 'New'
  })
  return { heads: heads ? ['Symbol', 'Company', ...titles] : [], rows }
}

/** Undefined: the column of new items, which every list begins with. */
function columnAt(page: WatchlistPage, column: number): WatchlistColumn | undefined {
  return page.shownColumns[column - 1]
}
