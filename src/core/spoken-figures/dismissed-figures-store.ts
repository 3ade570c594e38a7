/** SQL of matches that the user called wrong, in `desk.db`: kept by the words of the turn, so that they stay in every version of a call. */

import { createHash } from 'node:crypto'
import type { Reader, Writer } from '../database/reader-writer.ts'

/** A spoken figure of a call: the words of its turn, and the characters that state it. */
export interface FigurePlace {
  readonly callId: string
  readonly text: string
  readonly from: number
  readonly to: number
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Looks up the dismissed figures of one call. */
export function readDismissed(desk: Reader, callId: string): (text: string, from: number, to: number) => boolean {
  const rows = desk.all<{ turn: string; first: number; next: number }>(
    'SELECT turn_hash AS turn, first_character AS first, next_character AS next FROM dismissed_figure WHERE call_id = ?',
    [callId],
  )
  if (rows.length === 0) return () => false
  const keys = new Set(rows.map(({ turn, first, next }) => `${turn} ${first} ${next}`))
  return (text, from, to) => keys.has(`${hashOf(text)} ${from} ${to}`)
}

export function writeDismissed(desk: Writer, place: FigurePlace, isDismissed: boolean, now: number): void {
  const key = [place.callId, hashOf(place.text), place.from, place.to]
  if (isDismissed)
    desk.run(
      `INSERT OR IGNORE INTO dismissed_figure (call_id, turn_hash, first_character, next_character, dismissed_at) VALUES (?, ?, ?, ?, ?)`,
      [...key, now],
    )
  else
    desk.run(
      'DELETE FROM dismissed_figure WHERE call_id = ? AND turn_hash = ? AND first_character = ? AND next_character = ?',
      key,
    )
}
