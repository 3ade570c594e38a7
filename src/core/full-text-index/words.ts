/** Splits text into words exactly as SQLite's full-text index does. */

/**
 * Divides and folds words as the library's index does (FTS5's unicode61 with remove_diacritics 2): runs of letters, digits and
 * private-use characters with combining accents, in lower case without accents. In scripts without spaces a run is one word.
 */
const run = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\u0300-\u0331]*/gu

/** The same for ASCII text, which is four times as fast. */
const asciiRun = /[0-9a-z]+/g
const isAscii = /^[\0-\x7f]*$/

interface WordPosition {
  /** Folded. */
  readonly word: string
  /** Range in the text, the end excluded. */
  readonly from: number
  readonly to: number
}

export function wordPositions(text: string): WordPosition[] {
  if (isAscii.test(text)) return asciiWordPositions(text.toLowerCase())
  const found: WordPosition[] = []
  for (const { 0: word, index } of text.matchAll(run))
    found.push({ word: folded(word), from: index, to: index + word.length })
  return found
}

function asciiWordPositions(lower: string): WordPosition[] {
  const found: WordPosition[] = []
  asciiRun.lastIndex = 0
  for (let match = asciiRun.exec(lower); match !== null; match = asciiRun.exec(lower))
    found.push({ word: match[0], from: match.index, to: asciiRun.lastIndex })
  return found
}

export function wordsOf(text: string): string[] {
  return isAscii.test(text) ? (text.toLowerCase().match(asciiRun) ?? []) : (text.match(run) ?? []).map(folded)
}

export function hasWord(text: string): boolean {
  return text.search(run) >= 0
}

const plain = /^[0-9a-z]*$/

export function folded(word: string): string {
  return plain.test(word) ? word : word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
