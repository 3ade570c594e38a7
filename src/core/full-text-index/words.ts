/** Splits text into words exactly as SQLite's full-text index does. */

import { wordMarks } from '../database/word-marks.ts'

/**
 * Divides and folds words as the library's index does (FTS5's unicode61 with remove_diacritics 2): runs of letters, digits,
 * private-use characters and word marks with combining accents, in lower case without accents.
 */
const run = new RegExp(String.raw`[\p{L}\p{N}\p{Co}${wordMarks}][\p{L}\p{N}\p{Co}\u0300-\u0331${wordMarks}]*`, 'gu')

/** The same for ASCII text, which is four times as fast. */
const asciiRun = /[0-9a-z]+/g
const isAscii = /^[\0-\x7f]*$/

/** Scripts that are written without spaces between words: a run of them has several words. */
const spaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu
const hasSpaceless = new RegExp(spaceless.source, 'u')

/**
 * Finds the words in such a run by dictionary. ICU has one dictionary for Chinese and Japanese, and takes the others by script: the
 * locale makes no difference, so that a query is divided as the text is, though its language is not known.
 */
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

interface WordPosition {
  /** Folded. */
  readonly word: string
  /** Range in the text, the end excluded. */
  readonly from: number
  readonly to: number
}

export function wordPositions(text: string): WordPosition[] {
  if (isAscii.test(text)) return asciiWordPositions(text.toLowerCase())
  const divides = hasSpaceless.test(text)
  const found: WordPosition[] = []
  for (const { 0: letters, index } of text.matchAll(run)) {
    const words = divides ? wordsInRun(letters) : null
    if (words === null) found.push({ word: folded(letters), from: index, to: index + letters.length })
    else
      for (const { segment, index: at } of words)
        found.push({ word: folded(segment), from: index + at, to: index + at + segment.length })
  }
  return found
}

/** The words of a run of letters in a script without spaces; null: the run is one word. */
export function wordsInRun(letters: string): Intl.Segments | null {
  return hasSpaceless.test(letters) ? segmenter.segment(letters) : null
}

function asciiWordPositions(lower: string): WordPosition[] {
  const found: WordPosition[] = []
  asciiRun.lastIndex = 0
  for (let match = asciiRun.exec(lower); match !== null; match = asciiRun.exec(lower))
    found.push({ word: match[0], from: match.index, to: asciiRun.lastIndex })
  return found
}

export function wordsOf(text: string): string[] {
  if (isAscii.test(text)) return text.toLowerCase().match(asciiRun) ?? []
  if (hasSpaceless.test(text)) return wordPositions(text).map(({ word }) => word)
  return (text.match(run) ?? []).map(folded)
}

/**
 * What is indexed instead of a text with words that no space divides: its words with spaces between them. Null for any other text, which
 * is indexed as it is.
 */
export function segmentedText(text: string): string | null {
  return hasSpaceless.test(text) ? wordsOf(text).join(' ') : null
}

/** Whether a text has words that no space divides. */
export function hasUnspacedWords(text: string): boolean {
  return hasSpaceless.test(text)
}

/** How many UTF-16 code units of a text are of scripts without spaces. */
export function spacelessLength(text: string): number {
  return (text.match(spaceless) ?? []).reduce((sum, { length }) => sum + length, 0)
}

export function hasWord(text: string): boolean {
  return text.search(run) >= 0
}

const plain = /^[0-9a-z]*$/
const accentedLatin = /[\u00c0-\u024f\u1e00-\u1eff\u212a\u212b]/g

/** The index removes accents that are written as characters of their own, and those of the Latin letters; й and が stay letters. */
export function folded(word: string): string {
  if (plain.test(word)) return word
  if (isAscii.test(word)) return word.toLowerCase()
  return word
    .replaceAll(/[\u0300-\u0331]/g, '')
    .replaceAll(accentedLatin, (letter) => {
      const base = letter.normalize('NFD').charAt(0)
      return isAscii.test(base) ? base : letter
    })
    .toLowerCase()
}
