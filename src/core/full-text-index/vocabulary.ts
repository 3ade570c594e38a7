import { stemmer } from 'stemmer'
import type { Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import { PlainWords } from './text-extraction.ts'

/** Runs of letters and digits, as FTS5's unicode61 cuts them. */
const tokens = /[\p{L}\p{N}\p{Co}\p{M}]+/gu
const marks = /\p{M}+/gu

/**
 * Different words of one answer. The longest real call has two thousand, sixty of them together thirteen thousand; a text of nothing but
 * different words costs an index a hundred times as much as any that was spoken.
 */
export const mostWords = 30_000

/** The words of some texts as the indexes hold them: small letters without diacritics. Reads no further once there are more than `most`. */
export function wordsOf(texts: readonly string[], most = Number.POSITIVE_INFINITY): Set<string> {
  const plain = new PlainWords(most)
  const foreign = texts.filter((text) => !plain.take(text))
  const words = new Set(plain.words)
  for (const text of foreign) addWords(words, text, most)
  return words
}

function addWords(words: Set<string>, text: string, most: number): void {
  const bare = text.toLowerCase().normalize('NFD').replace(marks, '')
  for (const [word] of bare.matchAll(tokens)) {
    if (words.size > most) return
    words.add(word)
  }
}

/** The stem by which words of one family find each other (Porter; English). */
export function stemOf(word: string): string {
  return stemmer(word)
}

/** Takes the words of an answer's texts into the vocabulary; those that are known cost a look each. Throws `too-large`. */
export function learnWords(db: Writer, texts: readonly string[]): void {
  const words = wordsOf(texts, mostWords)
  if (words.size > mostWords) fail({ kind: 'too-large', detail: `${mostWords.toLocaleString('en')} different words` })
  const unknown = db.all<{ word: string }>(
    `SELECT value AS word FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM vocabulary WHERE word = value)`,
    [JSON.stringify([...words])],
  )
  for (const { word } of unknown) {
    db.run('INSERT OR IGNORE INTO vocabulary (word, stem) VALUES (?, ?)', [word, stemOf(word)])
  }
}
