/**
 * A defect for the terminal: its name, its code and where in the program it happened. Never its message or its other members,
 * which are where Node and its fetch put addresses, and an address of the service carries the key (docs/promises.md S7).
 */
export function describeDefect(error: unknown): string {
  if (!(error instanceof Error)) return 'Tearsheet had an unexpected error.'
  const code =
    'code' in error && typeof error.code === 'string' && /^[A-Z_0-9]+$/.test(error.code) ? ` ${error.code}` : ''
  const name = /^\w+$/.test(error.name) ? error.name : 'Error'
  const places = (error.stack ?? '').split('\n').filter((line) => /^ {4}at [^?]*$/.test(line))
  return [`Tearsheet had an unexpected error: ${name}${code}`, ...places].join('\n')
}
