import { closeSync, fsync, fsyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { FailureError } from '../failure-error.ts'

/** Its names, down to the disk. A folder cannot be opened on Windows, where renames are journalled anyway. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Its bytes, down to the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** The bytes of an open file, down to the disk, while other work goes on. */
export const synced = promisify(fsync)

/** An error of the file system as the user reads it; anything else as it came. */
export function fileFailure(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return new FailureError({ kind: 'disk-full' })
  const words: Readonly<Record<string, string>> = {
    EACCES: 'it cannot be written',
    EPERM: 'it cannot be written',
    EROFS: 'it cannot be written',
    ENOENT: 'it is not there',
    ENOTDIR: 'it is not a folder',
  }
  const detail = words[code]
  return detail === undefined ? error : new FailureError({ kind: 'bad-folder', detail })
}
