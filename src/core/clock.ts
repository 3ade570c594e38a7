/** The clock that the core uses: wall time and monotonic time; tests pass their own. */

import { setTimeout as wait } from 'node:timers/promises'

/** Wall time is for what is stored and shown; every duration uses the monotonic clock (docs/promises.md N7). */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Milliseconds of a clock that never jumps. */
  monotonic(): number
  /**
   * Resolves when `monotonic()` has advanced by so many milliseconds, never earlier. Rejects with the signal's reason when it is
   * aborted first.
   */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** A timer of Node for longer ends at once. Milliseconds. */
const longestTimer = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  wait: async (milliseconds, signal) => {
    const until = performance.now() + milliseconds
    // Node's timers count whole milliseconds, by a clock of their own, and end up to two milliseconds early.
    let left = milliseconds
    do {
      await wait(Math.min(Math.ceil(left), longestTimer), undefined, signal ? { signal } : {})
      left = until - performance.now()
    } while (left > 0)
  },
}
