/** Recognizes errors of the operating system. */

/** The system's code for an error, such as `ENOENT`; `UNKNOWN` is what Node has no name for; empty: it is no error of the system. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(?:E[A-Z\d]+|UNKNOWN|Unknown system error.*)$/.test(code) ? code : ''
}
