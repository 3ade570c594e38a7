/** Applies the user's corrections to the stored turns of a call, so that full-text search finds the words that were spoken. */

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

/** The corrections of a call's turns, by turn. `texts`: as the service sent them, in order. */
export function correctionsByTurn<Correction extends Omit<TurnCorrection, 'correction'>>(
  texts: readonly string[],
  corrections: readonly Correction[],
): Map<number, Correction> {
  const byTurn = new Map<number, Correction>()
  if (corrections.length === 0) return byTurn
  const wanted = Map.groupBy(corrections, ({ text }) => text)
  const seen = new Map<string, number>()
  for (const [turn, text] of texts.entries()) {
    const ofText = wanted.get(text)
    if (!ofText) continue
    const occurrence = seen.get(text) ?? 0
    seen.set(text, occurrence + 1)
    const correction = ofText.find((each) => each.occurrence === occurrence)
    if (correction) byTurn.set(turn, correction)
  }
  return byTurn
}

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
  const byTurn = correctionsByTurn(
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
