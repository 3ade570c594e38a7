/** When a failed download is tried again. */

import type { Failure } from '#contract/failure.ts'
import { minutes } from '../duration.ts'
import { retryAfterDelay } from '../service/retry.ts'
import type { Part } from './recording-folder.ts'
import type { Wait } from './recording.ts'

/** Milliseconds before the next attempt: the first time, and at most. */
const firstPause = 20_000
const longestPause = 15 * minutes

/** Whether a download continues automatically after a failure: of the network or the service, not of its content. */
export function isRetried(failure: Failure, { etag }: Part): boolean {
  // What is repeatedly cut short is requested again only if it need not start over.
  if (failure.kind === 'incomplete') return etag !== null
  return isUnreachable(failure) || failure.kind === 'service-error' || failure.kind === 'too-many-requests'
}

export function isUnreachable({ kind }: Failure): boolean {
  return kind === 'offline' || kind === 'connection-lost' || kind === 'no-response'
}

/** Twice as long after each failure, by half at random (docs/promises.md N2). */
export function delayAfter(error: unknown, before: Wait | null, now: number, random: () => number): Wait {
  const misses = (before?.misses ?? 0) + 1
  const pause = Math.min(longestPause, firstPause * 2 ** (misses - 1)) * (0.5 + random() / 2)
  return { until: now + Math.max(pause, retryAfterDelay(error)), misses, hastened: before?.hastened ?? false }
}
