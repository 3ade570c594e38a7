/** Splits the comparison at the end of a booklet into pages by columns and rows. */

import type { PaperSize } from '#contract/api/paper-size.ts'
import type { PrintedSpread, SpreadGroup, SpreadRow } from '../../app/booklet-request.ts'

/** A page of the spread: some groups of columns, some rows. */
export interface SpreadPage {
  readonly groups: readonly PlacedGroup[]
  readonly rows: readonly SpreadRow[]
}

export interface PlacedGroup extends SpreadGroup {
  /** Index of its first column among all columns, where a row's cells are. */
  readonly first: number
  /** Pixels, one a column. */
  readonly widths: readonly number[]
}

/** CSS pixels of a landscape page: between its margins, and below its heads. */
const room: Readonly<Record<PaperSize, { readonly width: number; readonly height: number }>> = {
  a4: { width: 1026, height: 560 },
  letter: { width: 960, height: 582 },
}
/** Widths in IBM Plex Sans at 7 pt, where digits have equal widths; and around a figure. */
const digitWidth = 5.6
const signWidths: Readonly<Record<string, number>> = { '.': 2.6, ',': 2.6, '(': 3.1, ')': 3.1, ' ': 2.4, '%': 8.6 }
const aroundFigure = 4
/** Width of the line before a group. */
const beforeGroup = 4
const narrowest = 34
const rankWidth = 12
const mostWidened = 1.25
const rowHeight = 13.5
const headHeight = 20
const leastLabel = 80
const mostLabel = 210

/** Width of the labels: the longest one with its note, within limits. */
export function labelWidth({ rows }: PrintedSpread): number {
  const longest = Math.max(0, ...rows.map(({ kind, label, note }) => (kind === 'head' ? 0 : `${label} ${note}`.length)))
  return Math.min(mostLabel, Math.max(leastLabel, longest * 4.8 + 8))
}

/** Whole groups beside one another as far as there is room, the repeated ones on every page; then rows as far as there is room. */
export function spreadPages(spread: PrintedSpread, size: PaperSize): readonly SpreadPage[] {
  const placed = placedGroups(spread)
  const repeated = placed.filter(({ isRepeated }) => isRepeated === true)
  const widthOf = (groups: readonly PlacedGroup[]) =>
    groups.flatMap(({ widths }) => widths).reduce((sum, width) => sum + width, 0)
  const most = room[size].width - labelWidth(spread) - widthOf(repeated)
  const sheets: PlacedGroup[][] = [[]]
  for (const group of placed.filter(({ isRepeated }) => isRepeated !== true)) {
    const last = sheets.at(-1) ?? []
    if (last.length > 0 && widthOf([...last, group]) > most) sheets.push([group])
    else last.push(group)
  }
  const parts = rowsByPage(spread.rows, room[size].height)
  return sheets.flatMap((groups) => {
    const shown = widened([...groups, ...repeated], room[size].width - labelWidth(spread))
    return parts.map((rows): SpreadPage => ({ groups: shown, rows }))
  })
}

/** A few columns are widened into the remaining space, up to what the eye can follow along a row. */
function widened(groups: readonly PlacedGroup[], most: number): readonly PlacedGroup[] {
  const all = groups.flatMap(({ widths }) => widths).reduce((sum, width) => sum + width, 0)
  const factor = Math.max(1, Math.min(mostWidened, most / all))
  return groups.map((group) => ({ ...group, widths: group.widths.map((width) => width * factor) }))
}

function placedGroups({ groups, rows }: PrintedSpread): readonly PlacedGroup[] {
  let first = 0
  return groups.map((group): PlacedGroup => {
    const at = first
    first += group.columns.length
    const widths = group.columns.map(({ isFaint }, column) => {
      if (isFaint === true) return rankWidth
      const figures = rows.map((row) => (row.kind === 'head' ? 0 : cellWidth(row, at + column)))
      return Math.max(narrowest, ...figures) + (column === 0 ? beforeGroup : 0)
    })
    return { ...group, first: at, widths }
  })
}

/** Every figure keeps the room of its closing bracket. */
function cellWidth({ cells }: Extract<SpreadRow, { kind: 'figures' | 'total' }>, at: number): number {
  const { text = '', marks = '' } = cells[at] ?? {}
  const written = `${marks}${text.endsWith(')') ? text : `${text})`}`
  return [...written].reduce((sum, letter) => sum + (signWidths[letter] ?? digitWidth), aroundFigure)
}

/** A head is never the last row of a page. */
function rowsByPage(rows: readonly SpreadRow[], height: number): readonly (readonly SpreadRow[])[] {
  const pages: SpreadRow[][] = [[]]
  let used = 0
  rows.forEach((row, at) => {
    const own = row.kind === 'head' ? headHeight : rowHeight
    const needed = row.kind === 'head' && rows[at + 1] ? own + rowHeight : own
    if (used > 0 && used + needed > height) {
      pages.push([])
      used = 0
    }
    pages.at(-1)?.push(row)
    used += own
  })
  return pages
}
