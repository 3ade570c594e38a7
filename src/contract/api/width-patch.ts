/**
 * Applies a change to the widths of a table's columns, and finds the change between two sets of
 * widths.
 */

import { patchedRecord } from './record-patch.ts'

type Widths = Record<string, number>
type WidthPatch = Readonly<Record<string, number | null>>

/** Widths of a table's columns with a change laid over them. Null: the column's default width. */
export function patchedWidths(widths: Readonly<Widths>, patch: WidthPatch): Widths {
  return patchedRecord(widths, patch)
}

/** The change that makes one set of widths another: no more than that, since another window may change other columns. */
export function widthPatch(before: Readonly<Widths>, after: Readonly<Widths>): Record<string, number | null> {
  const changed = Object.entries(after).filter(([column, width]) => before[column] !== width)
  const gone = Object.keys(before).filter((column) => !(column in after))
  return Object.fromEntries([...changed, ...gone.map((column) => [column, null] as const)])
}
