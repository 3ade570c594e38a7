/** Finds the readable rows of every table in a damaged database. */

import { readTreePage, type Cell, type TreePage } from './b-tree.ts'
import { hasHeader, type DatabaseImage } from './database-image.ts'
import type { StoredValue } from './record-format.ts'
import { fits, type TableShape } from './table-shapes.ts'

interface SalvagedRow {
  readonly rowid: number | null
  readonly values: readonly StoredValue[]
}

export interface SalvagedTable {
  readonly shape: TableShape
  readonly rows: readonly SalvagedRow[]
  /** Unreadable rows that are known to have existed. Null: an unknown number may be missing. */
  readonly lost: number | null
}

interface Tree {
  readonly name: string
  readonly table: string
  readonly isIndex: boolean
  readonly root: number
}

/** What was read from one tree. */
interface Walked {
  readonly cells: Cell[]
  /** Nothing of it was unreadable. */
  isWhole: boolean
}

/**
 * Every row on an intact page, table by table. The trees are followed from their roots; a leaf that no intact inner page points
 * to belongs to the damaged table whose columns its rows fit. Indexes tell how many rows a damaged table had.
 */
export function salvage(image: DatabaseImage, shapes: readonly TableShape[]): SalvagedTable[] {
  const reader = new TreeReader(image)
  const trees = reader.schema()
  const walked = new Map(trees.map((tree) => [tree.name, reader.walk(tree)]))
  if (trees.length > 0) reader.passOverFreePages()
  const wholeOf = (name: string) => walked.get(name)?.isWhole === true
  const damaged = shapes.filter(({ name }) => !wholeOf(name))
  const found = reader.findStrays(damaged)
  // Without a schema it is complete only when every page was read.
  const isComplete = trees.length === 0 && reader.hasReadAll
  return shapes.map((shape) => {
    const own = walked.get(shape.name)
    const rows = distinct(shape, [...(own?.cells ?? []), ...(found.get(shape.name) ?? [])])
    const indexes = trees.filter(({ table, isIndex, name }) => isIndex && table === shape.name && wholeOf(name))
    const counted = indexes.map(({ name }) => walked.get(name)?.cells ?? [])
    return { shape, rows, lost: lostOf(shape, rows, wholeOf(shape.name) || isComplete, counted) }
  })
}

function lostOf(
  shape: TableShape,
  rows: readonly SalvagedRow[],
  isWhole: boolean,
  [index]: readonly (readonly Cell[])[],
): number | null {
  if (isWhole) return 0
  if (index === undefined) return null
  if (!shape.hasRowid) return Math.max(0, index.length - rows.length)
  // The last value of an index entry is the rowid of its row.
  const there = new Set(rows.map(({ rowid }) => rowid))
  return index.filter(({ values }) => !there.has(Number(values?.at(-1)))).length
}

/** A row may be found twice, on an abandoned page: the one that the tree points to comes first. */
function distinct(shape: TableShape, cells: readonly Cell[]): SalvagedRow[] {
  const rows = new Map<string, SalvagedRow>()
  for (const { rowid, values } of cells) {
    if (values === null || !fits(shape, values)) continue
    const isAlias = shape.columns.some(({ isRowid }) => isRowid)
    const key = isAlias || shape.key.length === 0 ? rowid : shape.key.map((at) => values[at])
    const name = JSON.stringify(key, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    if (!rows.has(name)) rows.set(name, { rowid, values })
  }
  return [...rows.values()]
}

class TreeReader {
  readonly #image: DatabaseImage
  readonly #seen = new Set<number>([1])

  constructor(image: DatabaseImage) {
    this.#image = image
  }

  /** Tables and indexes with their roots; none when the first page cannot be read. */
  schema(): Tree[] {
    if (!hasHeader(this.#image.page(1))) return []
    const { cells } = this.walk({ name: 'sqlite_schema', table: 'sqlite_schema', isIndex: false, root: 1 })
    return cells.flatMap(({ values }) => {
      const [type, name, table, root] = values ?? []
      if ((type !== 'table' && type !== 'index') || typeof root !== 'number') return []
      return [{ name: String(name), table: String(table), isIndex: type === 'index', root }]
    })
  }

  walk({ root }: Tree): Walked {
    const walked: Walked = { cells: [], isWhole: true }
    const open = [root]
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      const page = number === 1 || !this.#seen.has(number) ? readTreePage(this.#image, number) : null
      if (page === null) {
        walked.isWhole = false
        continue
      }
      this.#take(number, page)
      if (page.unreadable > 0) walked.isWhole = false
      walked.cells.push(...page.cells.filter(({ values }) => values !== null))
      open.push(...page.cells.flatMap(({ child }) => (child === null ? [] : [child])))
      if (page.right !== null) open.push(page.right)
    }
    return walked
  }

  /** Marks free pages, as far as their list can be followed: their rows were deleted. */
  passOverFreePages(): void {
    let trunk = this.#image.page(1)?.readUInt32BE(32) ?? 0
    while (trunk > 1 && trunk <= this.#image.count && !this.#seen.has(trunk)) {
      const page = this.#image.page(trunk)
      if (page === null) return
      this.#seen.add(trunk)
      const count = Math.min(page.readUInt32BE(4), Math.floor(this.#image.usable / 4) - 2)
      for (let index = 0; index < count; index += 1) this.#seen.add(page.readUInt32BE(8 + 4 * index))
      trunk = page.readUInt32BE(0)
    }
  }

  /** Rows on pages that no tree pointed to, by the one table among these that they fit. */
  findStrays(tables: readonly TableShape[]): ReadonlyMap<string, Cell[]> {
    const found = new Map<string, Cell[]>(tables.map(({ name }) => [name, []]))
    if (tables.length === 0) return found
    const strays = this.#unseen().flatMap((number) => {
      const page = readTreePage(this.#image, number)
      return page === null ? [] : [{ number, page }]
    })
    for (const { number, page } of strays) {
      const rows = page.cells.filter(({ values }) => values !== null)
      const candidates = tables.filter(
        (shape) =>
          shape.hasRowid === (page.kind === 'table') &&
          rows.every(({ values }) => values !== null && fits(shape, values)),
      )
      this.#take(number, page)
      // Rows that fit a table's list of values are that table's, even if they fit another one.
      const strict = candidates.filter(({ columns }) => columns.some(({ allowed }) => allowed !== null))
      const [table, another] = candidates.length > 1 ? strict : candidates
      if (table !== undefined && another === undefined) found.get(table.name)?.push(...rows)
    }
    return found
  }

  /** Every page but the first belongs to what was read. */
  get hasReadAll(): boolean {
    return this.#unseen().length === 0
  }

  #unseen(): number[] {
    return Array.from({ length: this.#image.count }, (_, index) => index + 1).filter(
      (number) => !this.#seen.has(number),
    )
  }

  #take(number: number, page: TreePage): void {
    this.#seen.add(number)
    for (const other of page.overflow) this.#seen.add(other)
  }
}
