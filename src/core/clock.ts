/** The clock that the core uses: wall time and monotonic time; tests pass their own. */

import { setTimeout as wait } from 'node:timers/promises'

/** Wall time is for what is stored and shown; every duration uses the monotonic clock (docs/promises.md N7). */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Milliseconds of a clock that never jumps. */
  monotonic(): number
  /** Rejects with the signal's reason when it is aborted first. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  wait: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, signal ? { signal } : {})
  },
}
