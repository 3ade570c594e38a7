/** Reads the tar files of backups and packs, and extracts their entries. */

import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { synced } from '../database/fsync.ts'
import { fail } from '../failure-error.ts'
import { copyHashed, type SyncQueue } from './copy-file.ts'
import { block, paddingOf, readHead, type InvalidTar, type TarHead } from './tar-header.ts'

/** Limit for what is read at once: the manifest of some hundred thousand recordings. */
const mostText = 64 * 1024 * 1024

/** A file read from its beginning to its end, and no byte beyond. */
export class TarReader {
  readonly bytes: number
  at = 0
  readonly #descriptor: number
  readonly #kind: InvalidTar

  /** `kind`: the failure of a file that is damaged or cut off. */
  constructor(path: string, kind: InvalidTar) {
    this.#kind = kind
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat?.isFile()) this.#broken('the file does not exist')
    this.#descriptor = openSync(path, 'r')
    this.bytes = stat.size
  }

  head(): TarHead | null {
    return readHead(this.#take(block), this.#kind)
  }

  text(bytes: number): string {
    if (bytes > mostText) this.#broken('it is damaged')
    const text = this.#take(bytes).toString()
    this.padding(bytes)
    return text
  }

  /** Copies to the beginning of another file; returns the sha256, in hex. */
  async copy(bytes: number, target: number, reportProgress: () => void): Promise<string> {
    if (this.at + bytes > this.bytes) this.#broken('it is incomplete')
    return copyHashed({ descriptor: this.#descriptor, at: this.at }, { descriptor: target, at: 0 }, bytes, (copied) => {
      this.at += copied
      reportProgress()
    })
  }

  skip(bytes: number): void {
    if (this.at + bytes > this.bytes) this.#broken('it is incomplete')
    this.at += bytes
  }

  padding(bytes: number): void {
    if (this.#take(paddingOf(bytes)).some((byte) => byte !== 0)) this.#broken('it is damaged')
  }

  end(): void {
    if (this.#take(2 * block).some((byte) => byte !== 0)) this.#broken('it is damaged')
    if (this.at !== this.bytes) this.#broken('there is data after its end')
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #broken(detail: string): never {
    fail({ kind: this.#kind, detail })
  }

  #take(bytes: number): Buffer {
    const taken = Buffer.allocUnsafe(bytes)
    for (let at = 0; at < bytes;) {
      const read = readSync(this.#descriptor, taken, at, bytes - at, this.at + at)
      if (read === 0) this.#broken(this.at + at < block ? 'it is empty' : 'it is incomplete')
      at += read
    }
    this.at += bytes
    return taken
  }
}

/** Copies an entry into a new file. Returns its sha256, in hex; the file is synced while the next ones are written. */
export async function extractEntry(
  source: TarReader,
  { bytes }: TarHead,
  target: string,
  reportProgress: () => void,
  syncs: SyncQueue,
): Promise<string> {
  const descriptor = openSync(target, 'wx', 0o600)
  try {
    return await source.copy(bytes, descriptor, reportProgress)
  } finally {
    await syncs.start(() => synced(descriptor).finally(() => closeSync(descriptor)))
  }
}
