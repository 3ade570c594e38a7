/** SQL of highlights, notes and reading positions, in `desk.db`. */

import type { Highlight, HighlightColor, ListeningPosition } from '#contract/api/notes.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'

interface Row {
  readonly id: string
  readonly callId: string
  readonly hash: string
  readonly firstTurn: number
  readonly firstLetter: number
  readonly lastTurn: number
  readonly lastLetter: number
  readonly segmentId: number | null
  readonly quote: string
  readonly before: string
  readonly after: string
  readonly color: HighlightColor
  readonly note: string
  readonly createdAt: number
  readonly editedAt: number
  readonly author: string | null
}

const columns = `id, call_id AS callId, hash, first_turn AS firstTurn, first_letter AS firstLetter, last_turn AS lastTurn,
  last_letter AS lastLetter, segment_id AS segmentId, quote, before, after, colour AS color, note, created_at AS createdAt,
  edited_at AS editedAt, author`

/** In the order of the text that they were made on. */
export function getHighlights(db: Reader, callId: string): Highlight[] {
  return db
    .all<Row>(`SELECT ${columns} FROM highlight WHERE call_id = ? ORDER BY first_turn, first_letter, created_at, id`, [
      callId,
    ])
    .map(highlightOf)
}

interface NoteEntry {
  readonly callId: string
  readonly note: string
  readonly author: string | null
  readonly editedAt: number
}

/** Notes on calls, latest first, with how many there are in all. `until`: made no later than then, ms since 1970; null: all. */
export function getLatestNotes(
  db: Reader,
  {
    callIds,
    until,
    limit,
  }: { readonly callIds: readonly string[]; readonly until: number | null; readonly limit: number },
): { entries: NoteEntry[]; total: number } {
  const from = `FROM highlight WHERE call_id IN (SELECT value FROM json_each(@callIds)) AND trim(note) <> ''
    AND (@until IS NULL OR created_at <= @until)`
  const given = { callIds: JSON.stringify(callIds), until }
  return {
    entries: db.all(
      `SELECT call_id AS callId, note, author, edited_at AS editedAt ${from} ORDER BY edited_at DESC, id LIMIT @limit`,
      { ...given, limit },
    ),
    total: db.get<{ notes: number }>(`SELECT count(*) AS notes ${from}`, given)?.notes ?? 0,
  }
}

export function getHighlight(db: Reader, id: string): Highlight | undefined {
  const row = db.get<Row>(`SELECT ${columns} FROM highlight WHERE id = ?`, [id])
  return row && highlightOf(row)
}

/** An existing one stays as it is. */
export function insertHighlight(db: Writer, { passage, ...highlight }: Highlight): void {
  const { from, to, ...place } = passage
  db.run(
    `INSERT INTO highlight (id, call_id, hash, first_turn, first_letter, last_turn, last_letter, segment_id, quote, before, after,
       colour, note, created_at, edited_at, author)
     VALUES (@id, @callId, @hash, @firstTurn, @firstLetter, @lastTurn, @lastLetter, @segmentId, @quote, @before, @after,
       @color, @note, @createdAt, @editedAt, @author)
     ON CONFLICT (id) DO NOTHING`,
    { ...highlight, author: highlight.author ?? null, ...place, firstLetter: from, lastLetter: to },
  )
}

export function updateHighlight(db: Writer, { id, color, note, editedAt }: Highlight): void {
  db.run('UPDATE highlight SET colour = @color, note = @note, edited_at = @editedAt WHERE id = @id', {
    id,
    color,
    note,
    editedAt,
  })
}

export function deleteHighlight(db: Writer, id: string): void {
  db.run('DELETE FROM highlight WHERE id = ?', [id])
}

export function getPosition(db: Reader, callId: string): ListeningPosition | null {
  return (
    db.get<ListeningPosition>('SELECT seconds, turn, at FROM listening_position WHERE call_id = ?', [callId]) ?? null
  )
}

interface PositionToSave {
  readonly seconds: number | null
  readonly turn: number | null
  readonly turnsRead: number | null
  readonly secondsPlayed: number | null
  readonly recordingSeconds: number | null
  readonly at: number
}

/** Null keeps the stored value, or 0 without one. How far the call was read and played never decreases. */
export function putPosition(db: Writer, callId: string, position: PositionToSave): void {
  db.run(
    `INSERT INTO listening_position (call_id, seconds, turn, at, turns_read, seconds_played, recording_seconds)
     VALUES (@callId, coalesce(@seconds, 0), coalesce(@turn, 0), @at, coalesce(@turnsRead, 0),
       coalesce(@secondsPlayed, @seconds, 0), @recordingSeconds)
     ON CONFLICT (call_id) DO UPDATE SET
       seconds = coalesce(@seconds, seconds), turn = coalesce(@turn, turn), at = excluded.at,
       turns_read = max(turns_read, excluded.turns_read), seconds_played = max(seconds_played, excluded.seconds_played),
       recording_seconds = coalesce(excluded.recording_seconds, recording_seconds)`,
    { callId, ...position },
  )
}

function highlightOf({
  id,
  callId,
  color,
  note,
  createdAt,
  editedAt,
  firstLetter,
  lastLetter,
  author,
  ...passage
}: Row): Highlight {
  return {
    id,
    callId,
    color,
    note,
    createdAt,
    editedAt,
    ...(author !== null && { author }),
    passage: { ...passage, from: firstLetter, to: lastLetter },
  }
}
