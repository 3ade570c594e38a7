/**
 * Estimates which sentence of a turn is spoken at a moment of the recording, and returns when a
 * turn ends.
 */

import type { CallReading } from './calls.ts'
import { sentencesIn } from './text-segments.ts'

/** The end of a turn; without one, where the next turn with a time begins. */
export function endOf({ start, end }: Pick<CallReading['turns'], 'start' | 'end'>, turn: number): number | null {
  const own = end[turn] ?? null
  if (own !== null) return own
  for (let next = turn + 1; next < start.length; next += 1) {
    const begins = start[next] ?? null
    if (begins !== null) return begins
  }
  return null
}

/**
 * The sentence of a turn that is spoken at a moment, by the share of its letters: the service times turns, not words. Null when
 * the turn has no length in time. `language`: of the transcript.
 */
export function sentenceAt(
  turns: CallReading['turns'],
  turn: number,
  seconds: number,
  language: string | null,
): readonly [from: number, to: number] | null {
  const text = turns.text[turn] ?? ''
  const from = turns.start[turn] ?? null
  const to = endOf(turns, turn)
  if (from === null || to === null || to <= from || text === '') return null
  return sentenceAround(text, ((seconds - from) / (to - from)) * text.length, language)
}

/** The sentence at a letter of a text. */
export function sentenceAround(
  text: string,
  letter: number,
  language: string | null,
): readonly [from: number, to: number] | null {
  const within = Math.max(0, Math.floor(Math.min(text.length - 1, letter)))
  const sentence = sentencesIn(text, language).containing(within)
  return sentence ? [sentence.index, sentence.index + sentence.segment.trimEnd().length] : null
}

/** When a letter of a turn is spoken, by its share of the turn; null when the turn has no time. */
export function secondAt(turns: CallReading['turns'], turn: number, letter: number): number | null {
  const from = turns.start[turn] ?? null
  const to = endOf(turns, turn)
  const { length } = turns.text[turn] ?? ''
  if (from === null || to === null || to <= from || length === 0) return from
  return from + ((to - from) * Math.min(letter, length)) / length
}
