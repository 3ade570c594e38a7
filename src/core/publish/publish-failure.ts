/** Turns errors of the file system during a publication into the failure that the user reads. */

import { FailureError } from '../failure-error.ts'

const full = 'the disk of the folder is full. Free some space, or choose another folder'
const unwritable = 'the folder cannot be written to. Choose another folder, or ask its owner for write access'
const gone = 'the folder is no longer available. Reconnect its disk or network share, then publish again'

/** By the system's code for the error. */
const folderReasons: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EACCES: unwritable,
  EPERM: unwritable,
  EROFS: unwritable,
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

/** `not-published` for an error of the folder; any other error is returned unchanged. */
export function publishFailure(error: unknown): unknown {
  return explained(error, folderReasons)
}

/** `not-published` for an error of the profile's disk before an upload; any other error is returned unchanged. */
export function stagingFailure(error: unknown): unknown {
  return explained(error, stagingReasons)
}

function explained(error: unknown, reasons: Readonly<Record<string, string>>): unknown {
  if (error instanceof FailureError || !(error instanceof Error) || !('code' in error)) return error
  const detail = reasons[String(error.code)]
  return detail === undefined ? error : new FailureError({ kind: 'not-published', detail })
}
