/** SQL of matches that the user called wrong, in `desk.db`: kept by the words of the turn, so that they stay in every version of a call. */

import { createHash } from 'node:crypto'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { sameWordsIn, type CharacterSpan } from './same-words.ts'

/** A spoken figure of a call: the words of its turn, and the characters that state it. */
export interface FigurePlace extends CharacterSpan {
  readonly callId: string
  readonly text: string
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

type DismissedRow = CharacterSpan & { readonly at: number }

function getSpans(desk: Reader, callId: string, text: string): DismissedRow[] {
  return desk.all(
    `SELECT first_character AS "from", next_character AS "to", dismissed_at AS at FROM dismissed_figure
     WHERE call_id = ? AND turn_hash = ?`,
    [callId, hashOf(text)],
  )
}

/**
 * Looks up the dismissed figures of one call. Other rules may have it that a figure begins or ends elsewhere: it is dismissed where it
 * has some of the same characters.
 */
export function readDismissed(desk: Reader, callId: string): (text: string, from: number, to: number) => boolean {
  const rows = desk.all<CharacterSpan & { turn: string }>(
    `SELECT turn_hash AS turn, first_character AS "from", next_character AS "to" FROM dismissed_figure WHERE call_id = ?`,
    [callId],
  )
  if (rows.length === 0) return () => false
  const spans = Map.groupBy(rows, ({ turn }) => turn)
  return (text, from, to) => spans.get(hashOf(text))?.some((span) => span.from < to && span.to > from) ?? false
}

export function writeDismissed(desk: Writer, place: FigurePlace, isDismissed: boolean, now: number): void {
  const { callId, text, from, to } = place
  if (isDismissed) putSpan(desk, callId, text, { from, to, at: now })
  else
    desk.run(
      `DELETE FROM dismissed_figure
       WHERE call_id = ? AND turn_hash = ? AND first_character < ? AND next_character > ?`,
      [callId, hashOf(text), to, from],
    )
}

/**
 * Keeps the figures of a turn dismissed whose words stay the same when its text is corrected, and those not dismissed that are not.
 * Called within a transaction.
 */
export function carryDismissed(desk: Writer, callId: string, before: string, after: string): void {
  if (before === after) return
  for (const { from, to } of getSpans(desk, callId, after))
    if (sameWordsIn(before, { text: after, from, to }))
      desk.run(
        'DELETE FROM dismissed_figure WHERE call_id = ? AND turn_hash = ? AND first_character = ? AND next_character = ?',
        [callId, hashOf(after), from, to],
      )
  for (const { at, ...span } of getSpans(desk, callId, before)) {
    const same = sameWordsIn(after, { text: before, ...span })
    if (same) putSpan(desk, callId, after, { ...same, at })
  }
}

function putSpan(desk: Writer, callId: string, text: string, { from, to, at }: DismissedRow): void {
  desk.run(
    `INSERT OR IGNORE INTO dismissed_figure (call_id, turn_hash, first_character, next_character, dismissed_at) VALUES (?, ?, ?, ?, ?)`,
    [callId, hashOf(text), from, to, at],
  )
}
