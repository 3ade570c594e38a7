/** Stops waiting for a promise when a signal is aborted. */

/**
 * Settles as the promise does, or rejects with the signal's reason as soon as that is aborted. The work itself continues: others
 * may still wait for it.
 */
export async function rejectOnAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>()
  const reject = () => aborted.reject(signal.reason)
  if (signal.aborted) reject()
  else signal.addEventListener('abort', reject, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', reject)
  }
}
