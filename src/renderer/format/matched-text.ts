/** Splits a text into parts that match a search and parts that do not. */

/** A stretch of a text, and whether it is what was searched for. */
export interface TextPart {
  readonly text: string
  readonly hit: boolean
}

/** Lower-case text without accents, and for each character the index of the one it came from. */
interface Folded {
  readonly text: string
  readonly from: readonly number[]
}

/**
 * The words of a query in a symbol or a name, marked as the library finds them: the whole query as a beginning, else whole words
 * and the last one as the beginning of a word, without regard to case and accents.
 */
export function matchedWords(text: string, query: string): readonly TextPart[] {
  const folded = fold(text)
  const wanted = fold(query.trim()).text
  if (wanted === '') return partsOf(text, [])
  if (folded.text.startsWith(wanted)) return partsOf(text, [stretch(folded, 0, wanted.length)])
  const words: readonly string[] = wanted.match(wordPattern) ?? []
  const stretches: Stretch[] = []
  for (const { 0: word, index } of folded.text.matchAll(wordPattern)) {
    const beginning = words.at(-1)
    if (words.includes(word)) stretches.push(stretch(folded, index, word.length))
    else if (beginning !== undefined && word.startsWith(beginning))
      stretches.push(stretch(folded, index, beginning.length))
  }
  return partsOf(text, stretches)
}

/** An identifier is matched as a whole; blanks and hyphens in the query do not matter, nor do a CIK's leading zeros. */
export function matchedIdentifier(text: string, query: string): readonly TextPart[] {
  const wanted = query.toUpperCase().replaceAll(/[\s-]/g, '')
  const bare = (digits: string) => (/^\d+$/.test(digits) ? digits.replace(/^0+/, '') : digits)
  return [{ text, hit: wanted !== '' && bare(wanted) === bare(text.toUpperCase()) }]
}

const wordPattern = /[\p{L}\p{N}]+/gu

/** First index and the one after the last. */
type Stretch = readonly [number, number]

function stretch({ from }: Folded, start: number, length: number): Stretch {
  return [from[start] ?? 0, (from[start + length - 1] ?? 0) + 1]
}

function partsOf(text: string, stretches: readonly Stretch[]): readonly TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const [start, end] of stretches) {
    parts.push({ text: text.slice(at, start), hit: false }, { text: text.slice(start, end), hit: true })
    at = end
  }
  return [...parts, { text: text.slice(at), hit: false }].filter((part) => part.text !== '')
}

function fold(text: string): Folded {
  let folded = ''
  const from: number[] = []
  let at = 0
  for (const character of text) {
    const plain = character.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
    folded += plain
    for (let index = 0; index < plain.length; index += 1) from.push(at + character.length - 1)
    at += character.length
  }
  return { text: folded, from }
}
