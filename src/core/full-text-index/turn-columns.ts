import { sections, type Section } from '#contract/api/calls.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'

/**
 * What a search asks of every turn beside its words, side by side and without the text, one blob a call: facets over fifty thousand
 * hits are counted from memory, and reading them from the rows would cost a look at each.
 */
export interface TurnColumns {
  readonly speakers: Uint16Array
  readonly words: Uint16Array
  /** Index into `sections`. */
  readonly sections: Uint8Array
  /** 1: a question of the Q&A begins. */
  readonly questions: Uint8Array
  /** NaN: none. Rounded to 32 bits: what is compared with them is rounded first. */
  readonly sentiments: Float32Array
  readonly confidences: Float32Array
}

export interface TurnFacts {
  readonly speaker: number
  readonly words: number
  readonly section: string
  readonly isQuestion: boolean
  readonly sentiment: number | null
  readonly confidence: number | null
}

const most = 0xffff

/** Takes the turns of a call as they lie in `transcript_turn`, whose first has the id `firstId` and whose others follow it. */
export function insertTurnColumns(db: Writer, callId: string, firstId: number, turns: readonly TurnFacts[]): void {
  const columns = emptyColumns(new ArrayBuffer(turns.length * bytesATurn), turns.length)
  for (const [at, turn] of turns.entries()) {
    columns.speakers[at] = Math.min(turn.speaker, most)
    columns.words[at] = Math.min(turn.words, most)
    columns.sections[at] = Math.max(0, sections.indexOf(turn.section as Section))
    columns.questions[at] = turn.isQuestion ? 1 : 0
    columns.sentiments[at] = turn.sentiment ?? Number.NaN
    columns.confidences[at] = turn.confidence ?? Number.NaN
  }
  db.run('INSERT INTO turn_columns (call_id, first_id, turns, columns) VALUES (?, ?, ?, ?)', [
    callId,
    firstId,
    turns.length,
    Buffer.from(columns.sentiments.buffer),
  ])
}

export function dropTurnColumns(db: Writer, callId: string): void {
  db.run('DELETE FROM turn_columns WHERE call_id = ?', [callId])
}

const bytesATurn = 4 + 4 + 2 + 2 + 1 + 1

function emptyColumns(bytes: ArrayBufferLike, turns: number): TurnColumns {
  return {
    sentiments: new Float32Array(bytes, 0, turns),
    confidences: new Float32Array(bytes, turns * 4, turns),
    speakers: new Uint16Array(bytes, turns * 8, turns),
    words: new Uint16Array(bytes, turns * 10, turns),
    sections: new Uint8Array(bytes, turns * 12, turns),
    questions: new Uint8Array(bytes, turns * 13, turns),
  }
}

export interface StoredColumns {
  /** Another one each time the call is stored. */
  readonly serial: number
  readonly callId: string
  readonly firstId: number
  readonly turns: number
  readonly columns: TurnColumns
}

/** Which calls are stored, by serial. */
export function getSerials(db: Reader): number[] {
  const row = db.get<{ serials: string }>(
    'SELECT json_group_array(serial) AS serials FROM turn_columns INDEXED BY turn_columns_call',
  )
  return row ? (JSON.parse(row.serials) as number[]) : []
}

export function getTurnColumns(db: Reader, serials: readonly number[]): StoredColumns[] {
  return db
    .all<{ serial: number; callId: string; firstId: number; turns: number; bytes: Buffer }>(
      `SELECT serial, call_id AS callId, first_id AS firstId, turns, columns AS bytes FROM turn_columns
       WHERE serial IN (SELECT value FROM json_each(?))`,
      [JSON.stringify(serials)],
    )
    .map(({ bytes, ...stored }) => ({
      ...stored,
      // A copy of its own: numbers of four bytes must begin at a multiple of four.
      columns: emptyColumns(new Uint8Array(bytes).buffer, stored.turns),
    }))
}
