/** Files that the user drags from a window into another program. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DraggedFile } from '#contract/shell.ts'

/**
 * The system drags files by their path, so each is written into a temporary folder that only this user can read. It stays until the program
 * ends: the program that it was dropped on may read it much later.
 */
export class DraggedFiles {
  readonly #parent: string
  #folder: string | null = null

  constructor(parent = tmpdir()) {
    this.#parent = parent
  }

  /** Gives its path. Each is in a folder of its own, so that two of the same name do not replace each other. */
  write({ fileName, base64 }: DraggedFile): string {
    this.#folder ??= mkdtempSync(join(this.#parent, 'tearsheet-drag-'))
    const path = join(mkdtempSync(join(this.#folder, 'file-')), fileName)
    writeFileSync(path, Buffer.from(base64, 'base64'), { mode: 0o600, flag: 'wx' })
    return path
  }

  remove(): void {
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true })
    this.#folder = null
  }
}
