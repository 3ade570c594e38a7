import type { CallReading } from '#contract/desk/calls.ts'
import type { Mark } from '#contract/desk/provenance.ts'
import type { Reader, Writer } from '../database/handles.ts'
import { generation } from '../ledger/reproject.ts'

/** All that a record alone says of a call, but its turns. */
export interface ReadingHead extends Pick<
  CallReading,
  | 'language'
  | 'transcriptType'
  | 'confidence'
  | 'words'
  | 'source'
  | 'times'
  | 'speakers'
  | 'chapters'
  | 'summary'
  | 'securities'
  | 'recordingFacts'
> {
  /** Of turns. */
  readonly count: number
}

export interface KeptReading {
  readonly head: ReadingHead
  /** `Turns`, as JSON. */
  readonly turns: string
  readonly marks: readonly Omit<Mark, 'record'>[]
}

/** Of a record's newest content, so that opening it reads and derives nothing. */
export function keepReading(db: Writer, recordId: number, { head, turns }: Omit<KeptReading, 'marks'>): void {
  db.run(
    `INSERT OR REPLACE INTO call_reading (record_id, content_id, generation, head, turns)
     SELECT id, content_id, ?, ?, ? FROM ledger_record WHERE id = ?`,
    [generation, JSON.stringify(head), turns, recordId],
  )
}

/** Undefined for an earlier content, and for what was derived in another way than now. */
export function getKeptReading(db: Reader, recordId: number, contentId: number): KeptReading | undefined {
  const kept = db.get<{ head: string; turns: string; marks: string | null }>(
    `SELECT reading.head, reading.turns, record.marks FROM call_reading AS reading
     JOIN ledger_record AS record ON record.id = reading.record_id AND record.content_id = reading.content_id
     WHERE reading.record_id = ? AND reading.content_id = ? AND reading.generation = ?`,
    [recordId, contentId, generation],
  )
  return (
    kept && {
      head: JSON.parse(kept.head) as ReadingHead,
      turns: kept.turns,
      marks: kept.marks === null ? [] : (JSON.parse(kept.marks) as KeptReading['marks']),
    }
  )
}
