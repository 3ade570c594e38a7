/**
 * Sheets whose rows and columns are known by their text, so that an update finds them where the
 * user moved them.
 */

import { cellName } from '../workbook/cells.ts'
import { inFormula } from '../workbook/sheet-names.ts'

/**
 * A sheet whose rows and columns are identified by their text, so that an update finds them wherever a user has moved them. Rows
 * and columns are counted from 0, as in a new workbook.
 */
export interface AnchoredSheet {
  /** A defined name of the cell where the last head (or else the first row) and the last key cross. */
  readonly mark: string
  /** Name of the sheet in a new workbook. */
  readonly name: string
  /** Rows whose text together identifies a column; none: columns are identified by position. */
  readonly heads: readonly number[]
  /** Columns whose text together identifies a row. */
  readonly keys: readonly number[]
  /** The first row and column that a key names. */
  readonly first: { readonly row: number; readonly column: number }
  /** From `first` on; empty for a row that is not searched, such as a heading. */
  readonly rowKeys: readonly string[]
  readonly columnKeys: readonly string[]
  /** Of a sheet whose columns are known by position: whether a text of its first row is the head of one, and not a user's. */
  readonly isHead?: (text: string) => boolean
  /** An update adds no such sheet: workbooks of an earlier version do not have it. */
  readonly isOptional?: boolean
  /** Keys of rows and columns that an update does not add to a sheet without them. */
  readonly optional?: ReadonlySet<string>
  /** The stored, not calculated, value of a cell; undefined: none. */
  readonly stored?: (row: number, column: number) => StoredCell | undefined
}

/** A figure as the library holds it. */
interface StoredCell {
  readonly recordId: number
  readonly field: string
  readonly line: string
  /** With the company if there are several. */
  readonly period: string
  /** When the library first saw the period, milliseconds since 1970. */
  readonly firstSeenAt: number
}

/** Where the rows and columns of an anchored sheet are in a workbook. */
export interface Placement {
  /** Name of the sheet: users rename them. */
  readonly name: string
  /** Undefined: not in the workbook. */
  readonly row: (at: number) => number | undefined
  readonly column: (at: number) => number | undefined
  /** Of a sheet with `isHead`: how many columns it has, up to its last head. Absent: as many as are written. */
  readonly filled?: number
}

/** By mark; a deleted sheet has none. */
export type Placements = ReadonlyMap<string, Placement>

/** Keys of several cells. */
export const keySeparator = '|'

/** Every row and column where it is made. */
export function asMade(tables: readonly AnchoredSheet[]): Placements {
  const same = (at: number): number => at
  return new Map(tables.map(({ mark, name }) => [mark, { name, row: same, column: same }]))
}

/** The cell that a mark refers to. */
export function markedCell({ heads, keys, first }: Pick<AnchoredSheet, 'heads' | 'keys' | 'first'>): {
  row: number
  column: number
} {
  return { row: heads.at(-1) ?? first.row, column: keys.at(-1) ?? 0 }
}

/** A cell as written in a formula of any sheet; undefined: not in the workbook. */
export function cellIn(placement: Placement | undefined, row: number, column: number): string | undefined {
  const [down, across] = [placement?.row(row), placement?.column(column)]
  if (!placement || down === undefined || across === undefined) return undefined
  return inFormula(placement.name) + cellName(across, down)
}

/** The same key again is distinguished by how often it came before. */
export function numbered(keys: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return keys.map((key) => {
    if (key === '') return ''
    const times = seen.get(key) ?? 0
    seen.set(key, times + 1)
    return times === 0 ? key : `${key}#${times}`
  })
}
