/**
 * The interface of a set of texts that is searched (turns of calls, or documents), and the
 * functions that compare names, dates and numbers.
 */

import type { BitSet } from './bit-set.ts'
import { folded, wordsOf } from '../full-text-index/words.ts'
import type { ComparisonOperator, FieldTest, NameTest } from './query.ts'
import { startOfDate, endOfDate } from './query-dates.ts'

/** The texts of one kind that a search covers, at positions 0 to size − 1. */
export interface Corpus {
  readonly size: number
  /** Positions whose text matches any of the FTS5 expressions. */
  matches(anyOf: readonly string[]): BitSet
  /** The candidates that pass a field test. A text without the field does not pass. */
  filter(test: FieldTest, candidates: BitSet): BitSet
}

/** Tests whether a name has the words in sequence; a symbol is compared as a whole. Results are cached by name. */
export function nameTest(test: NameTest): (name: string | null) => boolean {
  const known = new Map<string, boolean>()
  const fits = test.field === 'symbol' ? symbolMatcher(test) : wordsMatcher(test)
  return (name) => {
    if (name === null) return false
    const cached = known.get(name)
    if (cached !== undefined) return cached
    const now = fits(name)
    known.set(name, now)
    return now
  }
}

function symbolMatcher({ value, isPrefix }: NameTest): (symbol: string) => boolean {
  const wanted = value.trim().toUpperCase()
  return (symbol) => (isPrefix ? symbol.toUpperCase().startsWith(wanted) : symbol.toUpperCase() === wanted)
}

function wordsMatcher({ value, isPrefix }: NameTest): (name: string) => boolean {
  const wanted = wordsOf(value)
  const end = wanted.length - 1
  const letters = folded(value).trim()
  return (name) => {
    // Most names do not contain the text, and that check is faster than splitting into words.
    if (end === 0 && !folded(name).includes(letters)) return false
    const words = wordsOf(name)
    return words.some((_, from) =>
      wanted.every((word, at) => {
        const nameWord = words[from + at]
        return nameWord !== undefined && (isPrefix && at === end ? nameWord.startsWith(word) : nameWord === word)
      }),
    )
  }
}

export function dateTest(test: Extract<FieldTest, { kind: 'date' }>): (at: number | null) => boolean {
  const from = test.from === null ? -Infinity : startOfDate(test.from)
  const end = test.to === null ? Infinity : endOfDate(test.to)
  return (at) => at !== null && at >= from && at < end
}

/** NaN passes no comparison. What is compared is held in 32 bits. */
export function numberTest(comparison: ComparisonOperator, value: number): (number: number) => boolean {
  const than = Math.fround(value)
  switch (comparison) {
    case '<':
      return (number) => number < than
    case '<=':
      return (number) => number <= than
    case '>':
      return (number) => number > than
    case '>=':
      return (number) => number >= than
    case '=':
      return (number) => number === than
  }
}
