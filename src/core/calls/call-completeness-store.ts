/**
 * SQL that reads which calls of a company are listed and which transcripts are stored, for offline
 * downloads.
 */

import type { Reader } from '../database/reader-writer.ts'

/** Ids of the calls in records of lists. */
const listedCalls = (recordIds: string) =>
  `SELECT listed.identity FROM json_each(${recordIds}) AS wanted CROSS JOIN ledger_record AS listed ON listed.id = wanted.value`

/** Start of the oldest of some listed calls, ms UTC; null when none has a date. */
export function getOldestListed(db: Reader, recordIds: readonly number[]): number | null {
  const oldest = db.get<{ at: number | null }>(
    `SELECT min(started_at) AS at FROM call WHERE call_id IN (${listedCalls('?')})`,
    [JSON.stringify(recordIds)],
  )
  return oldest?.at ?? null
}

export interface CheckedCallRow {
  readonly callId: string
  readonly title: string
  readonly status: string | null
  readonly seconds: number | null
  readonly updatedAt: string | null
  /** When the list last changed for this call, ms UTC. */
  readonly listedAt: number | null
  /** When its verbatim transcript was last fetched, ms UTC; null: never. */
  readonly fetchedAt: number | null
  /** Date of that transcript as stated by the service. */
  readonly storedUpdatedAt: string | null
  readonly turns: number | null
  /** For a transcript without turns: 1 when the response had segments. */
  readonly hasSegments: 0 | 1 | null
}

/** A response with an audio URL has the same text. */
const plainForms = `record.kind = 'calls.one' AND record.identity IN (call.call_id || ' json verbatim', call.call_id || ' json verbatim audio')`

/**
 * A company's calls since a moment, latest first, and those without a date. Its list may name calls of another symbol (a
 * second share, an earlier name): they are the company's too. `listed`: ids of the records of its list.
 */
export function getCallsToCheck(db: Reader, symbol: string, listed: readonly number[], from: number): CheckedCallRow[] {
  return db.all(
    `SELECT call.call_id AS callId, coalesce(nullif(call.call_title, ''), nullif(call.headline, ''), 'Call') AS title, call.status,
       call.seconds, call.updated_at AS updatedAt, transcript.turns,
       (SELECT max(known_from) FROM ledger_revision WHERE record_id = call.listed_record_id) AS listedAt,
       (SELECT max(record.last_seen_at) FROM ledger_record AS record WHERE ${plainForms}) AS fetchedAt,
       (SELECT max(revision.record_updated_at) FROM ledger_record AS record
        JOIN ledger_revision AS revision ON revision.record_id = record.id WHERE ${plainForms}) AS storedUpdatedAt,
       CASE WHEN transcript.turns IS NULL THEN EXISTS (SELECT 1 FROM ledger_record AS record
        JOIN ledger_content AS content ON content.id = record.content_id
        JOIN json_each(content.body, '$.transcripts') AS transcript
        WHERE ${plainForms} AND json_array_length(transcript.value, '$.segments') > 0) END AS hasSegments
     FROM call LEFT JOIN transcript ON transcript.call_id = call.call_id
     WHERE call.call_id IN (SELECT call_id FROM call WHERE symbol = @symbol UNION ${listedCalls('@listed')})
       AND (call.started_at IS NULL OR call.started_at >= @from)
     ORDER BY call.started_at DESC, call.call_id`,
    { symbol, listed: JSON.stringify(listed), from },
  )
}
