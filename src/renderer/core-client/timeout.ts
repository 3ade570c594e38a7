/**
 * A timeout as a function that is passed in, so that tests control time: runs once after some
 * milliseconds, unless canceled.
 */

/** Runs once after a number of milliseconds, unless the returned function is called before. Passed in, so that tests control time. */
export type After = (milliseconds: number, run: () => void) => () => void

export const afterTimeout: After = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

export function pause(after: After, milliseconds: number): Promise<void> {
  return new Promise((resolve) => after(milliseconds, resolve))
}
