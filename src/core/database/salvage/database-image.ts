/** Reads the pages of a damaged database from its file and write-ahead log, without SQLite. */

import { existsSync, readFileSync } from 'node:fs'

/** The pages of a database as its last committed transaction left them, whether or not they make sense. */
export interface DatabaseImage {
  readonly pageSize: number
  /** Bytes of a page that SQLite uses. */
  readonly usable: number
  readonly count: number
  /** A page by number, from 1. Null: beyond the end of the file. */
  page(number: number): Buffer | null
}

const usualPageSize = 8192
const magic = 'SQLite format 3\0'

/** Reads the file and its write-ahead log as bytes, since SQLite refuses to read past damage. Both files stay as they are. */
export function readImage(file: string): DatabaseImage {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  const log = existsSync(`${file}-wal`) ? readFileSync(`${file}-wal`) : Buffer.alloc(0)
  const pageSize = pageSizeOf(bytes, log)
  const { pages, count } = committedPages(log, pageSize)
  const whole = Math.ceil(bytes.length / pageSize)
  const page = (number: number): Buffer | null => {
    const logged = pages.get(number)
    if (logged) return logged
    const slice = bytes.subarray((number - 1) * pageSize, number * pageSize)
    return slice.length === pageSize ? slice : null
  }
  const reserved = hasHeader(page(1)) ? (page(1)?.[20] ?? 0) : 0
  return { pageSize, usable: pageSize - reserved, count: Math.max(count, whole), page }
}

/** Whether the first page has the header of a database. */
export function hasHeader(first: Buffer | null): boolean {
  return first !== null && first.toString('latin1', 0, magic.length) === magic
}

/** The header states it at 16 (sqlite.org/fileformat2.html §1.3), the log at 8; ours are made with one size. */
function pageSizeOf(bytes: Buffer, log: Buffer): number {
  const stated = hasHeader(bytes.subarray(0, 100)) ? bytes.readUInt16BE(16) : 0
  const size = stated === 1 ? 65_536 : stated
  if (isPageSize(size)) return size
  const logged = log.length >= 32 ? log.readUInt32BE(8) : 0
  return isPageSize(logged) ? logged : usualPageSize
}

function isPageSize(size: number): boolean {
  return size >= 512 && size <= 65_536 && (size & (size - 1)) === 0
}

/**
 * Pages of every transaction that the log holds whole: a frame counts when its salts and its running checksum are right, and a
 * transaction when its last frame states the size of the database (sqlite.org/fileformat2.html §4).
 */
function committedPages(log: Buffer, pageSize: number): { pages: ReadonlyMap<number, Buffer>; count: number } {
  const pages = new Map<number, Buffer>()
  const nothing = { pages, count: 0 }
  if (log.length < 32) return nothing
  const kind = log.readUInt32BE(0)
  if (kind !== 0x377f0682 && kind !== 0x377f0683) return nothing
  if (log.readUInt32BE(8) !== pageSize) return nothing
  const isBig = kind === 0x377f0683
  let sum = checksum(log.subarray(0, 24), [0, 0], isBig)
  if (sum[0] !== log.readUInt32BE(24) || sum[1] !== log.readUInt32BE(28)) return nothing
  let count = 0
  let pending = new Map<number, Buffer>()
  for (let at = 32; at + 24 + pageSize <= log.length; at += 24 + pageSize) {
    const frame = log.subarray(at, at + 24 + pageSize)
    if (frame.compare(log, 16, 24, 8, 16) !== 0) break
    sum = checksum(frame.subarray(24), checksum(frame.subarray(0, 8), sum, isBig), isBig)
    if (sum[0] !== frame.readUInt32BE(16) || sum[1] !== frame.readUInt32BE(20)) break
    pending.set(frame.readUInt32BE(0), frame.subarray(24))
    const size = frame.readUInt32BE(4)
    if (size === 0) continue
    for (const [number, page] of pending) pages.set(number, page)
    pending = new Map()
    count = size
  }
  return { pages, count }
}

/** SQLite's own, over 32-bit words in pairs. */
function checksum(bytes: Buffer, [first, second]: readonly [number, number], isBig: boolean): [number, number] {
  let [one, two] = [first, second]
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    one = (one + (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + two) >>> 0
    two = (two + (isBig ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + one) >>> 0
  }
  return [one, two]
}
