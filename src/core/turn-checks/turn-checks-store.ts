/** SQL of transcript checks: the checks in `desk.db`, the turns to check in `library.db`. */

import type { SpeakerSide } from '#contract/api/calls.ts'
import type { CheckedWords, TurnCheck } from '#contract/api/turn-checks.ts'
import type { TimeUnit } from '../calls/transcript/segment-times.ts'
import type { TurnCorrectionOfCall } from '../calls/turn-corrections.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { whereGiven } from '../database/where-given.ts'

/** The reader marks turns below this confidence. */
const lowConfidence = 0.9

/** A check that found other words than the service sent. */
export type Correction = TurnCheck & { readonly correction: string }

const checkColumns = 'correction, author, checked_at AS at, pack_author AS packAuthor, pack_made_at AS packMadeAt'

type CheckRow<Check extends TurnCheck = TurnCheck> = Omit<Check, 'pack'> & {
  readonly packAuthor: string | null
  readonly packMadeAt: number | null
}

function checkOf<Row extends CheckRow>({ packAuthor, packMadeAt, ...check }: Row) {
  return packAuthor === null ? check : { ...check, pack: { author: packAuthor, madeAt: packMadeAt ?? 0 } }
}

export function getCheck(desk: Reader, { callId, text, occurrence }: CheckedWords): TurnCheck | null {
  const row = desk.get<CheckRow>(
    `SELECT ${checkColumns} FROM turn_check WHERE call_id = ? AND text = ? AND occurrence = ?`,
    [callId, text, occurrence],
  )
  return row ? checkOf(row) : null
}

/** Latest first; of all calls, or of one. */
export function getChecks(desk: Reader, callId?: string): { words: CheckedWords; check: TurnCheck }[] {
  return desk
    .all<CheckedWords & CheckRow>(
      `SELECT call_id AS callId, text, occurrence, ${checkColumns} FROM turn_check
       WHERE @callId IS NULL OR call_id = @callId ORDER BY checked_at DESC, rowid DESC`,
      { callId: callId ?? null },
    )
    .map(({ callId, text, occurrence, ...check }) => ({ words: { callId, text, occurrence }, check: checkOf(check) }))
}

/** Those that correct a turn of a call, by its words. */
export function getCorrections(desk: Reader, callId: string): (Omit<CheckedWords, 'callId'> & Correction)[] {
  return desk
    .all<Omit<CheckedWords, 'callId'> & CheckRow<Correction>>(
      `SELECT text, occurrence, ${checkColumns} FROM turn_check WHERE call_id = ? AND correction IS NOT NULL`,
      [callId],
    )
    .map((row) => checkOf(row))
}

/** Those of all calls, in the order of their text. */
export function getAllCorrections(desk: Reader): TurnCorrectionOfCall[] {
  return desk.all(
    `SELECT call_id AS callId, text, occurrence, correction FROM turn_check WHERE correction IS NOT NULL
     ORDER BY call_id, text, occurrence`,
  )
}

export function putCheck(desk: Writer, { callId, text, occurrence }: CheckedWords, check: TurnCheck): void {
  desk.run(
    `INSERT OR REPLACE INTO turn_check
       (call_id, text, occurrence, correction, author, checked_at, pack_author, pack_made_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      callId,
      text,
      occurrence,
      check.correction,
      check.author,
      check.at,
      check.pack?.author ?? null,
      check.pack?.madeAt ?? null,
    ],
  )
}

export function deleteCheck(desk: Writer, { callId, text, occurrence }: CheckedWords): void {
  desk.run('DELETE FROM turn_check WHERE call_id = ? AND text = ? AND occurrence = ?', [callId, text, occurrence])
}

interface StoredCall {
  readonly callId: string
  readonly symbol: string | null
  readonly company: string | null
  readonly title: string | null
  readonly startedAt: number | null
  readonly unit: TimeUnit | null
  readonly language: string | null
}

/** Calls with a stored transcript, latest first; of one call, and of some companies where given. */
export function getStoredCalls(
  library: Reader,
  { callId, symbols }: { readonly callId?: string | undefined; readonly symbols?: readonly string[] | undefined },
): StoredCall[] {
  const conditions = { callId: 'call_id = @callId', symbols: 'symbol IN (SELECT value FROM json_each(@symbols))' }
  const given = { callId: callId ?? null, symbols: symbols ? JSON.stringify(symbols) : null }
  return library.all<StoredCall>(
    `SELECT call_id AS callId, symbol, company, title, started_at AS startedAt, time_unit AS unit, language FROM transcript
     WHERE ${whereGiven(given, conditions)}
     ORDER BY started_at DESC, call_id`,
    given,
  )
}

interface UnsureTurn {
  readonly turn: number
  readonly speaker: string | null
  /** Of the speaker. */
  readonly side: SpeakerSide | null
  readonly start: number | null
  readonly end: number | null
  readonly confidence: number
  readonly text: string
}

export function getUnsureTurns(library: Reader, callId: string, after: number): UnsureTurn[] {
  return library.all<UnsureTurn>(
    `SELECT turn.position AS turn, speaker.name AS speaker, speaker.side, turn.start_time AS start, turn.end_time AS end, turn.confidence, turn.text
     FROM transcript_turn AS turn LEFT JOIN call_speaker AS speaker
       ON speaker.call_id = turn.call_id AND speaker.number = turn.speaker
     WHERE turn.call_id = ? AND turn.position > ? AND turn.confidence < ${lowConfidence} ORDER BY turn.position`,
    [callId, after],
  )
}

export function getTurnText(library: Reader, callId: string, turn: number): string | undefined {
  return library.get<{ text: string }>('SELECT text FROM transcript_turn WHERE call_id = ? AND position = ?', [
    callId,
    turn,
  ])?.text
}

/** Turns of a call with exactly this text: before the given one, or all. */
export function countTurns(library: Reader, callId: string, text: string, before: number | null): number {
  return (
    library.get<{ turns: number }>(
      'SELECT count(*) AS turns FROM transcript_turn WHERE call_id = @callId AND text = @text AND (@before IS NULL OR position < @before)',
      { callId, text, before },
    )?.turns ?? 0
  )
}
