import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { fail } from '../failure-error.ts'

/** A path that was typed. Throws `bad-folder`. */
export function goodPath(path: string): string {
  if (!isAbsolute(path)) fail({ kind: 'bad-folder', detail: 'write it from the root of the disk on' })
  return resolve(path)
}

/** A folder that is there. Throws `bad-folder`. */
export function goodFolder(path: string): string {
  const folder = goodPath(path)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    fail({ kind: 'bad-folder', detail: 'it is not there' })
  return folder
}

/** A name in a folder that nothing has. */
export function freeName(folder: string, stem: string): string {
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? `${stem}.tar` : `${stem} ${number}.tar`)
    if (!existsSync(path)) return path
  }
}

/** Bytes that may still be written; null where the file system does not say. */
export function freeIn(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

/** None where it is not there. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
