/**
 * Turns errors of the file system into failures that the user reads, such as a full disk or a
 * missing permission. Where an error is ambiguous, it tests whether files can be created in the
 * folder.
 */

import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FailureError } from '../failure-error.ts'
import { codeOf } from '../system-error.ts'

/**
 * An error of the file system, or one caused by it, as the user reads it; any other is returned unchanged. SQLite uses one code
 * for every file that it could not open, and "out of memory" when it cannot open a log; a thread that cannot start has another
 * error. So for every ambiguous error this tests whether files can be created in the folder.
 */
export function fileFailure(error: unknown, folder: string): unknown {
  if (error instanceof FailureError) return error
  const code = codeOf(error)
  const reason = /^E[A-Z]+$/.test(code) ? code : whyNoFileOpens(folder)
  if (['EMFILE', 'ENFILE'].includes(reason)) return new FailureError({ kind: 'too-many-open-files' })
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(reason)) return new FailureError({ kind: 'disk-full' })
  const words: Readonly<Record<string, string>> = {
    EACCES: 'it cannot be written',
    EPERM: 'it cannot be written',
    EROFS: 'it cannot be written',
    ENOENT: 'it was not found',
    ENOTDIR: 'it is not a folder',
  }
  const detail = words[code]
  return detail === undefined ? error : new FailureError({ kind: 'invalid-folder', detail })
}

/** What a database needs at once, doubled. */
const handlesNeeded = 12

/** The system's code for it; empty where as many files can be opened as are needed. */
function whyNoFileOpens(folder: string): string {
  const file = join(folder, `.tearsheet-${randomBytes(6).toString('hex')}`)
  const opened: number[] = []
  try {
    for (let handle = 0; handle < handlesNeeded; handle += 1) opened.push(openSync(file, 'a', 0o600))
    return ''
  } catch (error) {
    return codeOf(error)
  } finally {
    for (const handle of opened) closeSync(handle)
    rmSync(file, { force: true })
  }
}
