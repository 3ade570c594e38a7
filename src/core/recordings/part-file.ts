/** Writes a download to its part file, in the background. */

import { open, type FileHandle } from 'node:fs/promises'
import type { Clock } from '../clock.ts'

/** Bytes gathered before they are written, and how long they may wait for company in milliseconds. */
const batchBytes = 4 * 1024 * 1024
const batchWithin = 250
/** Bytes after which what is written is sent on to the disk while more comes: the last wait for the disk is short. */
const settleEvery = 32 * 1024 * 1024

/**
 * The file a recording grows in. While one batch is written the next is gathered, in two buffers that are used over and over: what
 * came is let go at once.
 */
export class PartFile {
  readonly #handle: FileHandle
  readonly #clock: Clock
  readonly #grown: (bytes: number) => void
  readonly #closing = new AbortController()
  #writtenBytes: number
  #gathering = Buffer.allocUnsafeSlow(batchBytes)
  #spare = Buffer.allocUnsafeSlow(batchBytes)
  #batched = 0
  #leaving = 0
  #writing: Promise<void> = Promise.resolve()
  /** Up to where it was sent on to the disk, and whether it is being sent. */
  #settled = 0
  #settling: Promise<void> | null = null
  #unsettled: Error | null = null

  private constructor(handle: FileHandle, bytes: number, clock: Clock, grown: (bytes: number) => void) {
    this.#handle = handle
    this.#writtenBytes = bytes
    this.#clock = clock
    this.#grown = grown
  }

  /** Keeps `bytes` of the file and cuts off the rest. `grown` is called with its size after each write. */
  static async open(path: string, bytes: number, clock: Clock, grown: (bytes: number) => void): Promise<PartFile> {
    const handle = await open(path, 'a', 0o600).then(async (created) => {
      await created.close()
      return open(path, 'r+')
    })
    const { size } = await handle.stat()
    const validBytes = Math.min(size, bytes)
    if (size > validBytes) await handle.truncate(validBytes)
    return new PartFile(handle, validBytes, clock, grown)
  }

  /** Bytes in the file. */
  get written(): number {
    return this.#writtenBytes
  }

  /** Bytes in the file or about to be written. */
  get taken(): number {
    return this.#writtenBytes + this.#leaving + this.#batched
  }

  /** The piece is used up by it. */
  async take(piece: Uint8Array): Promise<void> {
    for (let copied = 0; copied < piece.byteLength;) {
      if (this.#batched === batchBytes) await this.#write()
      if (this.#batched === 0) this.#writeLater()
      const next = piece.subarray(copied, copied + batchBytes - this.#batched)
      this.#gathering.set(next, this.#batched)
      this.#batched += next.byteLength
      copied += next.byteLength
    }
    giveBack(piece)
  }

  /** Writes everything that was taken. */
  async flush(): Promise<void> {
    await this.#write()
    await this.#writing
  }

  /** Syncs the file to disk; returns its size. */
  async sync(): Promise<number> {
    await this.#writing
    await this.#settling
    const durable = this.#writtenBytes
    await this.#handle.datasync()
    // A disk reports a failed write once: the next caller would not learn of it.
    if (this.#unsettled) throw this.#unsettled
    return durable
  }

  async restart(): Promise<void> {
    await this.flush()
    await this.#settling
    await this.#handle.truncate(0)
    this.#writtenBytes = 0
    this.#settled = 0
    this.#grown(0)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#writing.catch(() => undefined)
    await this.#settling
    await this.#handle.close()
  }

  /** Bytes from a slow connection do not wait for more. */
  #writeLater(): void {
    this.#clock
      .wait(batchWithin, this.#closing.signal)
      .then(() => this.#write())
      // The file was closed, or the next write reports the failed one.
      .catch(() => undefined)
  }

  #settle(): void {
    if (this.#settling || this.#writtenBytes - this.#settled < settleEvery) return
    this.#settled = this.#writtenBytes
    this.#settling = this.#handle
      .datasync()
      .catch((error: unknown) => {
        this.#unsettled = error instanceof Error ? error : new Error(String(error))
      })
      .finally(() => {
        this.#settling = null
      })
  }

  async #write(): Promise<void> {
    // Another may have begun to write while this one waited.
    for (let before: Promise<void> | null = null; before !== this.#writing;) {
      before = this.#writing
      await before
    }
    if (this.#batched === 0) return
    const [bytes, at] = [this.#batched, this.#writtenBytes]
    const batch = this.#gathering.subarray(0, bytes)
    ;[this.#gathering, this.#spare] = [this.#spare, this.#gathering]
    this.#batched = 0
    this.#leaving = bytes
    this.#writing = writeAll(this.#handle, batch, at).then(() => {
      this.#writtenBytes = at + bytes
      this.#leaving = 0
      this.#grown(this.#writtenBytes)
      this.#settle()
    })
    // Told to whoever writes, flushes or syncs next.
    this.#writing.catch(() => undefined)
  }
}

/**
 * Network buffers are outside the heap, and collected only after 64 MB of them; a piece that fills its buffer has no other owner,
 * and is released now. An empty one may be released already.
 */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > 0 && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** A disk that fills up writes part of the bytes before it fails. */
async function writeAll(handle: FileHandle, batch: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < batch.byteLength;) {
    done += (await handle.write(batch, done, batch.byteLength - done, at + done)).bytesWritten
  }
}
