/** Turns errors of the file system during a publication into the failure that the user reads. */

import { FailureError } from '../failure-error.ts'
import { codeOf, isFailingDisk } from '../system-error.ts'

const full = 'the disk of the folder is full. Free some space, or choose another folder'
const tooLarge = 'the file system of the folder cannot store files of this size. Choose a folder on another disk'
const unwritable = 'the folder cannot be written to. Choose another folder, or ask its owner for write access'
const denied = 'access to the folder is denied. Choose another folder, or ask its owner for read and write access'
const inUse =
  'files in the folder are open in another program, or cannot be replaced. Close any program that is reading them, then publish again'
const gone = 'the folder is no longer available. Reconnect its disk or network share, then publish again'

/** By the system's code for the error. */
const folderReasons: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: tooLarge,
  EACCES: denied,
  EPERM: denied,
  EROFS: unwritable,
  EBUSY: inUse,
  ENOENT: gone,
  ENOTDIR: gone,
}

const ownDiskFull =
  'the disk of the profile is full. Changed files are written there before they are uploaded. Free some space, then publish again'
const ownDiskTooLarge =
  'the file system of the profile cannot store files of this size. Changed files are written there before they are uploaded'
const ownDiskUnwritable = 'the profile cannot be written to. Changed files are written there before they are uploaded'
const ownFilesGone =
  'the files written to the profile for the upload are gone. Check the disk of the profile, then publish again'

/** Before an upload the files are written into the profile. */
const stagingReasons: Readonly<Record<string, string>> = {
  ENOSPC: ownDiskFull,
  EDQUOT: ownDiskFull,
  EFBIG: ownDiskTooLarge,
  EACCES: ownDiskUnwritable,
  EPERM: ownDiskUnwritable,
  EROFS: ownDiskUnwritable,
  ENOENT: ownFilesGone,
}

/** The failure for an error of the system in the folder; any other error is returned unchanged. */
export function publishFailure(error: unknown): unknown {
  const reasons = {
    ...folderReasons,
    ...(isFailingDisk(error) && { [codeOf(error)]: gone }),
    ...(isRename(error) && { EACCES: inUse, EPERM: inUse }),
  }
  return explained(error, reasons, 'the folder')
}

/** The failure for an error of the system in the profile before an upload; any other error is returned unchanged. */
export function stagingFailure(error: unknown): unknown {
  return explained(error, stagingReasons, 'the profile')
}

/** What it names was written just before, so that a refusal is seldom a missing permission. */
function isRename(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'rename'
}

function explained(error: unknown, reasons: Readonly<Record<string, string>>, place: string): unknown {
  const code = codeOf(error)
  if (code === '') return error
  if (['EMFILE', 'ENFILE'].includes(code)) return new FailureError({ kind: 'too-many-open-files' })
  const unknown = `the system reports an error in ${place} (${code}). Check its disk or network share, then publish again`
  return new FailureError({ kind: 'not-published', detail: reasons[code] ?? unknown })
}
