/** The part of a table of any length that is on screen: rows of one height below a sticky head. Pixels. */
export interface RowWindow {
  /** How far the table is scrolled, and how high it is with its head. */
  readonly top: number
  readonly height: number
  readonly rowHeight: number
  readonly count: number
}

/** Rows, both ends included. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

/** How a table scrolls: until a row is visible, or by as many rows as were added above. */
export type Scroll = { readonly to: number } | { readonly by: number }

export const headHeight = 28
/** Rows drawn beyond each edge, so that a short scroll shows no gap. */
const spare = 10

/** The rows that are visible, in whole or in part, as if there were no end to them. */
export function visibleRows({ top, height, rowHeight }: RowWindow): RowRange {
  return {
    first: Math.floor(top / rowHeight),
    last: Math.max(0, Math.ceil((top + height - headHeight) / rowHeight) - 1),
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

/** Scrolls no further than shows the whole row. */
export function revealRow(scroller: HTMLElement, row: number, rowHeight: number): void {
  const from = row * rowHeight
  const room = scroller.clientHeight - headHeight
  if (from < scroller.scrollTop) scroller.scrollTop = from
  else if (from + rowHeight > scroller.scrollTop + room) scroller.scrollTop = from + rowHeight - room
}

/** The row that a key leads to, which may lie before the first or behind the last; null: it is no key of the table's. */
export function targetOf(key: string, current: number, { height, rowHeight, count }: RowWindow): number | null {
  const page = Math.max(1, Math.floor((height - headHeight) / rowHeight) - 1)
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
