/** Divides a turn of a transcript into sentences, and picks those that a brief quotes. */

import type { CallReading } from '#contract/api/calls.ts'
import { languageOfTranscript } from '#contract/api/text-segments.ts'
import { joinedSentences, sentencesOf } from '../calls/transcript/sentences.ts'
import { wordsOf } from '../full-text-index/words.ts'

/** Shorter sentences, such as "Sure." and "Thank you, Colm.", are not quoted. */
export const leastWordsOfQuote = 5
const lettersOfOpening = 180

/** One sentence of a call, as transcribed. */
export interface Sentence {
  readonly turn: number
  readonly text: string
  readonly words: number
}

export function sentencesIn(call: CallReading, of: readonly number[]): Sentence[] {
  const language = languageOfTranscript(call)
  return of.flatMap((turn) =>
    sentencesOf(call.turns.text[turn] ?? '', language).flatMap((text) => sentenceOf(turn, text)),
  )
}

function sentenceOf(turn: number, text: string): Sentence[] {
  const trimmed = text.trim()
  return trimmed === '' ? [] : [{ turn, text: trimmed, words: wordsOf(trimmed).length }]
}

/** The first sentences of a text without a greeting, verbatim; a sentence is cut only if no whole one fits. */
export function openingOf(text: string, language: string): string {
  const sentences = sentencesOf(text.trim(), language)
  const first = sentences.findIndex((sentence) => wordsOf(sentence).length >= leastWordsOfQuote)
  const from = Math.max(0, first)
  const opening = (count: number) => joinedSentences(sentences.slice(from, from + count))
  let count = 1
  while (from + count < sentences.length && opening(count + 1).length <= lettersOfOpening) count += 1
  return opening(count)
}
