/**
 * Calculates in pixels which rows of a long table are visible, with group heads between them, and
 * where scrolling and keys lead.
 */

/** Heads of groups between the rows of a table, with a separate height. The keys skip them. */
export interface GroupHeads {
  /** The row below each head, ascending. */
  readonly rows: readonly number[]
  readonly height: number
}

/** The part of a table of any length that is on screen: rows of one height below a sticky head. Pixels. */
interface RowWindow {
  /** How far the table is scrolled, and its height including the head. */
  readonly top: number
  readonly height: number
  readonly rowHeight: number
  readonly count: number
  /** Absent: the rows are not grouped. */
  readonly heads?: GroupHeads | null
  /** Height of the columns' heads, where it is not the usual one. */
  readonly columnsHeight?: number
}

/** Rows, both ends included. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

/** How a table scrolls: until a row is visible, or by as many rows as were added above. */
export type Scroll = { readonly to: number } | { readonly by: number }

export const headHeight = 28
/** The heads of columns below the names of their groups. */
export const groupedHeadHeight = 40
/** Rows drawn beyond each edge, so that a short scroll shows no gap. */
const spare = 10

type Layout = Pick<RowWindow, 'rowHeight' | 'heads'>

/** How many heads are above a row, including its own. */
export function headsAbove(row: number, heads: RowWindow['heads']): number {
  const rows = heads?.rows ?? []
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle] ?? Infinity) <= row) low = middle + 1
    else high = middle
  }
  return low
}

/** Position of a row, from the first head or row of the table. */
export function topOf(row: number, { rowHeight, heads }: Layout): number {
  return row * rowHeight + headsAbove(row, heads) * (heads?.height ?? 0)
}

/** Height of all rows and heads. */
export function bodyHeight({ count, rowHeight, heads }: Layout & Pick<RowWindow, 'count'>): number {
  return count * rowHeight + (heads?.rows.length ?? 0) * (heads?.height ?? 0)
}

/** The row at a height; at a head, the row below it. */
export function rowAt(y: number, { rowHeight, heads }: Layout): number {
  const rows = heads?.rows ?? []
  const height = heads?.height ?? 0
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle] ?? 0) * rowHeight + middle * height <= y) low = middle + 1
    else high = middle
  }
  if (low === 0) return Math.floor(y / rowHeight)
  const first = rows[low - 1] ?? 0
  const below = y - (first * rowHeight + low * height)
  return first + Math.max(0, Math.floor(below / rowHeight))
}

/** The rows that are visible, in whole or in part, as if there were no end to them. */
export function visibleRows({ top, height, columnsHeight = headHeight, ...layout }: RowWindow): RowRange {
  return {
    first: rowAt(top, layout),
    last: Math.max(0, rowAt(top + height - columnsHeight - 1, layout)),
  }
}

/** Every row that is drawn: the current one too, wherever the table is scrolled to, because screen readers read it. */
export function drawnRows(window: RowWindow, current: number): number[] {
  const visible = visibleRows(window)
  const first = Math.max(0, visible.first - spare)
  const last = Math.min(window.count - 1, visible.last + spare)
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  const isOut = current >= 0 && current < window.count && (current < first || current > last)
  return isOut ? [...rows, current] : rows
}

/** The key that a drawn row goes by. One that is not loaded goes by its position, which no record's number equals. */
export function keyedRows(
  rows: readonly number[],
  keyOf: (row: number) => string | number | null = () => null,
): { readonly row: number; readonly key: string | number }[] {
  return rows.map((row) => ({ row, key: keyOf(row) ?? `row ${row}` }))
}

/** Scrolls no further than shows the whole row, and with the first of a group its head. */
export function revealRow(
  scroller: HTMLElement,
  row: number,
  { columnsHeight = headHeight, ...layout }: Layout & Pick<RowWindow, 'columnsHeight'>,
): void {
  const from = topOf(row, layout)
  const withHead = layout.heads?.rows.includes(row) === true ? from - layout.heads.height : from
  const room = scroller.clientHeight - columnsHeight
  if (withHead < scroller.scrollTop) scroller.scrollTop = withHead
  else if (from + layout.rowHeight > scroller.scrollTop + room) scroller.scrollTop = from + layout.rowHeight - room
}

/** The row that a key leads to, which may be before the first or after the last; null: the table does not handle the key. */
export function targetOf(key: string, current: number, window: RowWindow): number | null {
  const { height, rowHeight, count, columnsHeight = headHeight } = window
  const page = Math.max(1, Math.floor((height - columnsHeight) / rowHeight) - 1)
  switch (key) {
    case 'ArrowDown':
      return current + 1
    case 'ArrowUp':
      return current - 1
    case 'PageDown':
      return current + page
    case 'PageUp':
      return current - page
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
