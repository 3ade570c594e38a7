import type { Moved } from '#contract/desk/comparisons.ts'
import type { Reader } from '../database/handles.ts'
import { movedIn, type Change } from './restatements.ts'

/** sha256, hex, of what each record held at a moment, by its id; null: holds now. Records that were not known then are left out. */
export function hashesThen(db: Reader, recordIds: readonly number[], then: number | null): Record<string, string> {
  const rows = db.all<{ recordId: number; hash: Buffer }>(
    `SELECT revision.record_id AS recordId, content.hash FROM json_each(@records) AS wanted
     JOIN ledger_revision AS revision ON revision.record_id = wanted.value AND revision.known_from =
       (SELECT MAX(known_from) FROM ledger_revision
        WHERE record_id = wanted.value AND (@then IS NULL OR known_from <= @then))
     JOIN ledger_content AS content ON content.id = revision.content_id`,
    { records: JSON.stringify(recordIds), then },
  )
  return Object.fromEntries(rows.map(({ recordId, hash }) => [recordId, hash.toString('hex')]))
}

/** Figures of these records that are others now than they were then, however often they changed between. */
export function movedSince(db: Reader, recordIds: readonly number[], then: number): Moved[] {
  const changes = db.all<Change>(
    `SELECT period.record_id AS recordId, period.symbol, period.Quarter AS quarter, period.Year AS year,
       period.EndPeriod AS endPeriod, newest.known_from AS seenAt, old.body AS before, new.body AS now
     FROM json_each(@records) AS wanted
     JOIN fundamental_period AS period ON period.record_id = wanted.value
     JOIN ledger_record AS record ON record.id = period.record_id AND record.revisions > 1
     JOIN ledger_revision AS held ON held.record_id = record.id AND held.known_from =
       (SELECT MAX(known_from) FROM ledger_revision WHERE record_id = record.id AND known_from <= @then)
     JOIN ledger_revision AS newest ON newest.record_id = record.id AND newest.content_id = record.content_id
       AND newest.known_from > @then
     JOIN ledger_content AS old ON old.id = held.content_id
     JOIN ledger_content AS new ON new.id = record.content_id
     ORDER BY period.symbol, period.EndPeriod DESC`,
    { records: JSON.stringify(recordIds), then },
  )
  return changes.flatMap(movedIn)
}
