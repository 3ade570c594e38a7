/** Writes the tar files of backups and packs. */

import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { copyHashed } from './copy-file.ts'
import { block, headOf, paddingOf } from './tar-header.ts'

/** An entry as a list of contents has it. */
export interface TarEntry {
  readonly path: string
  readonly bytes: number
  /** Of its content, in hex. */
  readonly sha256: string
}

/** Writes a new tar file from its beginning to its end, and notes the sha256 of every entry. */
export class TarWriter {
  readonly files: TarEntry[] = []
  readonly #descriptor: number
  readonly #modified: number
  readonly #report: (done: number) => void
  #writtenBytes = 0
  #isOpen = true

  constructor(path: string, modified: number, report: (done: number) => void) {
    this.#descriptor = openSync(path, 'wx', 0o600)
    this.#modified = modified
    this.#report = report
  }

  add(path: string, bytes: Buffer): void {
    this.#write(headOf(path, bytes.length, this.#modified))
    this.#write(bytes)
    this.#finish(path, bytes.length, createHash('sha256').update(bytes).digest('hex'))
  }

  /** Copies the first bytes of an open file. */
  async copy(path: string, descriptor: number, bytes: number): Promise<void> {
    this.#write(headOf(path, bytes, this.#modified))
    const target = { descriptor: this.#descriptor, at: this.#writtenBytes }
    const sha256 = await copyHashed({ descriptor, at: 0 }, target, bytes, (copied) => {
      this.#writtenBytes += copied
      this.#report(this.#writtenBytes)
    })
    this.#finish(path, bytes, sha256)
  }

  end(): number {
    this.#write(Buffer.alloc(2 * block))
    fsyncSync(this.#descriptor)
    this.close()
    return this.#writtenBytes
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#descriptor)
    this.#isOpen = false
  }

  #finish(path: string, bytes: number, sha256: string): void {
    this.#write(Buffer.alloc(paddingOf(bytes)))
    this.files.push({ path, bytes, sha256 })
    this.#report(this.#writtenBytes)
  }

  #write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;)
      at += writeSync(this.#descriptor, bytes, at, bytes.length - at, this.#writtenBytes + at)
    this.#writtenBytes += bytes.length
  }
}
