/** Moves the active cell of a grid and extends its range by keys, as in a spreadsheet. */

import { clamp, type Extent } from './geometry.ts'
import type { GridRow, Position, Range } from './grid-types.ts'

/** Where a key moves the active cell. */
export interface Move {
  readonly to: Position
  /** Shift: the range grows instead of moving. */
  readonly extends: boolean
}

export interface KeyStroke {
  readonly key: string
  readonly shiftKey: boolean
  /** Ctrl, or Cmd on a Mac. */
  readonly mod: boolean
}

/** The move of a key in a table of figures, as in a spreadsheet; null for a key that the table does not use. */
export function moveFor(stroke: KeyStroke, from: Position, extent: Extent, rowsAPage: number): Move | null {
  const { rows, columns } = extent
  const target = (): Position | null => {
    const { row, column } = from
    switch (stroke.key) {
      case 'ArrowLeft':
        return { row, column: stroke.mod ? 0 : column - 1 }
      case 'ArrowRight':
        return { row, column: stroke.mod ? columns - 1 : column + 1 }
      case 'ArrowUp':
        return { row: stroke.mod ? 0 : row - 1, column }
      case 'ArrowDown':
        return { row: stroke.mod ? rows - 1 : row + 1, column }
      case 'Home':
        return { row: stroke.mod ? 0 : row, column: 0 }
      case 'End':
        return { row: stroke.mod ? rows - 1 : row, column: columns - 1 }
      case 'PageUp':
        return { row: Math.max(0, row - rowsAPage), column }
      case 'PageDown':
        return { row: row + rowsAPage, column }
      default:
        return null
    }
  }
  const to = target()
  return to && { to: clamp(to, extent), extends: stroke.shiftKey }
}

/** A group's name holds no figures: a move onto it goes on to the next row of its way, or stays where it began. */
export function offHeads(rows: readonly GridRow[], from: number, to: Position): Position {
  const step = to.row < from ? -1 : 1
  let row = to.row
  while (rows[row]?.rank === 'head') row += step
  if (row >= rows.length) return { ...to, row: from }
  return { ...to, row }
}

/** The rectangle that two corners span. A label spans its whole row, a head its whole column, the corner everything. */
export function rangeOf(anchor: Position, active: Position, { rows, columns }: Extent): Range {
  const range = {
    top: Math.min(anchor.row, active.row),
    bottom: Math.max(anchor.row, active.row),
    left: Math.min(anchor.column, active.column),
    right: Math.max(anchor.column, active.column),
  }
  const wholeRows = anchor.column === -1 && active.column === -1
  const wholeColumns = anchor.row === -1 && active.row === -1
  return {
    ...range,
    ...(wholeRows && { right: columns - 1 }),
    ...(wholeColumns && { bottom: rows - 1 }),
  }
}

export function holds(range: Range, row: number, column: number): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right
}

/** Class names of a cell in the range, with the sides at which the range ends; empty outside it. */
export function rangeEdges(range: Range, row: number, column: number): string {
  if (!holds(range, row, column)) return ''
  const sides = [
    row === Math.max(0, range.top) ? ' t-edge' : '',
    row === range.bottom ? ' b-edge' : '',
    column === Math.max(0, range.left) ? ' l-edge' : '',
    column === range.right ? ' r-edge' : '',
  ]
  return `held${sides.join('')}`
}

/** Figures in the range, without labels and heads. */
export function figuresIn(range: Range): number {
  const rows = range.bottom - Math.max(0, range.top) + 1
  const columns = range.right - Math.max(0, range.left) + 1
  return Math.max(0, rows) * Math.max(0, columns)
}
