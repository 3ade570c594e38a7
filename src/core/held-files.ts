/** Renames files that another program holds for a moment: a virus scanner, a folder that is kept in step, on Windows any reader. */

import { renameSync } from 'node:fs'
import { codeOf } from './system-error.ts'

export type Rename = (from: string, to: string) => void

/** Before each further try. Milliseconds. */
export const heldWaits: readonly number[] = [50, 100, 200, 400, 800]

/** Whether another try may succeed: Windows has one code for a file that is held and for a permission that is missing. */
export function isHeld(error: unknown): boolean {
  return ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error))
}

/** A few tries, then the system's error. Blocks its thread meanwhile. `rename`: renames a file, or throws as the system does. */
export function renameInsisting(from: string, to: string, rename: Rename = renameSync, waits = heldWaits): void {
  for (const wait of waits) {
    try {
      return rename(from, to)
    } catch (error) {
      if (!isHeld(error)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait)
    }
  }
  rename(from, to)
}
