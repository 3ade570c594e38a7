/** Reads and writes headers of tar files, the container of backups and packs. */

import { fail } from '../failure-error.ts'

/** Tar as POSIX.1-1988 has it (ustar), with the sizes of GNU and star above 8 GiB: 512-byte blocks, a head before each file. */
export const block = 512
const mostOctal = 0o77777777777

export function headOf(path: string, bytes: number, modified: number): Buffer {
  const head = Buffer.alloc(block)
  const cut = path.lastIndexOf('/')
  const [prefix, name] = path.length <= 100 ? ['', path] : [path.slice(0, cut), path.slice(cut + 1)]
  head.write(name, 0, 100)
  head.write('0000600\0', 100)
  head.write('0000000\0', 108)
  head.write('0000000\0', 116)
  if (bytes <= mostOctal) head.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124)
  else {
    head[124] = 0x80
    head.writeBigUInt64BE(BigInt(bytes), 128)
  }
  head.write(
    `${Math.max(0, Math.floor(modified / 1000))
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  )
  head.write('0', 156)
  head.write('ustar\0' + '00', 257)
  head.write(prefix, 345, 155)
  head.write(`${sumOf(head).toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/** Its own sum counts as blanks. */
function sumOf(head: Buffer): number {
  return head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
}

export interface TarHead {
  readonly path: string
  readonly bytes: number
  /** ms UTC, whole seconds. */
  readonly modified: number
}

/** The failure of a tar file that cannot be used. */
export type InvalidTar = 'invalid-backup' | 'invalid-pack'

/** Accepts only what `headOf` writes. Null: the block of zeros at the end. Throws the failure of that kind. */
export function readHead(head: Buffer, kind: InvalidTar): TarHead | null {
  if (head.every((byte) => byte === 0)) return null
  const text = (from: number, length: number) => head.toString('utf8', from, from + length).replace(/\0[^]*$/, '')
  const prefix = text(345, 155)
  const path = prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`
  const bytes = head[124] === 0x80 ? Number(head.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8)
  const modified = Number.parseInt(text(136, 12), 8) * 1000
  const isRead = Number.isSafeInteger(bytes) && Number.isSafeInteger(modified)
  if (!isRead || !headOf(path, bytes, modified).equals(head)) fail({ kind, detail: 'it is damaged' })
  return { path, bytes, modified }
}

/** Zeros from the end of a file to the next block. */
export function paddingOf(bytes: number): number {
  return (block - (bytes % block)) % block
}
