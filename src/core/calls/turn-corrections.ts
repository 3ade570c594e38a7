/** Applies the user's corrections to the stored turns of a call, so that full-text search finds the words that were spoken. */

import { checksByTurn } from '#contract/api/checks-by-turn.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { isDeepStrictEqual } from 'node:util'
import { learnWords } from '../full-text-index/vocabulary.ts'
import { renewTurnColumns } from '../full-text-index/turn-columns.ts'
import { segmentedText } from '../full-text-index/words.ts'
import {
  getAllTurnCorrections,
  getStoredTurns,
  putCorrected,
  putTurnCorrections,
  type TurnCorrection,
  type TurnCorrectionOfCall,
} from './turn-corrections-store.ts'

export type { TurnCorrectionOfCall } from './turn-corrections-store.ts'

/** The calls of which the library has other corrections than these, which are in the order of their text. */
export function callsToCorrect(db: Reader, corrections: readonly TurnCorrectionOfCall[]): string[] {
  const applied = Map.groupBy(getAllTurnCorrections(db), ({ callId }) => callId)
  const wanted = Map.groupBy(corrections, ({ callId }) => callId)
  const callIds = new Set([...applied.keys(), ...wanted.keys()])
  return [...callIds].filter((callId) => !isDeepStrictEqual(wanted.get(callId), applied.get(callId)))
}

/**
 * Replaces the corrections of a call, and indexes each stored turn again whose correction is another one. A call that is not stored yet
 * is indexed with them when it is. Called within a transaction. Throws `too-large`.
 */
export function applyCorrections(db: Writer, callId: string, corrections: readonly TurnCorrection[]): void {
  putTurnCorrections(db, callId, corrections)
  const turns = getStoredTurns(db, callId)
  const byTurn = checksByTurn(
    turns.map(({ text }) => text),
    corrections,
  )
  const changed = turns.flatMap((turn, at) => {
    const correction = byTurn.get(at)?.correction ?? null
    return correction === turn.corrected ? [] : [{ turn, correction }]
  })
  if (changed.length === 0) return
  learnWords(
    db,
    changed.map(({ turn, correction }) => {
      const text = correction ?? turn.text
      return { text, segmented: segmentedText(text) }
    }),
  )
  for (const { turn, correction } of changed) putCorrected(db, turn, correction)
  renewTurnColumns(db, callId)
}
