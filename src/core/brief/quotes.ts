/** Divides a turn of a transcript into sentences, and picks those that a brief quotes. */

import type { CallReading } from '#contract/api/calls.ts'
import { sentencesOf } from '../calls/transcript/sentences.ts'
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

export function sentencesIn({ turns }: CallReading, of: readonly number[]): Sentence[] {
  return of.flatMap((turn) => sentencesOf(turns.text[turn] ?? '').flatMap((text) => sentenceOf(turn, text)))
}

function sentenceOf(turn: number, text: string): Sentence[] {
  const trimmed = text.trim()
  return trimmed === '' ? [] : [{ turn, text: trimmed, words: wordsOf(trimmed).length }]
}

/** The first sentences of a text without a greeting, verbatim; a sentence is cut only if no whole one fits. */
export function openingOf(text: string): string {
  const sentences = sentencesOf(text.trim())
  const first = sentences.findIndex((sentence) => wordsOf(sentence).length >= leastWordsOfQuote)
  const from = Math.max(0, first)
  const fits = (count: number) => sentences.slice(from, from + count).join(' ').length <= lettersOfOpening
  let count = 1
  while (from + count < sentences.length && fits(count + 1)) count += 1
  return sentences.slice(from, from + count).join(' ')
}
