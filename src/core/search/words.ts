/**
 * Words as the index of the library divides and folds them (FTS5's unicode61 with remove_diacritics 2): runs of letters, digits
 * and private use, a combining accent joins; lower case without accents. A language written without blanks has a word a run.
 */
const run = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\u0300-\u0331]*/gu

/** The same of a text without any other letters, as most are: four times as quick. */
const asciiRun = /[0-9a-z]+/g
const isAscii = /^[\0-\x7f]*$/

export interface PlacedWord {
  /** Folded. */
  readonly word: string
  /** Place in the text, the end excluded. */
  readonly from: number
  readonly to: number
}

export function placedWords(text: string): PlacedWord[] {
  if (isAscii.test(text)) return placedAsciiWords(text.toLowerCase())
  const found: PlacedWord[] = []
  for (const { 0: word, index } of text.matchAll(run))
    found.push({ word: folded(word), from: index, to: index + word.length })
  return found
}

function placedAsciiWords(lower: string): PlacedWord[] {
  const found: PlacedWord[] = []
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
