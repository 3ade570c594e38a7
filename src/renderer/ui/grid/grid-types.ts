/**
 * The types of what a grid shows: rows, columns, cells, marks, and positions and ranges in it.
 */

import type { Tone } from '../../format/tone.ts'

/**
 * How a row is drawn (docs/look.md, Figures): `key` is bold without a rule of its own, `beneath` is a line of growth under its total, `head` a group's name across the table, `foot` the
 * last row when it stays visible.
 */
export type RowRank = 'total' | 'subtotal' | 'item' | 'key' | 'plain' | 'beneath' | 'head' | 'foot'

export interface GridRow {
  /** Stays the same when rows are added or removed: selection and scroll position depend on it. */
  readonly key: string
  readonly label: string
  readonly rank: RowRank
  /** Beside the label in ink-3. */
  readonly note?: string
  /** The label is a symbol: in 600, and all notes begin at the same position. */
  readonly symbol?: boolean
  /** The label in full, for screen readers and the tooltip, where the label alone means nothing: "Revenue, y/y". */
  readonly says?: string
}

export type SortDirection = 'ascending' | 'descending'

export interface GridColumn {
  readonly key: string
  readonly title: string
  /** Beneath the title in ink-3: the end date. */
  readonly note: string
  /** Shaded, after a strong rule: LTM. */
  readonly separated: boolean
  /** The title in full, where it is short: its tooltip. */
  readonly says?: string
  /** The rows are in its order: an arrow after the title. */
  readonly sorted?: SortDirection | undefined
  /** Stays visible at the right, however far the table is scrolled: of the last columns. */
  readonly frozen?: boolean
  /** Behind a strong rule: the first of a group. */
  readonly startsGroup?: boolean
  /** Shaded, in a group of its kind: medians. */
  readonly shaded?: boolean
  /** Its figures in 500: the latest. */
  readonly strong?: boolean
  /** Words, from the left. */
  readonly words?: boolean
  /** Small and in ink-3: ranks. */
  readonly faint?: boolean
  /** Width in pixels; absent: the table's own. */
  readonly width?: number
  /** Takes the room that the others leave, if that is more: of the last column. */
  readonly fills?: boolean
  /** Key of the group that it belongs to. */
  readonly group?: string
  readonly marks: readonly GridMark[]
}

/** A letter to the left of a figure, and its meaning as a sentence. */
export interface GridMark {
  readonly letter: string
  /** A superscript after a head's title, instead of before it. */
  readonly raised?: boolean
  readonly says: string
  /** Adds the amber corner. */
  readonly corner: boolean
}

/** A figure over time, oldest first; null where it is n/a. */
export interface Sparkline {
  readonly figures: readonly (number | null)[]
  /** Bars of flows from zero; a line of levels, such as margins. */
  readonly shape: 'bars' | 'line'
  /** Tone of the latest. */
  readonly tone: Tone
  /** The figures in words, for screen readers. */
  readonly says: string
}

export interface GridCell {
  readonly text: string
  readonly tone: Tone
  readonly marks: readonly GridMark[]
  /** The first of an order: in accent. */
  readonly best?: boolean
  /** Replaces the text. */
  readonly sparkline?: Sparkline
  /** Behind the figure, from and to these shares of its width, with a line at the threshold. */
  readonly bar?: { readonly from: number; readonly to: number; readonly at: number }
  /** A bar replaces a figure that takes long. */
  readonly awaited?: boolean
}

/** Adjacent columns under one head. */
export interface ColumnGroup {
  readonly key: string
  /** Tells groups with the same key apart, counted from 0: other columns stand between them. */
  readonly part: number
  readonly first: number
  readonly last: number
}

/** A cell by its position. Row −1 is the head, column −1 holds the labels. */
export interface Position {
  readonly row: number
  readonly column: number
}

/** Both ends included; −1 as in `Position`. */
export interface Range {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** Heights in pixels. */
export interface RowHeights {
  readonly row: number
  readonly beneath: number
  readonly head: number
}

/** `--row` and `--row-sub` of tokens.css, which a windowed table must know as numbers. */
export const denseRows: RowHeights = { row: 22, beneath: 18, head: 28 }
export const comfortableRows: RowHeights = { row: 28, beneath: 22, head: 34 }

/** The head: a period over its end date. */
export const headHeight = 38

/** Neighboring columns of one key together; none when the columns have no groups. */
export function groupsOf(columns: readonly GridColumn[]): readonly ColumnGroup[] {
  const groups: { key: string; part: number; first: number; last: number }[] = []
  for (const [at, { group }] of columns.entries()) {
    if (group === undefined) continue
    const open = groups.at(-1)
    if (open?.key === group && open.last === at - 1) open.last = at
    else groups.push({ key: group, part: groups.filter(({ key }) => key === group).length, first: at, last: at })
  }
  return groups
}

const arrows = { ascending: '↑', descending: '↓' } as const

/** The arrow after the title of what the rows are sorted by, with its space; empty for other columns. */
export function sortArrow(sorted: SortDirection | undefined): string {
  return sorted ? ` ${arrows[sorted]}` : ''
}
