/**
 * Projections of records that were stored without them, because all at once they would make the user wait. What is due is stored with
 * the records, so that it is made after a restart as well.
 */

import { setImmediate } from 'node:timers/promises'
import type { Writer } from '../database/reader-writer.ts'
import { countDue, deleteDue, getDue } from './due-projections-store.ts'
import { projectRecords, type AnyProjector } from './rebuild-projections.ts'

/** The time after which a batch gives other requests their turn. */
const longestMs = 30
/** Records that a batch reads at most. */
const mostRecords = 200

/**
 * Makes what is due, in batches of one transaction each. `onBatch` gets the records of each batch, and how many are done of how many.
 * Throws when `signal` aborts: the rest stays due.
 */
export async function projectDue(
  db: Writer,
  projections: readonly AnyProjector[],
  signal: AbortSignal,
  onBatch: (recordIds: readonly number[], done: number, total: number) => void,
): Promise<void> {
  const total = countDue(db)
  for (let done = 0; ;) {
    const recordIds = db.transaction(() => projectBatch(db, projections))
    if (recordIds.length === 0) return
    done += recordIds.length
    onBatch(recordIds, done, Math.max(done, total))
    await setImmediate()
    signal.throwIfAborted()
  }
}

function projectBatch(db: Writer, projections: readonly AnyProjector[]): number[] {
  const due = getDue(db, mostRecords)
  const recordIds = due.map(({ recordId }) => recordId)
  const done = projectRecords(db, projections, recordIds, longestMs)
  const last = due[done - 1]
  if (last) deleteDue(db, last)
  return recordIds.slice(0, done)
}
