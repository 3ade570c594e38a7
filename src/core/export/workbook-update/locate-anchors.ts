/** Finds the rows and columns of an anchored sheet in a user's workbook by their text. */

import { keySeparator, markedCell, type AnchoredSheet, type Placement } from './anchored-sheet.ts'
import { presentKeys } from './renamed-labels.ts'
import type { SheetCells } from './read-sheet.ts'
import { refuse } from './refuse-workbook.ts'

export interface LocatedAnchors {
  readonly placement: Placement
  /** Rows and columns that were not found and are added at the end, by position. */
  readonly newRows: ReadonlySet<number>
  readonly newColumns: ReadonlySet<number>
  /** Keys that are not ours, with their positions. */
  readonly foreignRows: readonly ForeignKey[]
  readonly foreignColumns: readonly ForeignKey[]
}

interface ForeignKey {
  readonly key: string
  readonly at: number
}

/**
 * Finds a sheet's rows and columns by their text next to and below the marked cell. What is not found is added after everything
 * else, so that no cell moves that a user refers to.
 */
export function locateAnchors(
  anchored: AnchoredSheet,
  cells: SheetCells,
  name: string,
  mark: { row: number; column: number },
): LocatedAnchors {
  const { heads, keys, first, rowKeys, columnKeys, isHead, optional } = anchored
  const marked = markedCell(anchored)
  const [down, across] = [mark.row - marked.row, mark.column - marked.column]
  const rowsOf = (from: number) => keys.map((column) => cells.words(from, column + across)).join(keySeparator)
  const columnsOf = (from: number) => heads.map((row) => cells.words(row + down, from)).join(keySeparator)
  const [firstRow, firstColumn] = [first.row + down, first.column + across]
  const rows = found(range(firstRow, cells.rows), rowsOf, rowKeys)
  const columns = found(range(firstColumn, cells.columns), columnsOf, columnKeys)
  if (rowKeys.some((key) => key !== '') && !rowKeys.some((key) => rows.has(key))) {
    refuse(
      `no line of “${name}” can be identified by its “Field” column; undo the changes to that column, or export the workbook again`,
    )
  }
  const isOptional = (key: string) => optional?.has(key) ?? false
  const row = placesOf(rowKeys, rows, { isOptional, isFree: (from) => cells.isRowFree(from), end: cells.rows })
  const wordsOf = (place: number | undefined) =>
    place === undefined ? [] : range(firstColumn, cells.columns).map((from) => cells.words(place, from))
  const column =
    heads.length === 0
      ? { at: (at: number) => firstColumn + at, added: new Set<number>() }
      : placesOf(columnKeys, columns, {
          isOptional,
          isFree: (from) => cells.isColumnFree(from),
          isSpare: (from) => cells.isColumnHidden(from) && cells.isColumnFree(from),
          end: firstColumn,
        })
  return {
    placement: {
      name,
      row: (at) => (at < first.row ? within(at + down) : row.at(at - first.row)),
      column: (at) => (at < first.column ? within(at + across) : column.at(at - first.column)),
      ...(isHead && { filled: widthOf(wordsOf(row.at(0)), isHead) }),
    },
    newRows: new Set([...row.added].map((at) => first.row + at)),
    newColumns: new Set([...column.added].map((at) => first.column + at)),
    foreignRows: foreignIn(rows, rowKeys),
    foreignColumns: heads.length === 0 ? [] : foreignIn(columns, columnKeys),
  }
}

/** Columns up to the last head. The first ones are empty where the library had fewer periods; what is beyond a gap is the user's. */
function widthOf(words: readonly string[], isHead: (text: string) => boolean): number {
  const first = words.findIndex((text) => text !== '')
  const gap = words.indexOf('', first)
  return words.slice(0, gap < first ? undefined : gap).findLastIndex(isHead) + 1
}

function foreignIn(found: ReadonlyMap<string, number>, keys: readonly string[]): ForeignKey[] {
  const known = new Set(keys)
  return [...found].flatMap(([key, at]) => (known.has(key) ? [] : [{ key, at }]))
}

/** Indices of rows or columns by key, in their order. */
function found(
  indices: readonly number[],
  keyAt: (index: number) => string,
  known: readonly string[],
): Map<string, number> {
  const keys = presentKeys(
    indices.map((index) => blankless(keyAt(index))),
    known,
  )
  return new Map(keys.flatMap((key, at) => (key === '' ? [] : [[key, indices[at] ?? 0] as const])))
}

function blankless(key: string): string {
  return key.replaceAll(keySeparator, '') === '' ? '' : key
}

/** Title rows that an earlier version lacked would be above the sheet. */
function within(place: number): number | undefined {
  return place < 0 ? undefined : place
}

interface NewPlaces {
  readonly isOptional: (key: string) => boolean
  readonly isFree: (place: number) => boolean
  /** A place that was left for what comes next. */
  readonly isSpare?: (place: number) => boolean
  readonly end: number
}

/** Positions of keys; a key that is not found takes a spare position after the previous one, or is added at the end. */
function placesOf(
  keys: readonly string[],
  places: ReadonlyMap<string, number>,
  { isOptional, isFree, isSpare, end }: NewPlaces,
) {
  const added = new Set<number>()
  const at = keys.map((key) => places.get(key))
  let next = Math.max(end, ...at.flatMap((place) => (place === undefined ? [] : [place + 1])))
  for (const [index, key] of keys.entries()) {
    if (at[index] !== undefined || key === '' || isOptional(key)) continue
    const spare = (at[index - 1] ?? -1) + 1
    added.add(index)
    if (spare > 0 && isSpare?.(spare) === true && !at.includes(spare)) {
      at[index] = spare
      continue
    }
    while (!isFree(next)) next += 1
    at[index] = next
    next += 1
  }
  return { at: (index: number) => at[index], added }
}

function range(from: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at)
}
