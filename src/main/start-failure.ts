/** Shows why the program cannot start, and ends it. */

/** The part of Electron that we use. */
interface FailureHost {
  readonly showErrorBox: (title: string, content: string) => void
  readonly exit: (code: number) => void
}

/**
 * The program cannot open its window: it reports why and ends. If it kept running it would hold the profile's lock, and every
 * further start would pass its link to an invisible program.
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
