/**
 * Turns errors of the file system into failures that the user reads, such as a full disk or a
 * missing permission. Where an error is ambiguous, it tests whether files can be created in the
 * folder.
 */

import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FailureError } from '../failure-error.ts'
import { codeOf, isFailingDisk, isOutOfRoom, isTooLarge, tooLarge } from '../system-error.ts'

/**
 * Turns a file system error caused by a disk, a share, a permission or the user into the failure that the user reads. Any other error is
 * returned unchanged: a file that exists already, or a closed handle, is a bug, which belongs in the log of defects. SQLite uses one code
 * for every file that it cannot open, and "out of memory" when it cannot open a log; a thread that cannot start gives yet another error. So
 * for every ambiguous error this tests whether files can be created in the folder.
 *
 * @param own a folder of the program's data: for a full disk without any of that data, the failure names the folder. Null: none of the data
 * is concerned.
 */
export function fileFailure(error: unknown, folder: string, own: string | null = folder): unknown {
  if (error instanceof FailureError) return error
  const code = codeOf(error)
  const reason = /^E[A-Z]+$/.test(code) ? error : whyNoFileOpens(folder)
  if (['EMFILE', 'ENFILE'].includes(codeOf(reason))) return new FailureError({ kind: 'too-many-open-files' })
  if (isOutOfRoom(reason))
    return new FailureError(
      own !== null && isSameDisk(folder, own)
        ? { kind: 'disk-full' }
        : { kind: 'invalid-folder', detail: 'its disk is full' },
    )
  if (isTooLarge(reason)) return new FailureError({ kind: 'invalid-folder', detail: tooLarge })
  const words: Readonly<Record<string, string>> = {
    EACCES: 'it cannot be written',
    EPERM: 'it cannot be written',
    EROFS: 'it cannot be written',
    ENOENT: 'it was not found',
    ENOTDIR: 'it is not a folder',
    ENAMETOOLONG: 'a name in it is too long',
    EBUSY: 'another program is using it',
  }
  // Mistakes of the program have named codes; an error without a name comes from a driver.
  const isOfDisk = isFailingDisk(error) || code.startsWith('Unknown system error')
  const detail = words[code] ?? (isOfDisk ? `its disk or network share reports an error (${code})` : undefined)
  return detail === undefined ? error : new FailureError({ kind: 'invalid-folder', detail })
}

/** What a database needs at once, doubled. */
const handlesNeeded = 12

function isSameDisk(one: string, other: string): boolean {
  const [left, right] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false })?.dev)
  return left === right
}

/** The system's error; null where as many files can be opened as are needed. */
function whyNoFileOpens(folder: string): unknown {
  const file = join(folder, `.tearsheet-${randomBytes(6).toString('hex')}`)
  const opened: number[] = []
  try {
    for (let handle = 0; handle < handlesNeeded; handle += 1) opened.push(openSync(file, 'a', 0o600))
    return null
  } catch (error) {
    return error
  } finally {
    for (const handle of opened) closeSync(handle)
    rmSync(file, { force: true })
  }
}
