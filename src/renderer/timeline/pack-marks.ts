/** Entries at one position of a lane: one alone, or several that there is no room to draw separately. */
export interface Packed<Entry> {
  /** Middle, pixels. */
  readonly x: number
  /** Counted from the top; a bunch stands over all rows. */
  readonly row: number
  readonly entries: readonly Entry[]
}

export interface Room {
  /** Pixels from the left edge; what is less than zero or beyond the width is left out. */
  readonly xOf: (at: number) => number
  readonly width: number
  /** One above another in a lane. */
  readonly rows: number
}

/** Of a mark, and of the figure that stands for several. */
export const markWidth = 12
export const bunchWidth = 24
/** Within a stretch of this width all are drawn apart, or none is. */
const stretch = 28

/**
 * Places entries, oldest first, so that none covers another; a mark at the edge of its stretch moves aside by half its width at most.
 * Stretches hang on the calendar, not on the window, so that nothing jumps while time is moved along.
 */
export function pack<Entry extends { readonly at: number }>(entries: readonly Entry[], room: Room): Packed<Entry>[] {
  const origin = room.xOf(0)
  const inSight = entries
    .map((entry) => ({ entry, x: room.xOf(entry.at) }))
    .filter(({ x }) => x >= -stretch && x <= room.width + stretch)
  return [...Map.groupBy(inSight, ({ x }) => Math.floor((x - origin) / stretch))].flatMap(([cell, together]) => {
    const left = origin + cell * stretch
    const bunch = { x: left + stretch / 2, row: 0, entries: together.map(({ entry }) => entry) }
    return spreadApart(together, left, room.rows) ?? [bunch]
  })
}

/** Null: there is not room for all of them. */
function spreadApart<Entry>(
  together: readonly { readonly entry: Entry; readonly x: number }[],
  left: number,
  rows: number,
): Packed<Entry>[] | null {
  const free = Array.from({ length: rows }, () => left)
  const marks: Packed<Entry>[] = []
  for (const { entry, x } of together) {
    const middle = Math.min(Math.max(x, left + markWidth / 2), left + stretch - markWidth / 2)
    const row = free.findIndex((end) => end <= middle - markWidth / 2)
    if (row < 0) return null
    marks.push({ x: middle, row, entries: [entry] })
    free[row] = middle + markWidth / 2
  }
  return marks
}
