/**
 * SQL that reads from `desk.db` how far the user read and played each call, and the notes on it.
 */

import type { Reader } from '../database/reader-writer.ts'

/** What the user did with one call, from `desk.db`. */
export interface CallProgress {
  /** Where reading and playback stopped. */
  readonly seconds: number
  readonly turn: number
  /** When it was read or played last, ms UTC. */
  readonly at: number
  /** Turns up to the furthest one that was on screen; 0: only opened, or only played. */
  readonly turnsRead: number
  /** The furthest second that was played. */
  readonly secondsPlayed: number
  /** Length of the recording; null: it was never played. */
  readonly recordingSeconds: number | null
}

/** How far each opened call was read and played, by call id. */
export function getProgress(desk: Reader): ReadonlyMap<string, CallProgress> {
  const rows = desk.all<CallProgress & { callId: string }>(
    `SELECT call_id AS callId, seconds, turn, at, turns_read AS turnsRead, seconds_played AS secondsPlayed,
       recording_seconds AS recordingSeconds FROM listening_position`,
  )
  return new Map(rows.map(({ callId, ...progress }) => [callId, progress]))
}

/** Highlights and notes of every call that has some. */
export function countHighlights(desk: Reader): ReadonlyMap<string, number> {
  const rows = desk.all<{ callId: string; count: number }>(
    'SELECT call_id AS callId, count(*) AS count FROM highlight GROUP BY call_id',
  )
  return new Map(rows.map(({ callId, count }) => [callId, count]))
}

/** Where reading and playback of a call stopped; null: never opened. */
export function getPosition(desk: Reader, callId: string): { readonly seconds: number; readonly turn: number } | null {
  return desk.get('SELECT seconds, turn FROM listening_position WHERE call_id = ?', [callId]) ?? null
}

export interface NoteRow {
  readonly id: string
  /** The turn it was made on, which may have another number in a later version of the transcript. */
  readonly turn: number
  readonly note: string
  readonly quote: string
  /** Null: the user; that of anybody else came in a pack. */
  readonly author: string | null
  readonly editedAt: number
}

/** Highlights and notes of a call, in the order of its turns. */
export function getNotes(desk: Reader, callId: string): NoteRow[] {
  return desk.all(
    `SELECT id, first_turn AS turn, note, substr(quote, 1, 300) AS quote, author, edited_at AS editedAt
     FROM highlight WHERE call_id = ? ORDER BY first_turn, first_letter, created_at, id`,
    [callId],
  )
}
