/**
 * The vocabulary of the library: every distinct word with its stem, for queries that match all
 * forms of a word.
 */

import { stemmer } from 'stemmer'
import type { Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import { AsciiWordSet } from './ascii-word-set.ts'
import { spacelessLength, wordsOf } from './words.ts'

/**
 * Maximum number of distinct words in texts that are indexed together. The longest real call has two thousand, and sixty calls have thirteen thousand. A
 * text of distinct words only costs the index a hundred times as much as a real one.
 */
export const mostWords = 30_000

/**
 * Maximum UTF-16 code units of scripts without spaces in texts that are indexed together. Ten hours of Japanese speech have about as many. To
 * find the words among them takes a millisecond for each thousand.
 */
const longestSpaceless = 200_000

/** Throws `too-large` for texts whose words would take too long to find. */
export function refuseLongSpaceless(texts: readonly string[]): void {
  const length = texts.reduce((sum, text) => sum + spacelessLength(text), 0)
  if (length > longestSpaceless)
    fail({ kind: 'too-large', limit: { count: longestSpaceless, of: 'characters of a script without spaces' } })
}

/** A text to index, with its words as `segmentedText` gives them. */
export interface TextToIndex {
  readonly text: string
  readonly segmented: string | null
}

/** The distinct words of texts as in the indexes. Stops at one word above the limit. */
export function distinctWords(texts: readonly TextToIndex[], limit = Number.POSITIVE_INFINITY): Set<string> {
  const ascii = new AsciiWordSet(limit)
  const otherTexts = texts.filter(({ text }) => !ascii.addWords(text))
  const words = new Set(ascii.words)
  for (const { text, segmented } of otherTexts) addWords(words, segmented?.split(' ') ?? wordsOf(text), limit)
  return words
}

function addWords(words: Set<string>, more: readonly string[], limit: number): void {
  for (const word of more) {
    if (words.size > limit) return
    words.add(word)
  }
}

/** The stem that the forms of a word share (Porter, English). */
export function stemOf(word: string): string {
  return stemmer(word)
}

/** Adds the new words of texts to the vocabulary. Throws `too-large`. */
export function learnWords(db: Writer, texts: readonly TextToIndex[]): void {
  const words = distinctWords(texts, mostWords)
  if (words.size > mostWords) fail({ kind: 'too-large', limit: { count: mostWords, of: 'different words' } })
  const unknown = db.all<{ word: string }>(
    `SELECT value AS word FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM vocabulary WHERE word = value)`,
    [JSON.stringify([...words])],
  )
  for (const { word } of unknown) {
    db.run('INSERT OR IGNORE INTO vocabulary (word, stem) VALUES (?, ?)', [word, stemOf(word)])
  }
}
