/** Recognizes errors of the operating system. */

/** The system's code for an error, such as `ENOENT`; `UNKNOWN` is what Node has no name for; empty: it is no error of the system. */
export function codeOf(error: unknown): string {
  const stated = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Node finds some of them before the system does.
  const code = stated.replace(/^ERR_FS_(?:CP_)?/, '')
  return /^(?:E[A-Z\d]+|UNKNOWN|Unknown system error.*)$/.test(code) ? code : ''
}
