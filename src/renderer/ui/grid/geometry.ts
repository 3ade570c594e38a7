/**
 * The arithmetic of a grid in pixels: the edges of rows and columns, and which of them are in view.
 */

import type { GridRow, Position, RowHeights } from './grid-types.ts'

/** The rendered part of a long list: first and last index, both included; `last < first` when empty. */
interface IndexRange {
  readonly first: number
  readonly last: number
}

/** Tops of the rows in pixels, and the end of the last one: one number more than there are rows. */
export function rowEdges(rows: readonly GridRow[], heights: RowHeights): readonly number[] {
  const edges = [0]
  let y = 0
  for (const { rank } of rows) {
    y += rank === 'beneath' ? heights.beneath : rank === 'head' ? heights.head : heights.row
    edges.push(y)
  }
  return edges
}

/** Left edges of columns of these widths, and the end of the last one, which takes the remaining width when it stands apart. */
export function columnEdges(widths: readonly (number | undefined)[], usual: number, extra: number): readonly number[] {
  const edges = [0]
  let end = 0
  for (const width of widths) edges.push((end += width ?? usual))
  if (widths.length > 0) edges[widths.length] = end + extra
  return edges
}

/** The item at the pixel; the first or the last one when it is outside. −1: no items. */
export function indexAt(edges: readonly number[], pixel: number): number {
  const count = edges.length - 1
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle + 1] ?? 0) > pixel) high = middle
    else low = middle + 1
  }
  return Math.min(low, count - 1)
}

/** Items between two pixels, and `spare` more on each side, so that a short scroll shows no gap. */
export function rangeBetween(edges: readonly number[], from: number, to: number, spare: number): IndexRange {
  const count = edges.length - 1
  if (count < 1) return { first: 0, last: -1 }
  return {
    first: Math.max(0, indexAt(edges, from) - spare),
    last: Math.min(count - 1, indexAt(edges, Math.max(from, to)) + spare),
  }
}

/** The indices of a range in order, with that of the focused cell wherever it is: the focused element is never removed. */
export function indicesOf({ first, last }: IndexRange, focused: number, count: number): readonly number[] {
  const indices = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  if (focused < 0 || focused >= count || (focused >= first && focused <= last)) return indices
  return focused < first ? [focused, ...indices] : [...indices, focused]
}

/**
 * The scroll position at which `[from, to]` is inside a window of `size` pixels; `scroll` if it is already. To the right it stops
 * at the next whole column, so that no column is cut at the frozen edge.
 */
export function scrollToReveal(from: number, to: number, scroll: number, size: number, step: number): number {
  if (from < scroll) return Math.max(0, from)
  if (to <= scroll + size) return scroll
  const least = to - size
  return Math.min(from, step > 0 ? Math.ceil(least / step) * step : least)
}

export interface Extent {
  readonly rows: number
  readonly columns: number
}

/** A move that stays within the table; −1, the head or the labels, is within. */
export function clamp(position: Position, { rows, columns }: Extent): Position {
  return {
    row: Math.max(-1, Math.min(rows - 1, position.row)),
    column: Math.max(-1, Math.min(columns - 1, position.column)),
  }
}
