import type { BitSet } from './bit-set.ts'
import { folded, wordsOf } from './words.ts'
import type { Comparison, FieldTest, NameTest } from './query.ts'
import { firstMoment, momentAfter } from './dates.ts'

/** One kind of text as a search goes through it: places 0 to size − 1. */
export interface Corpus {
  readonly size: number
  /** Places whose text fits one of them, in FTS5's words. */
  matches(anyOf: readonly string[]): BitSet
  /** Those of the places that have what the field asks for. Something that has no such field has not. */
  passing(test: FieldTest, among: BitSet): BitSet
}

/** Whether a name holds the words side by side; a symbol is compared whole. Each name is looked at once. */
export function nameTest(test: NameTest): (name: string | null) => boolean {
  const known = new Map<string, boolean>()
  const fits = test.field === 'symbol' ? symbolFits(test) : wordsFit(test)
  return (name) => {
    if (name === null) return false
    const before = known.get(name)
    if (before !== undefined) return before
    const now = fits(name)
    known.set(name, now)
    return now
  }
}

function symbolFits({ value, beginning }: NameTest): (symbol: string) => boolean {
  const wanted = value.trim().toUpperCase()
  return (symbol) => (beginning ? symbol.toUpperCase().startsWith(wanted) : symbol.toUpperCase() === wanted)
}

function wordsFit({ value, beginning }: NameTest): (name: string) => boolean {
  const wanted = wordsOf(value)
  const end = wanted.length - 1
  const letters = folded(value).trim()
  return (name) => {
    // Most names have not even the letters, which is quicker seen than their words are cut.
    if (end === 0 && !folded(name).includes(letters)) return false
    const words = wordsOf(name)
    return words.some((_, from) =>
      wanted.every((word, at) => {
        const said = words[from + at]
        return said !== undefined && (beginning && at === end ? said.startsWith(word) : said === word)
      }),
    )
  }
}

export function dateTest(test: Extract<FieldTest, { kind: 'date' }>): (at: number | null) => boolean {
  const from = test.from === null ? -Infinity : firstMoment(test.from)
  const end = test.to === null ? Infinity : momentAfter(test.to)
  return (at) => at !== null && at >= from && at < end
}

/** NaN passes no comparison. What is compared is held in 32 bits. */
export function numberTest(comparison: Comparison, value: number): (number: number) => boolean {
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
