/** Recognizes errors of the operating system. */

/** The system's code for an error, such as `ENOENT`; `UNKNOWN` is what Node has no name for; empty: it is no error of the system. */
export function codeOf(error: unknown): string {
  const stated = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Node finds some of them before the system does.
  const code = stated.replace(/^ERR_FS_(?:CP_)?/, '')
  return /^(?:E[A-Z\d]+|UNKNOWN|Unknown system error.*)$/.test(code) ? code : ''
}

/** What the system says of a disk or a network share that fails, or that is no longer connected. */
const ofFailingDisk: readonly string[] = [
  // What Windows says of a share that is gone, and Node has no name for.
  'UNKNOWN',
  'ENODEV',
  'ENXIO',
  'EIO',
  'ESTALE',
  'ENOTCONN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'EREMCHG',
  'EREMOTEIO',
]

/** Whether an error of the file system says that a disk or a network share fails, or is no longer connected. */
export function isFailingDisk(error: unknown): boolean {
  return ofFailingDisk.includes(codeOf(error))
}

/** Whether an error of the system says that a disk is full, or what this user may store on it. */
export function isOutOfRoom(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
}

/** Whether an error of the system says that a file became larger than its file system holds, such as 4 GB on FAT32: free space is no help. */
export function isTooLarge(error: unknown): boolean {
  return codeOf(error) === 'EFBIG'
}

/** What the user reads of `isTooLarge`, about a folder. */
export const tooLarge = 'its file system cannot store files of this size'
