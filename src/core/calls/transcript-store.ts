/**
 * SQL of the tables that make a transcript searchable: writes and deletes its turns in the
 * full-text index.
 */

import type { Section, SectionsFrom } from '#contract/api/calls.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { scoreTranscripts } from '../database/transcript-schema.ts'
import { dropTurnColumns, insertTurnColumns } from '../full-text-index/turn-columns.ts'
import type { TimeUnit } from './transcript/segment-times.ts'

interface TranscriptToStore {
  readonly callId: string
  readonly recordId: number
  readonly symbol: string | null
  readonly company: string | null
  readonly title: string | null
  readonly startedAt: number | null
  readonly quarter: string | null
  readonly year: number | null
  readonly turns: number
  readonly words: number
  readonly storedAt: number
  /** Unit of the turns' times; null: unknown. */
  readonly unit: TimeUnit | null
  readonly sectionsFrom: SectionsFrom | null
  readonly language: string | null
}

interface SpeakerToStore {
  readonly name: string
  readonly role: string | null
  readonly organization: string | null
  readonly side: string
  readonly turns: number
  readonly words: number
  readonly seconds: number | null
  readonly sentiment: number | null
}

export interface TurnToStore {
  readonly segmentId: number | null
  readonly speaker: number
  readonly section: Section
  readonly start: number | null
  readonly end: number | null
  readonly confidence: number | null
  readonly sentiment: number | null
  readonly words: number
  readonly isQuestion: boolean
  readonly text: string
  /** The user's correction of it; null: none. */
  readonly corrected: string | null
  /** The words of the correction, or else of the text, where no space divides them; else null. */
  readonly segmented: string | null
}

/** Identity of the record whose transcript is indexed. */
export function getSearchableForm(db: Reader, callId: string): string | undefined {
  return db.get<{ identity: string }>(
    `SELECT record.identity FROM transcript AS call JOIN ledger_record AS record ON record.id = call.record_id
     WHERE call.call_id = ?`,
    [callId],
  )?.identity
}

export function getIdentity(db: Reader, recordId: number): string | undefined {
  return db.get<{ identity: string }>('SELECT identity FROM ledger_record WHERE id = ?', [recordId])?.identity
}

/** FTS5 needs the former text to delete a row from an index with external content, so the index goes first. */
export function deleteTranscript(db: Writer, callId: string): void {
  db.run(
    `INSERT INTO transcript_text (transcript_text, rowid, indexed_text)
     SELECT 'delete', id, indexed_text FROM transcript_turn WHERE call_id = ?`,
    [callId],
  )
  db.run('DELETE FROM transcript_turn WHERE call_id = ?', [callId])
  dropTurnColumns(db, callId)
  db.run('DELETE FROM call_speaker WHERE call_id = ?', [callId])
  db.run('DELETE FROM transcript WHERE call_id = ?', [callId])
}

export function insertTranscript(
  db: Writer,
  call: TranscriptToStore,
  speakers: readonly SpeakerToStore[],
  turns: readonly TurnToStore[],
): void {
  const { callId } = call
  db.run(
    `INSERT INTO transcript (call_id, record_id, symbol, company, title, started_at, fiscal_quarter, fiscal_year, turns, words, stored_at,
       time_unit, sections_from, language)
     VALUES (@callId, @recordId, @symbol, @company, @title, @startedAt, @quarter, @year, @turns, @words, @storedAt, @unit,
       @sectionsFrom, @language)`,
    { ...call },
  )
  for (const [number, speaker] of speakers.entries()) {
    db.run(
      `INSERT INTO call_speaker (call_id, number, name, role, organization, side, turns, words, seconds, sentiment)
       VALUES (@callId, @number, @name, @role, @organization, @side, @turns, @words, @seconds, @sentiment)`,
      { callId, number, ...speaker },
    )
  }
  const firstId = insertTurns(db, callId, turns)
  db.run(`${scoreTranscripts} WHERE call_id = ?`, [callId])
  insertTurnColumns(db, callId, firstId, turns)
  db.run(
    'INSERT INTO transcript_text (rowid, indexed_text) SELECT id, indexed_text FROM transcript_turn WHERE id BETWEEN ? AND ?',
    [firstId, firstId + turns.length - 1],
  )
}

const insertTurn = `INSERT INTO transcript_turn (call_id, position, segment_id, speaker, section, start_time, end_time,
  confidence, sentiment, words, question, text, corrected, segmented) VALUES `
const oneTurn = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
/** Rows per statement: each call into SQLite costs as much as half a row. */
const turnsAtOnce = 10
const insertTurnsAtOnce = insertTurn + Array.from({ length: turnsAtOnce }, () => oneTurn).join(', ')

type Value = string | number | null

/** Returns the id of the first turn; the ids of the turns are consecutive. */
function insertTurns(db: Writer, callId: string, turns: readonly TurnToStore[]): number {
  const valuesOf = (turn: TurnToStore, position: number): Value[] => [
    callId,
    position,
    turn.segmentId,
    turn.speaker,
    turn.section,
    turn.start,
    turn.end,
    turn.confidence,
    turn.sentiment,
    turn.words,
    turn.isQuestion ? 1 : 0,
    turn.text,
    turn.corrected,
    turn.segmented,
  ]
  let lastId = 0
  let waiting: Value[] = []
  for (const [position, turn] of turns.entries()) {
    waiting.push(...valuesOf(turn, position))
    const isFull = (position + 1) % turnsAtOnce === 0
    const isRest = position >= turns.length - (turns.length % turnsAtOnce)
    if (!isFull && !isRest) continue
    lastId = db.run(isFull ? insertTurnsAtOnce : insertTurn + oneTurn, waiting).lastInsertRowid
    waiting = []
  }
  return lastId - turns.length + 1
}
