import { stemmer } from 'stemmer'
import type { Writer } from '../database/handles.ts'

/** Runs of letters and digits, as FTS5's unicode61 cuts them. */
const tokens = /[\p{L}\p{N}\p{Co}\p{M}]+/gu
const marks = /\p{M}+/gu

/** The words of some texts as the indexes hold them: small letters without diacritics. */
export function wordsOf(texts: readonly string[]): Set<string> {
  const words = new Set<string>()
  for (const text of texts) if (!addPlainWords(words, text)) addWords(words, text)
  return words
}

function addWords(words: Set<string>, text: string): void {
  const bare = text.toLowerCase().normalize('NFD').replace(marks, '')
  for (const word of bare.match(tokens) ?? []) words.add(word)
}

/**
 * The same for a text of ASCII alone, letter by letter and in half the time: 10,000 turns hold 200,000 words, nearly all of them
 * known already. False, with some words added, when the text is of more than ASCII.
 */
function addPlainWords(words: Set<string>, text: string): boolean {
  let begins = -1
  let hasCapital = false
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 32
    if (code > 127) return false
    const isCapital = code >= 65 && code <= 90
    if (isCapital || (code >= 97 && code <= 122) || (code >= 48 && code <= 57)) {
      if (begins < 0) begins = at
      hasCapital ||= isCapital
    } else if (begins >= 0) {
      const word = text.slice(begins, at)
      words.add(hasCapital ? word.toLowerCase() : word)
      begins = -1
      hasCapital = false
    }
  }
  return true
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
