/** Checks the connection to the service after ever longer pauses, while it is unavailable. */

import type { After } from '../core-client/timeout.ts'

/** Milliseconds before the connection is checked again: the first time, and at the most. */
const firstPause = 10_000
const longestPause = 5 * 60_000

/** Checks the connection after ever longer pauses, until the returned function is called. */
export function checkRepeatedly(check: () => Promise<void>, after: After): () => void {
  let isStopped = false
  let cancel = () => {}
  const checkAfter = (pause: number) => {
    cancel = after(pause, () => {
      void check().then(() => {
        if (!isStopped) checkAfter(Math.min(pause * 2, longestPause))
      })
    })
  }
  checkAfter(firstPause)
  return () => {
    isStopped = true
    cancel()
  }
}
