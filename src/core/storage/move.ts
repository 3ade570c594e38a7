import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { examine } from '../database/examine.ts'
import { libraryDatabase } from '../database/library-schema.ts'
import { pin } from '../database/pin.ts'
import { syncFolder } from './files.ts'
import type { Report } from './messages.ts'

export interface MoveOrder {
  readonly job: 'move'
  readonly library: string
  /** For reading it; see `HeldFiles`. */
  readonly descriptor: number
  readonly recordings: string
  /** A folder of its own; what is there of an earlier pass stays when it is still the same. */
  readonly target: string
  /** The library was written to since the pass before. */
  readonly isLibraryNew: boolean
}

const piece = 4 * 1024 * 1024

/**
 * Copies library and recordings, reads back what was written, and checks every page. Once while all goes on, once more with nothing open
 * for what changed meanwhile. Gives the bytes of both.
 */
export function move({ library, descriptor, recordings, target, isLibraryNew }: MoveOrder, report: Report): number {
  const sound = join(target, 'recordings')
  mkdirSync(sound, { recursive: true, mode: 0o700 })
  const names = existsSync(recordings) ? readdirSync(recordings) : []
  const total = names.reduce((sum, name) => sum + sizeOf(join(recordings, name)), sizeOf(library))
  let done = 0
  const tell = (bytes: number) => {
    done += bytes
    report({ says: 'Copying and reading back', done, total: Math.max(done, total) })
  }
  if (isLibraryNew) {
    const copy = join(target, 'library.db')
    const pinned = pin(library)
    try {
      copyChecked(descriptor, pinned.bytes, copy, tell)
    } finally {
      pinned.release()
    }
    report({ says: 'Checking every page of library.db', done, total })
    examine(copy, libraryDatabase)
  }
  for (const name of names) copyRecording(join(recordings, name), join(sound, name), tell)
  for (const name of readdirSync(sound)) if (!names.includes(name)) rmSync(join(sound, name))
  for (const folder of [sound, target]) syncFolder(folder)
  return total
}

function copyRecording(from: string, to: string, tell: (bytes: number) => void): void {
  const there = statSync(to, { throwIfNoEntry: false })
  const stat = statSync(from, { throwIfNoEntry: false })
  if (!stat?.isFile() || (there?.size === stat.size && there.mtimeMs === stat.mtimeMs)) return
  const descriptor = openSync(from, 'r')
  try {
    copyChecked(descriptor, stat.size, to, tell)
  } finally {
    closeSync(descriptor)
  }
  utimesSync(to, stat.atimeMs / 1000, stat.mtimeMs / 1000)
}

function copyChecked(from: number, bytes: number, to: string, tell: (bytes: number) => void): void {
  rmSync(to, { force: true })
  const target = openSync(to, 'wx+', 0o600)
  try {
    const taken = eachPiece(from, bytes, (part) => {
      for (let at = 0; at < part.length;) at += writeSync(target, part, at)
      tell(part.length)
    })
    fsyncSync(target)
    if (eachPiece(target, bytes, () => undefined) !== taken) throw new Error('what was written is not what was read')
  } finally {
    closeSync(target)
  }
}

/** Gives the sha256 of so many bytes from the beginning. */
function eachPiece(descriptor: number, bytes: number, take: (part: Buffer) => void): string {
  const buffer = Buffer.allocUnsafe(Math.min(piece, Math.max(1, bytes)))
  const hash = createHash('sha256')
  for (let at = 0; at < bytes;) {
    const read = readSync(descriptor, buffer, 0, Math.min(buffer.length, bytes - at), at)
    if (read === 0) throw new Error('a file became shorter while it was copied')
    const part = buffer.subarray(0, read)
    hash.update(part)
    take(part)
    at += read
  }
  return hash.digest('hex')
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
