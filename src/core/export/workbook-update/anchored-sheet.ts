import { cellName } from '../workbook/cells.ts'
import { inFormula } from '../workbook/sheet-names.ts'

/**
 * A sheet whose rows and columns are known by their words, so that a workbook is brought up to date wherever a user has moved them.
 * Rows and columns are counted from 0, as a new workbook has them.
 */
export interface AnchoredSheet {
  /** A name that the workbook defines for the cell at which the last head, or else the first row, meets the last key. It moves with the cell. */
  readonly mark: string
  /** Of the sheet, in a new workbook. */
  readonly name: string
  /** Rows whose words together name a column; none: columns are known by their place. */
  readonly heads: readonly number[]
  /** Columns whose words together name a row. */
  readonly keys: readonly number[]
  /** The first row and column that a key names. */
  readonly first: { readonly row: number; readonly column: number }
  /** From `first` on; an empty one belongs to a row that is not looked for, such as a heading. */
  readonly rowKeys: readonly string[]
  readonly columnKeys: readonly string[]
  /** An update adds no such sheet: workbooks of an earlier version do not have it. */
  readonly isOptional?: boolean
  /** Keys of rows and columns that an update does not add to a sheet without them. */
  readonly optional?: ReadonlySet<string>
  /** What is stored, and not calculated, in a cell; undefined: nothing is. */
  readonly stored?: (row: number, column: number) => StoredCell | undefined
}

/** A figure as the library holds it. */
interface StoredCell {
  readonly recordId: number
  readonly field: string
  readonly line: string
  /** With the company where there are several. */
  readonly period: string
  /** When the library first saw the period, milliseconds since 1970. */
  readonly firstSeenAt: number
}

/** Where the rows and columns of a anchored sheet stand in a workbook. */
export interface Placement {
  /** Of the sheet: users rename. */
  readonly name: string
  /** Undefined: it stands nowhere. */
  readonly row: (at: number) => number | undefined
  readonly column: (at: number) => number | undefined
}

/** By mark; a sheet that was taken out has none. */
export type Placements = ReadonlyMap<string, Placement>

/** Keys of several cells. */
export const keySeparator = '|'

/** Every row and column where it is made. */
export function asMade(tables: readonly AnchoredSheet[]): Placements {
  const same = (at: number): number => at
  return new Map(tables.map(({ mark, name }) => [mark, { name, row: same, column: same }]))
}

/** The cell that a mark stands on. */
export function markedCell({ heads, keys, first }: Pick<AnchoredSheet, 'heads' | 'keys' | 'first'>): {
  row: number
  column: number
} {
  return { row: heads.at(-1) ?? first.row, column: keys.at(-1) ?? 0 }
}

/** A cell in a formula of any sheet; undefined: it stands nowhere. */
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
