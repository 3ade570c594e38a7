/** Turns errors of the file system during a publication into the failure that the user reads. */

import { FailureError } from '../failure-error.ts'
import { codeOf } from '../system-error.ts'

const full = 'the disk of the folder is full. Free some space, or choose another folder'
const unwritable = 'the folder cannot be written to. Choose another folder, or ask its owner for write access'
const denied = 'access to the folder is denied. Choose another folder, or ask its owner for read and write access'
const inUse =
  'files in the folder are open in another program, or may not be replaced. Close the programs that read them, then publish again'
const gone = 'the folder is no longer available. Reconnect its disk or network share, then publish again'

/** By the system's code for the error. */
const folderReasons: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EACCES: denied,
  EPERM: denied,
  EROFS: unwritable,
  EBUSY: inUse,
  // What Windows says of a share that is gone, and Node has no name for.
  UNKNOWN: gone,
  ENOENT: gone,
  ENOTDIR: gone,
  ENODEV: gone,
  ENXIO: gone,
  EIO: gone,
  ESTALE: gone,
  ENOTCONN: gone,
  EHOSTDOWN: gone,
  EHOSTUNREACH: gone,
  ETIMEDOUT: gone,
  ECONNABORTED: gone,
  ECONNREFUSED: gone,
  ECONNRESET: gone,
  ENETDOWN: gone,
  ENETRESET: gone,
  ENETUNREACH: gone,
  EREMCHG: gone,
  EREMOTEIO: gone,
}

const ownDiskFull =
  'the disk of the profile is full. What changed is written there before it is uploaded. Free some space, then publish again'
const ownDiskUnwritable = 'the profile cannot be written to. What changed is written there before it is uploaded'

/** Before an upload the files are written into the profile. */
const stagingReasons: Readonly<Record<string, string>> = {
  ENOSPC: ownDiskFull,
  EDQUOT: ownDiskFull,
  EACCES: ownDiskUnwritable,
  EPERM: ownDiskUnwritable,
  EROFS: ownDiskUnwritable,
}

/** The failure for an error of the system in the folder; any other error is returned unchanged. */
export function publishFailure(error: unknown): unknown {
  return explained(error, { ...folderReasons, ...(isRename(error) && { EACCES: inUse, EPERM: inUse }) }, 'the folder')
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
