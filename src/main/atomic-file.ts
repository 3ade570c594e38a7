/**
 * Replaces files atomically, so that a power failure leaves the old or the new content. Also
 * renames damaged files and keeps copies of intact ones.
 */

import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { renameInsisting } from '#core/held-files.ts'

/** The steps of replacing a file, each of which may be the last before a power failure. Passed in for tests. */
export interface Disk {
  write(file: string, content: string | Uint8Array): void
  /** Forces a file, or the entries of a folder, out to the disk. */
  flush(path: string): void
  rename(from: string, to: string): void
}

/** Before each further try of a rename: short, since the whole program waits. Milliseconds. */
const waits: readonly number[] = [20, 40, 60, 80]

/** Readable by this user alone. */
const ownerOnly = 0o600

export const realDisk: Disk = {
  write: (file, content) => writeWhole(file, content, ownerOnly),
  flush: (path) => {
    const handle = openSync(path, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  },
  rename: renameSync,
}

/** For files that the user saves: readable by the system's default for new files. */
export const userDisk: Disk = { ...realDisk, write: (file, content) => writeWhole(file, content, 0o666) }

function writeWhole(file: string, content: string | Uint8Array, mode: number): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const handle = openSync(file, 'w', mode)
  try {
    // One call may write less than requested, as on a disk that is nearly full.
    for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written)
  } finally {
    closeSync(handle)
  }
}

/**
 * Writes a new file next to the old one, flushes it, and renames it over the old one: whenever that is interrupted, the file holds all of the old content or all of the new.
 * Throws when it cannot; the old file is whole then too.
 */
export function replaceFile(file: string, content: string | Uint8Array, disk: Disk = realDisk): void {
  const beside = `${file}.new`
  try {
    disk.write(beside, content)
    disk.flush(beside)
    renameInsisting(beside, file, (from, to) => disk.rename(from, to), waits)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
  flushFolder(dirname(file), disk)
}

/** Windows has no handle on a folder, and some file systems refuse this: there their own journal must keep the rename. */
function flushFolder(folder: string, disk: Disk): void {
  try {
    disk.flush(folder)
  } catch {
    // The file itself is whole either way.
  }
}

/** The text; null: no such file. Throws when it exists and cannot be read. */
export function readFileIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/**
 * Renames an unreadable file to mark it as such; nothing is deleted. Returns the new name, or null when it cannot be renamed and
 * is still there.
 */
export function setAside(file: string, now: Date, disk: Pick<Disk, 'rename'> = realDisk): string | null {
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-')
  const aside = join(dirname(file), `${file.slice(dirname(file).length + 1)}.damaged-${stamp}`)
  try {
    renameInsisting(file, aside, (from, to) => disk.rename(from, to), waits)
    return aside
  } catch {
    return null
  }
}

/** Keeps a copy of a file that was found whole. A failure to do so is no reason not to continue. */
export function keepCopy(file: string, copy: string): void {
  try {
    copyFileSync(file, `${copy}.new`)
    renameSync(`${copy}.new`, copy)
  } catch {
    rmSync(`${copy}.new`, { force: true })
  }
}
