/** SQL of the records whose projections are due. */

import type { OperationName } from '#contract/service/operations.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'

/** Their projections are made in this order. Called in the transaction that stores the records. */
export function noteDue(db: Writer, recordIds: readonly number[]): void {
  db.run('INSERT INTO projection_due (record_id) SELECT value FROM json_each(?) ORDER BY key', [
    JSON.stringify(recordIds),
  ])
}

/** How many are due; of some kinds where given. */
export function countDue(db: Reader, kinds?: readonly OperationName[]): number {
  const row = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM projection_due AS due
     WHERE @kinds IS NULL OR (SELECT kind FROM ledger_record WHERE id = due.record_id) IN (SELECT value FROM json_each(@kinds))`,
    { kinds: kinds ? JSON.stringify(kinds) : null },
  )
  return row?.count ?? 0
}

interface DueRecord {
  readonly position: number
  readonly recordId: number
}

export function getDue(db: Reader, limit: number): DueRecord[] {
  return db.all('SELECT position, record_id AS recordId FROM projection_due ORDER BY position LIMIT ?', [limit])
}

export function deleteDue(db: Writer, upTo: DueRecord): void {
  db.run('DELETE FROM projection_due WHERE position <= ?', [upTo.position])
}
