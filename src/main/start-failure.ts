/** What we use of Electron. */
interface FailureHost {
  readonly showErrorBox: (title: string, content: string) => void
  readonly exit: (code: number) => void
}

/**
 * The program cannot open its window: it says why and ends. Left running it would hold the profile's lock, and every further start would
 * hand over to a program that nobody sees.
 */
export function endAfterFailure(error: unknown, { showErrorBox, exit }: FailureHost): void {
  console.error('Tearsheet cannot start:', error)
  const reason = error instanceof Error ? error.message : String(error)
  showErrorBox(
    'Tearsheet cannot start',
    `${reason}\n\nNo data was deleted. Start Tearsheet again. If that does not help, reinstall it.`,
  )
  exit(1)
}
