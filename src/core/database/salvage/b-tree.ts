/** Reads the cells of a b-tree page from the bytes of a damaged database. */

import type { DatabaseImage } from './database-image.ts'
import { readRecord, readVarint, type StoredValue } from './record-format.ts'

/** A cell of a b-tree page: a row, or on an inner page of a table only the pointer to a child. */
export interface Cell {
  /** Null also where it leads out of the file. */
  readonly child: number | null
  readonly rowid: number | null
  readonly values: readonly StoredValue[] | null
}

export interface TreePage {
  readonly kind: 'table' | 'index'
  readonly isLeaf: boolean
  /** Rightmost child of an inner page. */
  readonly right: number | null
  readonly cells: readonly Cell[]
  /** Rows and ways to children that could not be read. */
  readonly unreadable: number
  /** Pages that hold the rest of long rows. */
  readonly overflow: readonly number[]
}

const kinds: Readonly<Record<number, readonly [TreePage['kind'], boolean]>> = {
  0x02: ['index', false],
  0x05: ['table', false],
  0x0a: ['index', true],
  0x0d: ['table', true],
}

/** One page of a b-tree (sqlite.org/fileformat2.html §1.6), cell by cell. Null for any other page. */
export function readTreePage(image: DatabaseImage, number: number): TreePage | null {
  const page = image.page(number)
  const start = number === 1 ? 100 : 0
  const found = page && kinds[page[start] ?? 0]
  if (!page || !found) return null
  const [kind, isLeaf] = found
  const head = start + (isLeaf ? 8 : 12)
  const count = page.readUInt16BE(start + 3)
  if (head + 2 * count > image.usable) return null
  const right = isLeaf ? null : pageOrNull(image, page.readUInt32BE(start + 8))
  const overflow: number[] = []
  const cells: Cell[] = []
  let unreadable = !isLeaf && right === null ? 1 : 0
  for (let index = 0; index < count; index += 1) {
    const at = page.readUInt16BE(head + 2 * index)
    const cell = at < head + 2 * count ? null : readCell(image, page, at, kind, isLeaf, overflow)
    if (cell === null || (!isLeaf && cell.child === null)) unreadable += 1
    if (cell !== null) cells.push(cell)
  }
  return { kind, isLeaf, right, cells, unreadable, overflow }
}

/** Null: no page of the file has this number, or the first one, to which nothing leads. */
function pageOrNull(image: DatabaseImage, number: number): number | null {
  return number >= 2 && number <= image.count ? number : null
}

function readCell(
  image: DatabaseImage,
  page: Buffer,
  start: number,
  kind: TreePage['kind'],
  isLeaf: boolean,
  overflow: number[],
): Cell | null {
  let at = start
  let child: number | null = null
  if (!isLeaf) {
    if (at + 4 > image.usable) return null
    child = pageOrNull(image, page.readUInt32BE(at))
    at += 4
    if (kind === 'table') return { child, rowid: null, values: null }
  }
  const length = readVarint(page, at)
  if (!length || length.value < 1) return null
  const rowid = kind === 'table' ? readVarint(page, length.end) : null
  if (kind === 'table' && !rowid) return null
  const payload = readPayload(image, page, rowid?.end ?? length.end, length.value, kind, overflow)
  const values = payload && readRecord(payload)
  return values && { child, rowid: rowid?.value ?? null, values }
}

/** A payload too long for the page continues in a chain of overflow pages; null when the chain is broken. */
function readPayload(
  image: DatabaseImage,
  page: Buffer,
  at: number,
  length: number,
  kind: TreePage['kind'],
  overflow: number[],
): Buffer | null {
  const { usable } = image
  const most = kind === 'table' ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  if (length <= most) return at + length <= usable ? page.subarray(at, at + length) : null
  if (length > image.count * image.pageSize) return null
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const fitting = least + ((length - least) % (usable - 4))
  const local = fitting <= most ? fitting : least
  if (at + local + 4 > usable) return null
  const parts = [page.subarray(at, at + local)]
  let next = page.readUInt32BE(at + local)
  for (let left = length - local; left > 0; left -= usable - 4) {
    const part = pageOrNull(image, next) === null ? null : image.page(next)
    if (part === null) return null
    overflow.push(next)
    parts.push(part.subarray(4, 4 + Math.min(left, usable - 4)))
    next = part.readUInt32BE(0)
  }
  return next === 0 ? Buffer.concat(parts) : null
}
