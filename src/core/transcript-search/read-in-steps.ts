/** Work that is divided into steps, so that other requests can have their turn between them. */

import { setImmediate } from 'node:timers/promises'
import { fail } from '../failure-error.ts'

/** All steps at once. */
export function finish<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** With a turn for other requests after each step. Throws `cancelled` when it is to end in between. */
export async function finishInTurns<Result>(steps: Generator<undefined, Result>, ending: AbortSignal): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await setImmediate()
    if (ending.aborted) fail({ kind: 'cancelled' })
  }
}
