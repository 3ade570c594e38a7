/** Finds what records held at an earlier moment, and which figures have changed since. */

import type { ChangedFigure } from '#contract/api/comparisons.ts'
import type { Reader } from '../database/reader-writer.ts'
import { withLabel } from './restatements.ts'

/** sha256, hex, of what each record held at a moment, by its id; null: holds now. Records that were not known then are left out. */
export function hashesAsOf(db: Reader, recordIds: readonly number[], then: number | null): Record<string, string> {
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
export function changedSince(db: Reader, recordIds: readonly number[], then: number): ChangedFigure[] {
  const changes = db.all<Omit<ChangedFigure, 'label' | 'kind'>>(
    `SELECT period.record_id AS recordId, period.symbol, period.Quarter AS quarter, period.Year AS year,
       period.EndPeriod AS endPeriod, latest.seen_at AS seenAt, latest.field, first.was AS previous, latest.now AS current
     FROM json_each(@records) AS wanted
     JOIN fundamental_period AS period ON period.record_id = wanted.value
     JOIN figure_change AS latest ON latest.record_id = period.record_id AND latest.seen_at > @then AND latest.seen_at =
       (SELECT MAX(seen_at) FROM figure_change WHERE record_id = latest.record_id AND field = latest.field)
     JOIN figure_change AS first ON first.record_id = period.record_id AND first.field = latest.field AND first.seen_at =
       (SELECT MIN(seen_at) FROM figure_change WHERE record_id = latest.record_id AND field = latest.field AND seen_at > @then)
     WHERE first.was IS NOT latest.now
     ORDER BY period.symbol, period.EndPeriod DESC, (SELECT position FROM lines WHERE lines.field = latest.field)`,
    { records: JSON.stringify(recordIds), then },
  )
  return changes.map((change) => withLabel({ ...change, kind: change.current === null ? 'withdrawn' : 'restated' }))
}
