import { keySeparator, markedCell, numbered, type AnchoredSheet, type Placement } from './anchored-sheet.ts'
import { presentKey } from './former-labels.ts'
import type { SheetCells } from './read-sheet.ts'
import { refuse } from './refuse-workbook.ts'

export interface PlacedAnchors {
  readonly placement: Placement
  /** Rows and columns that were not found and stand at the end, by where they are made. */
  readonly newRows: ReadonlySet<number>
  readonly newColumns: ReadonlySet<number>
  /** Words that none of our rows and columns goes by, with where they stand. */
  readonly foreignRows: readonly ForeignKey[]
  readonly foreignColumns: readonly ForeignKey[]
}

interface ForeignKey {
  readonly key: string
  readonly at: number
}

/**
 * Where a sheet's rows and columns stand now: found by their words beside and beneath the marked cell. What is not found gets its place
 * behind all that is there, so that nothing moves that a user refers to.
 */
export function placeAnchors(
  anchored: AnchoredSheet,
  cells: SheetCells,
  name: string,
  mark: { row: number; column: number },
): PlacedAnchors {
  const { heads, keys, first, rowKeys, columnKeys } = anchored
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
  const row = placesOf(rowKeys, rows, (from) => cells.isRowFree(from), cells.rows)
  const column =
    heads.length === 0
      ? { at: (at: number) => firstColumn + at, added: new Set<number>() }
      : placesOf(columnKeys, columns, (from) => cells.isColumnFree(from), firstColumn)
  return {
    placement: {
      name,
      row: (at) => (at < first.row ? at + down : row.at(at - first.row)),
      column: (at) => (at < first.column ? at + across : column.at(at - first.column)),
    },
    newRows: new Set([...row.added].map((at) => first.row + at)),
    newColumns: new Set([...column.added].map((at) => first.column + at)),
    foreignRows: foreignIn(rows, rowKeys),
    foreignColumns: heads.length === 0 ? [] : foreignIn(columns, columnKeys),
  }
}

function foreignIn(found: ReadonlyMap<string, number>, keys: readonly string[]): ForeignKey[] {
  const known = new Set(keys)
  return [...found].flatMap(([key, at]) => (known.has(key) ? [] : [{ key, at }]))
}

/** Indices of rows or columns by key, in their order. */
function found(
  indices: readonly number[],
  keyAt: (index: number) => string,
  presentKeys: readonly string[],
): Map<string, number> {
  const known = new Set(presentKeys)
  const keys = numbered(indices.map((index) => presentKey(blankless(keyAt(index)), known)))
  return new Map(keys.flatMap((key, at) => (key === '' ? [] : [[key, indices[at] ?? 0] as const])))
}

function blankless(key: string): string {
  return key.replaceAll(keySeparator, '') === '' ? '' : key
}

/** Places of keys; those that are not found follow the last of the others where nothing stands. */
function placesOf(
  keys: readonly string[],
  places: ReadonlyMap<string, number>,
  isFree: (place: number) => boolean,
  end: number,
) {
  const added = new Set<number>()
  const at = keys.map((key) => places.get(key))
  let next = Math.max(end, ...at.flatMap((place) => (place === undefined ? [] : [place + 1])))
  for (const [index, key] of keys.entries()) {
    if (at[index] !== undefined || key === '') continue
    while (!isFree(next)) next += 1
    at[index] = next
    added.add(index)
    next += 1
  }
  return { at: (index: number) => at[index], added }
}

function range(from: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at)
}
