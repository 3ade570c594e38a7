import { stemmer } from 'stemmer'
import type { Writer } from '../database/handles.ts'
import { PlainWords } from './plain-words.ts'

/** Runs of letters and digits, as FTS5's unicode61 cuts them. */
const tokens = /[\p{L}\p{N}\p{Co}\p{M}]+/gu
const marks = /\p{M}+/gu

/** The words of some texts as the indexes hold them: small letters without diacritics. */
export function wordsOf(texts: readonly string[]): Set<string> {
  const plain = new PlainWords()
  const foreign = texts.filter((text) => !plain.take(text))
  const words = new Set(plain.words)
  for (const text of foreign) addWords(words, text)
  return words
}

function addWords(words: Set<string>, text: string): void {
  const bare = text.toLowerCase().normalize('NFD').replace(marks, '')
  for (const word of bare.match(tokens) ?? []) words.add(word)
}

/** The stem by which words of one family find each other (Porter; English). */
export function stemOf(word: string): string {
  return stemmer(word)
}

/** Takes the words of some texts into the vocabulary; those that are known cost a look each. */
export function learnWords(db: Writer, texts: readonly string[]): void {
  const unknown = db.all<{ word: string }>(
    `SELECT value AS word FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM vocabulary WHERE word = value)`,
    [JSON.stringify([...wordsOf(texts)])],
  )
  for (const { word } of unknown) {
    db.run('INSERT OR IGNORE INTO vocabulary (word, stem) VALUES (?, ?)', [word, stemOf(word)])
  }
}
