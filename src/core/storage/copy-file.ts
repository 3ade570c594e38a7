/**
 * Copies files and calculates their sha256 while they are copied. Also hashes files without copying
 * them, and flushes files to the disk while the next ones are written.
 */

import { createHash } from 'node:crypto'
import { read, readSync, write } from 'node:fs'
import { promisify } from 'node:util'
import { synced } from '../database/fsync.ts'

/** Bytes that are read, hashed and written at once. */
const piece = 4 * 1024 * 1024
/** Bytes that are synced while others follow: the sync at the end has little left. */
const syncedEach = 64 * 1024 * 1024

const readPart = promisify(read)
const writePart = promisify(write)

/** A place in an open file, to read from or to write to. */
interface FilePosition {
  readonly descriptor: number
  readonly at: number
}

/**
 * Copies a number of bytes and returns their sha256, in hex. Each is read once: while one piece is hashed it is written, and the
 * next one read. Nothing is still running when this ends in any way. Throws when the file is shorter.
 */
export async function copyHashed(
  from: FilePosition,
  to: FilePosition,
  bytes: number,
  report: (bytes: number) => void,
): Promise<string> {
  const hash = createHash('sha256')
  const [one, other] = [Buffer.allocUnsafe(Math.min(piece, bytes)), Buffer.allocUnsafe(Math.min(piece, bytes))]
  const next = (buffer: Buffer, done: number) =>
    done < bytes ? readWhole(from, done, buffer.subarray(0, Math.min(piece, bytes - done))) : null
  const syncs = new SyncQueue()
  let [syncedTo, done] = [0, 0]
  try {
    for (let [part, free] = [await next(one, 0), other]; part !== null;) {
      const followsAt = done + part.length
      const both = Promise.allSettled([writeWhole(to, done, part), next(free, followsAt)])
      hash.update(part)
      const [writeResult, following] = await both
      if (writeResult.status === 'rejected') throw writeResult.reason
      if (following.status === 'rejected') throw following.reason
      report(part.length)
      done = followsAt
      if (done - syncedTo >= syncedEach) {
        await syncs.start(() => synced(to.descriptor))
        syncedTo = done
      }
      ;[part, free] = [following.value, free === other ? one : other]
    }
  } finally {
    await syncs.end()
  }
  return hash.digest('hex')
}

/** Work that is awaited only at the end: its steps run one after another, alongside everything else. */
export class SyncQueue {
  #last: Promise<void> = Promise.resolve()
  readonly #errors: unknown[] = []

  /** Waits for the one before. */
  async start(work: () => Promise<void>): Promise<void> {
    await this.#last
    this.#last = work().catch((error: unknown) => void this.#errors.push(error))
  }

  /** Throws the first error. */
  async end(): Promise<void> {
    await this.#last
    if (this.#errors.length > 0) throw this.#errors[0]
  }
}

/** The sha256 of so many bytes from the beginning, in hex. Throws where the file is shorter than that. */
export function hashOf(descriptor: number, bytes: number): string {
  const buffer = Buffer.allocUnsafe(Math.min(piece, bytes))
  const hash = createHash('sha256')
  for (let at = 0; at < bytes;) {
    const taken = readSync(descriptor, buffer, 0, Math.min(piece, bytes - at), at)
    if (taken === 0) throw new Error(shorter)
    hash.update(buffer.subarray(0, taken))
    at += taken
  }
  return hash.digest('hex')
}

const shorter = 'a file became shorter while it was copied'

async function readWhole({ descriptor, at }: FilePosition, done: number, into: Buffer): Promise<Buffer> {
  for (let taken = 0; taken < into.length;) {
    const { bytesRead } = await readPart(descriptor, into, taken, into.length - taken, at + done + taken)
    if (bytesRead === 0) throw new Error(shorter)
    taken += bytesRead
  }
  return into
}

async function writeWhole({ descriptor, at }: FilePosition, done: number, part: Buffer): Promise<void> {
  for (let put = 0; put < part.length;) {
    const { bytesWritten } = await writePart(descriptor, part, put, part.length - put, at + done + put)
    put += bytesWritten
  }
}
