/** SQL that full-text search runs on the library. */

import type { Section, SectionsFrom, SpeakerSide } from '#contract/api/calls.ts'
import type { TimeUnit } from '../calls/transcript/segment-times.ts'
import type { Reader } from '../database/reader-writer.ts'

/** A transcript as the search needs it, from the library. */
export interface TranscriptRow {
  readonly callId: string
  readonly symbol: string | null
  readonly company: string | null
  readonly title: string | null
  readonly startedAt: number | null
  readonly quarter: string | null
  readonly year: number | null
  readonly words: number
  readonly storedAt: number
  readonly unit: TimeUnit | null
  readonly sectionsFrom: SectionsFrom | null
  readonly language: string | null
}

export function getTranscripts(db: Reader, callIds: readonly string[]): TranscriptRow[] {
  return db.all(
    `SELECT call_id AS callId, symbol, company, title, started_at AS startedAt, fiscal_quarter AS quarter, fiscal_year AS year,
       words, stored_at AS storedAt, time_unit AS unit, sections_from AS sectionsFrom, language
     FROM transcript WHERE call_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(callIds)],
  )
}

export interface CallSpeakerRow {
  readonly callId: string
  readonly number: number
  readonly name: string
  readonly role: string | null
  readonly organization: string | null
  readonly side: SpeakerSide
}

export function getCallSpeakers(db: Reader, callIds: readonly string[]): CallSpeakerRow[] {
  return db.all(
    `SELECT call_id AS callId, number, name, role, organization, side FROM call_speaker
     WHERE call_id IN (SELECT value FROM json_each(?)) ORDER BY call_id, number`,
    [JSON.stringify(callIds)],
  )
}

export interface DocumentRow {
  readonly id: number
  readonly kind: 'summary' | 'rating' | 'news'
  readonly callId: string | null
  readonly symbol: string | null
  readonly company: string | null
  readonly at: number | null
  readonly sentiment: number | null
  readonly storedAt: number
  /** Bytes of title and body: SQLite knows them without reading the texts. */
  readonly bytes: number
}

/** Those with ids above one, ascending. */
export function getDocumentsFrom(db: Reader, after: number, limit: number): DocumentRow[] {
  return db.all(
    `SELECT id, kind, call_id AS callId, symbol, company, at, sentiment, stored_at AS storedAt,
       octet_length(title) + octet_length(body) AS bytes FROM document WHERE id > ? ORDER BY id LIMIT ?`,
    [after, limit],
  )
}

/** `after`: those with higher ids. Without it the table itself is not read. */
export function countDocuments(db: Reader, after?: number): number {
  const row =
    after === undefined
      ? db.get<{ count: number }>('SELECT count(*) AS count FROM document')
      : db.get<{ count: number }>('SELECT count(*) AS count FROM document WHERE id > ?', [after])
  return row?.count ?? 0
}

/** Ids up to `last`, ascending, from an index. */
export function getDocumentIds(db: Reader, last: number): Float64Array {
  const row = db.get<{ ids: string }>(
    'SELECT json_group_array(id) AS ids FROM document INDEXED BY document_record WHERE id <= ?',
    [last],
  )
  return Float64Array.from(row ? (JSON.parse(row.ids) as number[]) : []).sort()
}

/** Changes when a document is added, removed or replaced. */
export function getDocumentsMark(db: Reader): string {
  const mark = db.get<{ mark: string }>(
    "SELECT (SELECT count(*) FROM document) || ' ' || (SELECT last FROM document_id) AS mark",
  )
  return mark?.mark ?? ''
}

const [digitZero, digitNine] = [48, 57]

/**
 * Visits the ids of the matching rows of an index, ascending. They come as one JSON text, whose digits are read where they are: rows
 * would take three times as long, and numbers made by JSON.parse half as long again.
 */
export function visitMatches(
  db: Reader,
  index: 'transcript_text' | 'document_text',
  match: string,
  visit: (id: number) => void,
): void {
  const row = db.get<{ ids: Buffer }>(
    `SELECT CAST(json_group_array(rowid) AS BLOB) AS ids FROM ${index} WHERE ${index} MATCH ?`,
    [match],
  )
  const text = row?.ids ?? Buffer.alloc(0)
  let [id, isNumber] = [0, false]
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0
    if (byte >= digitZero && byte <= digitNine) {
      id = id * 10 + byte - digitZero
      isNumber = true
    } else if (isNumber) {
      visit(id)
      id = 0
      isNumber = false
    }
  }
}

export interface TurnText {
  readonly id: number
  readonly position: number
  /** The number of a speaker of the call. */
  readonly speaker: number
  readonly section: Section
  readonly segmentId: number | null
  /** In the unit of its call. */
  readonly start: number | null
  readonly end: number | null
  readonly sentiment: number | null
  readonly confidence: number | null
  /** As corrected by the user, else as received. */
  readonly text: string
  readonly isCorrected: 0 | 1
}

export function getTurnTexts(db: Reader, ids: readonly number[]): TurnText[] {
  return db.all(
    `SELECT id, position, speaker, section, segment_id AS segmentId, start_time AS start, end_time AS end, sentiment, confidence,
       coalesce(corrected, text) AS text, corrected IS NOT NULL AS isCorrected
     FROM transcript_turn
     WHERE id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(ids)],
  )
}

/** Only the texts of turns, as corrected by the user, else as received. */
export function getTexts(db: Reader, ids: readonly number[]): { readonly id: number; readonly text: string }[] {
  return db.all(
    'SELECT id, coalesce(corrected, text) AS text FROM transcript_turn WHERE id IN (SELECT value FROM json_each(?))',
    [JSON.stringify(ids)],
  )
}

export interface DocumentText {
  readonly id: number
  readonly recordId: number
  readonly sentiment: number | null
  readonly title: string
  readonly body: string
  readonly language: string | null
}

export function getDocumentTexts(db: Reader, ids: readonly number[]): DocumentText[] {
  return db.all(
    `SELECT id, record_id AS recordId, sentiment, title, body, language FROM document
     WHERE id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(ids)],
  )
}

/** The records of documents, by the id of the document. */
export function getDocumentRecords(db: Reader, ids: readonly number[]): ReadonlyMap<number, number> {
  const rows = db.all<{ id: number; recordId: number }>(
    'SELECT id, record_id AS recordId FROM document WHERE id IN (SELECT value FROM json_each(?))',
    [JSON.stringify(ids)],
  )
  return new Map(rows.map(({ id, recordId }) => [id, recordId]))
}

export function getWordsOfStem(db: Reader, stem: string): string[] {
  return db
    .all<{ word: string }>('SELECT word FROM vocabulary WHERE stem = ? ORDER BY word', [stem])
    .map(({ word }) => word)
}

/** Calls of companies from a moment to before another, ms UTC, whose transcript is not stored; latest first. */
export function getCallsWithoutTranscript(
  db: Reader,
  symbols: readonly string[],
  from: number,
  before: number,
): string[] {
  const rows = db.all<{ callId: string }>(
    `SELECT call_id AS callId FROM call WHERE symbol IN (SELECT value FROM json_each(@symbols))
       AND started_at >= @from AND started_at < @before
       AND NOT EXISTS (SELECT 1 FROM transcript WHERE transcript.call_id = call.call_id)
     ORDER BY started_at DESC`,
    { symbols: JSON.stringify(symbols), from, before },
  )
  return rows.map(({ callId }) => callId)
}
