/**
 * Stores the properties of turns by which a search filters and counts, as one array per call and
 * property.
 */

import { sections, type Section } from '#contract/api/calls.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'

/**
 * The properties of turns that a search filters and counts by, as one array each and stored as one blob per call. Facets over fifty
 * thousand hits are counted in memory, which is much faster than reading a row for each hit.
 */
export interface TurnColumns {
  readonly speakers: Uint16Array
  readonly words: Uint16Array
  /** Index into `sections`. */
  readonly sections: Uint8Array
  /** 1 where a question of the Q&A starts. */
  readonly questions: Uint8Array
  /** NaN: none. Values are rounded to 32 bits, so a value to compare with is rounded too. */
  readonly sentiments: Float32Array
  readonly confidences: Float32Array
}

/** The same properties of one turn. */
export interface TurnFacts {
  readonly speaker: number
  readonly words: number
  readonly section: Section
  readonly isQuestion: boolean
  readonly sentiment: number | null
  readonly confidence: number | null
}

const maxUint16 = 0xffff

/** Stores the columns of a call's turns. Their ids in `transcript_turn` are consecutive and start at `firstId`. */
export function insertTurnColumns(db: Writer, callId: string, firstId: number, turns: readonly TurnFacts[]): void {
  const columns = columnsOver(new Uint8Array(turns.length * bytesPerTurn), turns.length)
  for (const [index, turn] of turns.entries()) {
    columns.speakers[index] = Math.min(turn.speaker, maxUint16)
    columns.words[index] = Math.min(turn.words, maxUint16)
    columns.sections[index] = Math.max(0, sections.indexOf(turn.section))
    columns.questions[index] = turn.isQuestion ? 1 : 0
    columns.sentiments[index] = turn.sentiment ?? Number.NaN
    columns.confidences[index] = turn.confidence ?? Number.NaN
  }
  db.run('INSERT INTO turn_columns (call_id, first_id, turns, columns) VALUES (?, ?, ?, ?)', [
    callId,
    firstId,
    turns.length,
    Buffer.from(columns.sentiments.buffer),
  ])
}

/** Gives the columns of a call a new serial: its words have changed, so earlier counts are no longer valid. */
export function renewTurnColumns(db: Writer, callId: string): void {
  db.run(
    `INSERT OR REPLACE INTO turn_columns (call_id, first_id, turns, columns)
     SELECT call_id, first_id, turns, columns FROM turn_columns WHERE call_id = ?`,
    [callId],
  )
}

/** Removes the columns of a call. */
export function dropTurnColumns(db: Writer, callId: string): void {
  db.run('DELETE FROM turn_columns WHERE call_id = ?', [callId])
}

const bytesPerTurn = 4 + 4 + 2 + 2 + 1 + 1

/** Views of bytes that have the columns one after the other. Arrays of four-byte numbers need them aligned: others are copied. */
function columnsOver(bytes: Uint8Array, turns: number): TurnColumns {
  const { buffer, byteOffset: start } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return {
    sentiments: new Float32Array(buffer, start, turns),
    confidences: new Float32Array(buffer, start + turns * 4, turns),
    speakers: new Uint16Array(buffer, start + turns * 8, turns),
    words: new Uint16Array(buffer, start + turns * 10, turns),
    sections: new Uint8Array(buffer, start + turns * 12, turns),
    questions: new Uint8Array(buffer, start + turns * 13, turns),
  }
}

/** The columns of one call, as they are stored. */
interface StoredColumns {
  /** Changes each time the call is stored. */
  readonly serial: number
  readonly callId: string
  readonly firstId: number
  readonly turns: number
  readonly columns: TurnColumns
}

/** The serials of all stored calls. */
export function getSerials(db: Reader): number[] {
  const row = db.get<{ serials: string }>(
    'SELECT json_group_array(serial) AS serials FROM turn_columns INDEXED BY turn_columns_call',
  )
  return row ? (JSON.parse(row.serials) as number[]) : []
}

/** The columns of some calls, by their serials. */
export function getTurnColumns(db: Reader, serials: readonly number[]): StoredColumns[] {
  return db
    .all<{ serial: number; callId: string; firstId: number; turns: number; bytes: Buffer }>(
      `SELECT serial, call_id AS callId, first_id AS firstId, turns, columns AS bytes FROM turn_columns
       WHERE serial IN (SELECT value FROM json_each(?))`,
      [JSON.stringify(serials)],
    )
    .map(({ bytes, ...stored }) => ({
      ...stored,
      columns: columnsOver(bytes, stored.turns),
    }))
}
