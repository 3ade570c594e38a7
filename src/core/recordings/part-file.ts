import { open, type FileHandle } from 'node:fs/promises'
import type { Clock } from '../clock.ts'

/** Bytes gathered before they are written, and how long they may wait for company in milliseconds. */
const batchBytes = 1024 * 1024
const batchWithin = 250

/** The file a recording grows in. While one batch is written the next is read. */
export class PartFile {
  readonly #handle: FileHandle
  readonly #clock: Clock
  readonly #grown: (bytes: number) => void
  readonly #closing = new AbortController()
  #written: number
  #batch: Uint8Array[] = []
  #batched = 0
  #leaving = 0
  #writing: Promise<void> = Promise.resolve()

  private constructor(handle: FileHandle, bytes: number, clock: Clock, grown: (bytes: number) => void) {
    this.#handle = handle
    this.#written = bytes
    this.#clock = clock
    this.#grown = grown
  }

  /** `bytes` of it are believed, the rest is cut off. `grown` is told how much is in it after each write. */
  static async open(path: string, bytes: number, clock: Clock, grown: (bytes: number) => void): Promise<PartFile> {
    const handle = await open(path, 'a', 0o600).then(async (made) => {
      await made.close()
      return open(path, 'r+')
    })
    const { size } = await handle.stat()
    const kept = Math.min(size, bytes)
    if (size > kept) await handle.truncate(kept)
    return new PartFile(handle, kept, clock, grown)
  }

  /** In the file. */
  get written(): number {
    return this.#written
  }

  /** In the file or on its way there. */
  get taken(): number {
    return this.#written + this.#leaving + this.#batched
  }

  async take(piece: Uint8Array): Promise<void> {
    if (this.#batched === 0) this.#writeLater()
    this.#batch.push(piece)
    this.#batched += piece.byteLength
    if (this.#batched >= batchBytes) await this.#write()
  }

  /** Everything taken is in the file. */
  async flush(): Promise<void> {
    await this.#write()
    await this.#writing
  }

  /** Everything in the file is on the disk; gives how much that is. */
  async sync(): Promise<number> {
    await this.#writing
    const durable = this.#written
    await this.#handle.datasync()
    return durable
  }

  async restart(): Promise<void> {
    await this.flush()
    await this.#handle.truncate(0)
    this.#written = 0
    this.#grown(0)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#writing.catch(() => undefined)
    await this.#handle.close()
  }

  /** What a slow line brought is not kept waiting for more. */
  #writeLater(): void {
    this.#clock
      .wait(batchWithin, this.#closing.signal)
      .then(() => this.#write())
      // The file was closed, or the failed write is told to whoever writes next.
      .catch(() => undefined)
  }

  async #write(): Promise<void> {
    await this.#writing
    if (this.#batched === 0) return
    const [batch, bytes, at] = [this.#batch, this.#batched, this.#written]
    this.#batch = []
    this.#batched = 0
    this.#leaving = bytes
    this.#writing = writeAll(this.#handle, batch, at).then(() => {
      this.#written = at + bytes
      this.#leaving = 0
      this.#grown(this.#written)
    })
    // Told to whoever writes, flushes or syncs next.
    this.#writing.catch(() => undefined)
  }
}

/** A disk that fills up writes a part of what it was given before it refuses. */
async function writeAll(handle: FileHandle, batch: readonly Uint8Array[], at: number): Promise<void> {
  const bytes = batch.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const { bytesWritten } = await handle.writev([...batch], at)
  if (bytesWritten === bytes) return
  const rest = Buffer.concat(batch).subarray(bytesWritten)
  for (let done = 0; done < rest.byteLength;) {
    done += (await handle.write(rest, done, rest.byteLength - done, at + bytesWritten + done)).bytesWritten
  }
}
