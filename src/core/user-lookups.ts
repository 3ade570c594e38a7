/** The lookups that a user waits for: work behind them steps aside until they have ended. */

import { setImmediate } from 'node:timers/promises'
import { rejectOnAbort } from './reject-on-abort.ts'

export class UserLookups {
  #running = 0
  #ended = Promise.withResolvers<undefined>()

  async run<Result>(lookup: () => Promise<Result>): Promise<Result> {
    this.#running += 1
    try {
      return await lookup()
    } finally {
      this.#running -= 1
      if (this.#running === 0) {
        this.#ended.resolve(undefined)
        this.#ended = Promise.withResolvers()
      }
    }
  }

  /** Other requests get their turn in any case. Resolves when no lookup runs and its result is on its way, or when the signal is aborted. */
  async ended(signal: AbortSignal): Promise<void> {
    await setImmediate()
    while (this.#running > 0 && !signal.aborted) {
      await rejectOnAbort(this.#ended.promise, signal).catch(() => undefined)
      await setImmediate()
    }
  }
}
