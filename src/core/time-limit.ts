/**
 * Returns another result when a promise takes longer than a time limit, as when a keyring waits for
 * a password.
 */

/** Runs after so many milliseconds. */
export type After = (milliseconds: number, run: () => void) => void

/** A result, or another one after a time limit: a keyring may wait for a password that nobody types. Rejects as `result` does. */
export function within<Value>(
  limit: number,
  after: After,
  { result, otherwise }: { readonly result: Promise<Value>; readonly otherwise: Value },
): Promise<Value> {
  const late = new Promise<Value>((resolve) => after(limit, () => resolve(otherwise)))
  return Promise.race([result, late])
}
