/** Checks of folders that the user named: full path, existence, free space. Also lists a folder that may be missing. */

import { readdirSync, statfsSync, statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { fail } from '../failure-error.ts'

/** A path that was typed. Throws `invalid-folder`. */
export function validPath(path: string): string {
  if (!isAbsolute(path)) fail({ kind: 'invalid-folder', detail: 'enter the full path' })
  return resolve(path)
}

/** An existing folder. Throws `invalid-folder`. */
export function validFolder(path: string): string {
  const folder = validPath(path)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    fail({ kind: 'invalid-folder', detail: 'it was not found' })
  return folder
}

/** Free bytes; null: the file system does not say. */
export function freeIn(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

/** Throws `not-enough-space`; before anything is written. */
export function requireFreeSpace(folder: string, needed: number): void {
  const free = freeIn(folder)
  if (free !== null && free < needed) fail({ kind: 'not-enough-space', space: { needed, free } })
}

/** None where it is not there. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
