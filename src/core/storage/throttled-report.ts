/** Limits how often a worker reports its progress. */

import type { Report } from './run-storage-worker.ts'

/** Milliseconds between two reports. */
const announceEvery = 100

/** Not more often than anybody can read. */
export function throttled(report: Report): Report {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (progress) => {
    if (performance.now() - reportedAt < announceEvery) return
    reportedAt = performance.now()
    report(progress)
  }
}
