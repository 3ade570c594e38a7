/** Words of a transcript as they are compared: figures whole, without fillers. */

export interface SpokenWord {
  readonly word: string
  /** Characters of the text: `from` to before `to`. */
  readonly from: number
  readonly to: number
}

/** A figure with its sign (`$1.32`, `88%`), or a word with its apostrophe and hyphens. */
const pattern = /[$€£¥]?\p{N}+(?:[.,:]\p{N}+)*%?|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu
const fillers = new Set(['uh', 'um', 'uhm', 'er', 'erm', 'ah', 'mm', 'hmm'])

export function spokenWords(text: string): SpokenWord[] {
  const found: SpokenWord[] = []
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const word = match.toLowerCase().replaceAll('’', "'")
    if (!fillers.has(word)) found.push({ word, from: index, to: index + match.length })
  }
  return found
}

const numberWords = new Set(
  `zero eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
  hundred thousand million billion trillion point basis dollar dollars euro euros cent cents`.split(/\s+/),
)

/** A word of a figure, such as `twenty` or `million`. */
export function isNumberWord(word: string): boolean {
  return numberWords.has(word)
}

/** Words with a capital that do not begin the sentence; several in a row are one name. */
export function namesIn(text: string, words: readonly SpokenWord[]): string[] {
  const names: string[] = []
  let end = -1
  for (const [at, { from, to }] of words.entries()) {
    const first = text[from] ?? ''
    const hasCapital = first !== first.toLowerCase() && to - from > 1
    if (!hasCapital) continue
    const isBehind = end === from - 1 && text[end] === ' '
    if (isBehind) names.push(`${names.pop() ?? ''} ${text.slice(from, to)}`)
    else if (at > 0 && /[\p{L}\p{N},;] $/u.test(text.slice(Math.max(0, from - 2), from)))
      names.push(text.slice(from, to))
    else continue
    end = to
  }
  return names
}
