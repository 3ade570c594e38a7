/**
 * Flushes published files to the disk, if the file system can. Shares and exFAT may refuse to; publishing works there all the same, and a
 * reader still finds complete versions, since the manifest is written last.
 */

import { fsyncSync } from 'node:fs'
import { syncFile, syncFolder } from '../database/fsync.ts'
import { codeOf } from '../system-error.ts'

/** Of a file system that flushes no files, as exFAT on macOS. */
const withoutFiles = ['ENOTSUP', 'EOPNOTSUPP', 'ENOTTY']
/** Of one that flushes no folders, or opens none, as SMB. */
const withoutFolders = [...withoutFiles, 'EINVAL', 'ENOENT']

export function flushFile(file: string, flush = syncFile): void {
  unless(withoutFiles, () => flush(file))
}

/** `descriptor`: of a file that is open for writing. */
export function flushOpenFile(descriptor: number, flush = fsyncSync): void {
  unless(withoutFiles, () => flush(descriptor))
}

export function flushFolder(folder: string, flush = syncFolder): void {
  unless(withoutFolders, () => flush(folder))
}

function unless(codes: readonly string[], flush: () => void): void {
  try {
    flush()
  } catch (error) {
    if (!codes.includes(codeOf(error))) throw error
  }
}
