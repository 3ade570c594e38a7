/** What a table of any length draws: rows of one height below a head that stays. Pixels. */
export interface RowWindow {
  /** How far the table is scrolled, and how high it is with its head. */
  readonly top: number
  readonly height: number
  readonly rowHeight: number
  readonly count: number
}

export const headHeight = 28
/** Rows drawn beyond each edge, so that a short scroll shows no gap. */
const spare = 10

/** First and last row that are drawn; the last is below the first where there are none. */
export function visibleRange({ top, height, rowHeight, count }: RowWindow): {
  readonly first: number
  readonly last: number
} {
  return {
    first: Math.max(0, Math.floor(top / rowHeight) - spare),
    last: Math.min(count - 1, Math.ceil((top + height) / rowHeight) + spare),
  }
}

/** Every row that is drawn: the current one is what is read out, so it is there wherever one has scrolled to. */
export function drawnRows(window: RowWindow, current: number): number[] {
  const { first, last } = visibleRange(window)
  const inSight = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  const isOut = current >= 0 && current < window.count && (current < first || current > last)
  return isOut ? [...inSight, current] : inSight
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
