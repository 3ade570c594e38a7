/** SQL that full-text search runs on the library. */

import type { SectionsFrom, SpeakerSide } from '#contract/api/calls.ts'
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
  readonly recordId: number
  readonly callId: string | null
  readonly symbol: string | null
  readonly company: string | null
  readonly at: number | null
  readonly sentiment: number | null
  readonly storedAt: number
  /** Characters of title and body. */
  readonly letters: number
}

/** Those with ids above one, ascending. */
export function getDocumentsFrom(db: Reader, after: number, limit: number): DocumentRow[] {
  return db.all(
    `SELECT id, kind, record_id AS recordId, call_id AS callId, symbol, company, at, sentiment, stored_at AS storedAt,
       length(title) + length(body) AS letters FROM document WHERE id > ? ORDER BY id LIMIT ?`,
    [after, limit],
  )
}

export function countDocuments(db: Reader): number {
  return db.get<{ count: number }>('SELECT count(*) AS count FROM document')?.count ?? 0
}

/** Changes when a document is added, removed or replaced. A replacement gets a new id, unless it was the last one. */
export function getDocumentsMark(db: Reader): string {
  const mark = db.get<{ mark: string }>(
    `SELECT (SELECT count(*) FROM document) || ' ' || coalesce((SELECT max(id) FROM document), 0) || ' ' ||
       coalesce((SELECT max(stored_at) FROM document), 0) AS mark`,
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
    `SELECT id, position, segment_id AS segmentId, start_time AS start, end_time AS end, sentiment, confidence,
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
  readonly title: string
  readonly body: string
  readonly language: string | null
}

export function getDocumentTexts(db: Reader, ids: readonly number[]): DocumentText[] {
  return db.all('SELECT id, title, body, language FROM document WHERE id IN (SELECT value FROM json_each(?))', [
    JSON.stringify(ids),
  ])
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
