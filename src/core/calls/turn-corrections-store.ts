/** SQL of the user's corrections in `library.db`, by which stored turns are indexed. The corrections themselves are in `desk.db`. */

import type { Reader, Writer } from '../database/reader-writer.ts'
import { segmentedText } from '../full-text-index/words.ts'

/** What the user heard instead of a turn's words: of the `occurrence`th turn of its call that has exactly this text, from 0. */
export interface TurnCorrection {
  readonly text: string
  readonly occurrence: number
  readonly correction: string
}

export function getTurnCorrections(db: Reader, callId: string): TurnCorrection[] {
  return db.all('SELECT text, occurrence, correction FROM turn_correction WHERE call_id = ?', [callId])
}

/** One of all calls. */
export interface TurnCorrectionOfCall extends TurnCorrection {
  readonly callId: string
}

export function getAllTurnCorrections(db: Reader): TurnCorrectionOfCall[] {
  return db.all(
    'SELECT call_id AS callId, text, occurrence, correction FROM turn_correction ORDER BY call_id, text, occurrence',
  )
}

/** Replaces those of a call. */
export function putTurnCorrections(db: Writer, callId: string, corrections: readonly TurnCorrection[]): void {
  db.run('DELETE FROM turn_correction WHERE call_id = ?', [callId])
  for (const { text, occurrence, correction } of corrections)
    db.run('INSERT INTO turn_correction (call_id, text, occurrence, correction) VALUES (?, ?, ?, ?)', [
      callId,
      text,
      occurrence,
      correction,
    ])
}

interface StoredTurn {
  readonly id: number
  readonly text: string
  readonly corrected: string | null
}

/** The turns of a stored call, in order. */
export function getStoredTurns(db: Reader, callId: string): StoredTurn[] {
  return db.all('SELECT id, text, corrected FROM transcript_turn WHERE call_id = ? ORDER BY position', [callId])
}

/** Indexes a stored turn by its correction; with null, by the words received. */
export function putCorrected(db: Writer, { id, text }: StoredTurn, corrected: string | null): void {
  // FTS5 needs the former text to delete a row from an index with external content.
  db.run(
    `INSERT INTO transcript_text (transcript_text, rowid, indexed_text)
     SELECT 'delete', id, indexed_text FROM transcript_turn WHERE id = ?`,
    [id],
  )
  db.run('UPDATE transcript_turn SET corrected = ?, segmented = ? WHERE id = ?', [
    corrected,
    segmentedText(corrected ?? text),
    id,
  ])
  db.run(
    'INSERT INTO transcript_text (rowid, indexed_text) SELECT id, indexed_text FROM transcript_turn WHERE id = ?',
    [id],
  )
}
