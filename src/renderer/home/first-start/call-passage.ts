/**
 * Chooses the passage of a call that the first-start page shows: the company's first answer, or its
 * first remarks.
 */

import type { CallReading } from '#contract/api/calls.ts'
import { sentencesIn } from '#contract/api/text-segments.ts'

/** A passage of a call, to be read before it is played. */
export interface CallPassage {
  readonly callId: string
  readonly title: string
  /** Index of the turn. */
  readonly turn: number
  readonly speaker: string
  readonly role: string | null
  readonly text: string
  /** As BCP 47; null: not stated. */
  readonly language: string | null
  /** Seconds from the start of the recording. */
  readonly start: number
  readonly sentiment: number | null
  /** Seconds. */
  readonly duration: number | null
}

/** Characters in about three lines of the transcript on screen. */
const mostLetters = 280

/** The first answer of the company, or its first remark; null: no turn has a time. */
export function passageOf({ entry, turns, speakers, chapters, language }: CallReading): CallPassage | null {
  const firstQuestion = chapters.find(({ kind }) => kind === 'question')
  const isCompany = (turn: number) => speakers[turns.speaker[turn] ?? -1]?.side === 'company'
  const candidates = turns.text.keys().filter((turn) => isCompany(turn) && turns.start[turn] !== null)
  const all = [...candidates]
  const turn = all.find((each) => firstQuestion !== undefined && each > firstQuestion.first) ?? all[0]
  if (turn === undefined) return null
  const speaker = speakers[turns.speaker[turn] ?? -1]
  return {
    callId: entry.callId,
    title: entry.title,
    turn,
    speaker: speaker?.name ?? '',
    role: speaker?.role ?? null,
    text: shortened(turns.text[turn] ?? '', language),
    language,
    start: turns.start[turn] ?? 0,
    sentiment: turns.sentiment[turn] ?? null,
    duration: entry.seconds,
  }
}

/** Whole sentences, as many as there is room for; at least one. */
function shortened(text: string, language: string | null): string {
  const sentences = [...sentencesIn(text, language)].map(({ segment }) => segment)
  let shown = sentences[0] ?? ''
  for (const sentence of sentences.slice(1)) {
    if (shown.length + sentence.length > mostLetters) break
    shown += sentence
  }
  return shown.trim()
}
