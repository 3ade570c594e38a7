/** Runs once after so many milliseconds; the answer calls it off. Handed in, so that tests own the time. */
export type After = (milliseconds: number, run: () => void) => () => void

export const afterTimeout: After = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

export function pause(after: After, milliseconds: number): Promise<void> {
  return new Promise((resolve) => after(milliseconds, resolve))
}
