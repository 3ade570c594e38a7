/** The selected cells of a grid by key, and where they go when their rows or columns are removed. */

import type { GridColumn, GridRow } from './grid-types.ts'

/** What selects: an active cell, and an anchor at the other end of the range. */
export interface Selection {
  readonly active: CellKeys
  readonly anchor: CellKeys
  /** The rows and columns that it was made in, or has followed since. */
  readonly table: SelectedTable
}

/** An empty key is the head row, or the column of labels: these are always there. */
export interface CellKeys {
  readonly row: string
  readonly column: string
}

export interface SelectedTable {
  /** Tells it from the tables that are shown before and after it. */
  readonly id?: string
  readonly rows: readonly GridRow[]
  readonly columns: readonly GridColumn[]
}

type Keyed = Pick<GridRow | GridColumn, 'key'>

/** The two ends of a range on one axis. */
interface Ends {
  readonly active: string
  readonly anchor: string
}

/**
 * The same selection after rows and columns came or went. An active cell whose row is gone goes to the nearest remaining row towards
 * its anchor, so that a range never grows; without an anchor to the next one, else to the previous one. An anchor that is gone leaves
 * the active row alone selected. Columns do the same. Where nothing of the former table remains, the active cell keeps its key, for
 * when it returns.
 */
export function followedSelection(selection: Selection, table: SelectedTable): Selection {
  const { active, anchor, table: former } = selection
  if (former.rows === table.rows && former.columns === table.columns) return selection
  // A row that another table happens to have in common with this one does not succeed the row that it lacks.
  if (former.id !== table.id) return { active, anchor: active, table }
  const row = followedEnds({ active: active.row, anchor: anchor.row }, former.rows, table.rows, isFigureRow)
  const column = followedEnds(
    { active: active.column, anchor: anchor.column },
    former.columns,
    table.columns,
    isUsualColumn,
  )
  return {
    active: { row: row.active, column: column.active },
    anchor: { row: row.anchor, column: column.anchor },
    table,
  }
}

/** @param canSucceed whether a selection may go to it */
function followedEnds<Item extends Keyed>(
  ends: Ends,
  former: readonly Item[],
  present: readonly Item[],
  canSucceed: (item: Item) => boolean,
): Ends {
  if (former === present) return ends
  const keys = new Set(['', ...present.map(({ key }) => key)])
  const active = keys.has(ends.active) ? ends.active : successorOf(ends, former, keys, canSucceed)
  return { active, anchor: keys.has(ends.anchor) ? ends.anchor : active }
}

function successorOf<Item extends Keyed>(
  { active, anchor }: Ends,
  former: readonly Item[],
  keys: ReadonlySet<string>,
  canSucceed: (item: Item) => boolean,
): string {
  const indexOf = (wanted: string) => former.findIndex(({ key }) => key === wanted)
  const at = indexOf(active)
  if (at < 0) return active
  const remains = (item: Item) => keys.has(item.key) && canSucceed(item)
  const [previous, next] = [former.slice(0, at).findLast(remains), former.slice(at + 1).find(remains)]
  const isBelowAnchor = keys.has(anchor) && indexOf(anchor) < at
  return (isBelowAnchor ? (previous ?? next) : (next ?? previous))?.key ?? active
}

function isFigureRow({ rank }: GridRow): boolean {
  return rank !== 'head' && rank !== 'foot'
}

function isUsualColumn({ separated, frozen }: GridColumn): boolean {
  return !separated && frozen !== true
}
