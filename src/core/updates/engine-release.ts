/** The release date of the pinned Electron, which the program shows as the age of its engine. */

/**
 * As its publisher dates it: `npm view electron time`. It changes together with the version in package-lock.json, and a test compares the
 * two.
 */
export const engineRelease = { electron: '45.4.1', on: '2026-11-19' } as const

/** The day on which the Electron that runs was released; null for any other than the recorded one. */
export function engineReleased(electron: string | undefined): string | null {
  return electron === engineRelease.electron ? engineRelease.on : null
}
