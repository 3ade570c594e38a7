/** SQL of the facts of recordings, and of the user's download settings. */

import type { TransferLimits } from '#contract/api/recordings.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { readStoredJson } from '../stored-json.ts'
import { recordingFactsSchema, type RecordingFacts } from './available-recordings.ts'

/** The download settings, as `desk.db` has them; the recordings are files (`recording-folder.ts`). */
export interface RecordingSettings extends TransferLimits {
  /** The origin whose recordings required the key. */
  readonly keyOrigin: string | null
}

export const defaultSettings: RecordingSettings = {
  concurrent: 2,
  bytesPerSecond: null,
  prefer: 'highest',
  keyOrigin: null,
}

export function getRecordingSettings(desk: Reader): RecordingSettings {
  return (
    desk.get<RecordingSettings>(
      `SELECT concurrent, bytes_per_second AS bytesPerSecond, prefer, key_origin AS keyOrigin FROM recording_setting`,
    ) ?? defaultSettings
  )
}

export function putRecordingSettings(desk: Writer, settings: RecordingSettings): void {
  desk.run(
    `INSERT OR REPLACE INTO recording_setting (only, concurrent, bytes_per_second, prefer, key_origin)
     VALUES (1, @concurrent, @bytesPerSecond, @prefer, @keyOrigin)`,
    { ...settings },
  )
}

/** One stored form of a call, which is a separate record. */
export interface StoredForm {
  readonly callId: string
  readonly recordId: number
  readonly contentId: number
  readonly withAudio: boolean
}

/** The forms of some calls, each call's latest first. */
export function findForms(db: Reader, callIds: readonly string[]): StoredForm[] {
  return db
    .all<{ callId: string; recordId: number; contentId: number; form: string }>(
      `SELECT wanted.value AS callId, record.id AS recordId, record.content_id AS contentId,
         substr(record.identity, length(wanted.value) + 2) AS form
       FROM json_each(?) AS wanted CROSS JOIN ledger_record AS record
         ON record.kind = 'calls.one' AND record.identity >= wanted.value || ' ' AND record.identity < wanted.value || '!'
       ORDER BY record.last_seen_at DESC, record.id DESC`,
      [JSON.stringify(callIds)],
    )
    .filter(({ form }) => /^(json|html) (clean|verbatim)( audio)?$/.test(form))
    .map(({ form, ...each }) => ({ ...each, withAudio: form.endsWith(' audio') }))
}

/** Known facts of recordings, by content id; unreadable ones are parsed from the record again. */
export function findFacts(db: Reader, contentIds: readonly number[]): Map<number, RecordingFacts> {
  const rows = db.all<{ id: number; facts: string }>(
    `SELECT content_id AS id, facts FROM recording_fact WHERE content_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(contentIds)],
  )
  return new Map(
    rows.flatMap(({ id, facts: text }) => {
      const facts = readStoredJson(recordingFactsSchema, text)
      return facts ? [[id, facts]] : []
    }),
  )
}

/** Facts of the record's latest content. */
export function putFactsOf(db: Writer, recordId: number, facts: RecordingFacts): void {
  db.run(
    'INSERT OR REPLACE INTO recording_fact (content_id, facts) SELECT content_id, ? FROM ledger_record WHERE id = ?',
    [JSON.stringify(facts), recordId],
  )
}

export function putFacts(db: Writer, contentId: number, facts: RecordingFacts): void {
  db.run('INSERT OR REPLACE INTO recording_fact (content_id, facts) VALUES (?, ?)', [contentId, JSON.stringify(facts)])
}
