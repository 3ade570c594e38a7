/** Reads a zip archive, with limits against oversized content. */

import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import type { ZipFacts } from '../workbook/zip-stream.ts'
import { refuse } from './refuse-workbook.ts'

const inflate = promisify(inflateRaw)
/** Bytes of one part when it is unpacked: a sheet of a million cells has half of it. */
const largestPart = 128 * 1024 * 1024
/** Bytes of all parts that are read. */
const mostUnpacked = 512 * 1024 * 1024
const isZip64 = 0xffff_ffff
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const damaged = 'the file is damaged or incomplete'

interface OpenedPart {
  readonly facts: ZipFacts
  readonly packed: Buffer
}

/** The files of a zip archive by name, in their order, each as it is packed. Refuses archives that it cannot pass on intact. */
export class OpenedZip {
  readonly parts: ReadonlyMap<string, OpenedPart>
  #unpacked = 0

  constructor(bytes: Buffer) {
    if (bytes.subarray(0, 4).equals(compound)) {
      refuse('the workbook has a password, or is in the old format (.xls); remove the password or save it as .xlsx')
    }
    const end = endOf(bytes)
    const parts = new Map<string, OpenedPart>()
    const [count, start] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]
    if (count === 0xffff || start === isZip64) refuse('the file is an archive of more than 4 GB (Zip64)')
    let at = start
    for (let left = count; left > 0; left -= 1) {
      if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x0201_4b50) refuse(damaged)
      const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
      const facts: ZipFacts = {
        name: bytes.subarray(at + 46, nameEnd),
        flags: bytes.readUInt16LE(at + 8),
        method: bytes.readUInt16LE(at + 10),
        time: bytes.readUInt16LE(at + 12),
        date: bytes.readUInt16LE(at + 14),
        crc: bytes.readUInt32LE(at + 16),
        packed: bytes.readUInt32LE(at + 20),
        size: bytes.readUInt32LE(at + 24),
      }
      const local = bytes.readUInt32LE(at + 42)
      if (facts.packed === isZip64 || facts.size === isZip64 || local === isZip64)
        refuse('the file is in the format for archives of more than 4 GB (Zip64)')
      if ((facts.flags & 1) !== 0) refuse('parts of the file have a password')
      if (facts.method !== 0 && facts.method !== 8) refuse('the file uses a compression that spreadsheets do not use')
      if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== 0x0403_4b50) refuse(damaged)
      const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      const name = facts.name.toString('utf8')
      if (from + facts.packed > bytes.length || parts.has(name)) refuse(damaged)
      parts.set(name, { facts, packed: bytes.subarray(from, from + facts.packed) })
      at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    }
    this.parts = parts
  }

  /** Undefined: there is no such part. */
  async text(name: string): Promise<string | undefined> {
    const part = this.parts.get(name)
    if (!part) return undefined
    const { facts, packed } = part
    if (facts.size > largestPart) refuse(`a part of the file is larger than ${largestPart / 1024 / 1024} MB`)
    this.#unpacked += facts.size
    if (this.#unpacked > mostUnpacked) refuse(`the unpacked file is larger than ${mostUnpacked / 1024 / 1024} MB`)
    const bytes = facts.method === 0 ? packed : await unpacked(packed, facts.size)
    if (bytes.length !== facts.size || crc32(bytes) !== facts.crc) refuse(damaged)
    const isWide = bytes[0] === 0xff || bytes[0] === 0xfe
    if (isWide) refuse('the file is written in UTF-16')
    return bytes.toString('utf8')
  }
}

async function unpacked(packed: Buffer, size: number): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(size, 1) })
  } catch {
    return refuse(damaged)
  }
}

/** Where the central directory says that it ends; a comment may follow it. */
function endOf(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at -= 1) {
    if (bytes.readUInt32LE(at) === 0x0605_4b50) return at
  }
  return refuse('the file is not a workbook (.xlsx), or is incomplete')
}
