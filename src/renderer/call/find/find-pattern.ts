/**
 * Parses the text of the find box into a pattern of words, phrases and prefixes, and finds its
 * matches in a turn.
 */

import { fold, type FoldedText } from './fold-text.ts'

/** First letter, and the one after the last, in the original text. */
export type TextRange = readonly [from: number, to: number]

/** A search text, ready to run over folded texts. */
export interface FindPattern {
  readonly expression: RegExp
}

const letter = String.raw`\p{L}\p{N}`
/** Scripts without blanks between words, where words have no boundaries. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/**
 * `gross marg` finds these words one after another, the last one as the beginning of a word; `"gross margin"` finds whole words;
 * `pric* increase` a word that begins so. Without regard to case and accents. Null when there is no letter in it.
 */
export function parseFind(query: string): FindPattern | null {
  const folded = fold(query).text
  const isExact = /^\s*"/.test(folded)
  const words = folded.match(/[\p{L}\p{N}\p{M}]+\*?/gu) ?? []
  if (words.length === 0) return null
  const patterns = words.map((word, index) => {
    const isBeginning = word.endsWith('*') || (index === words.length - 1 && !isExact)
    return wordPattern(word.replace('*', ''), isBeginning, index === words.length - 1)
  })
  // Between two words: blanks, a hyphen, a comma; no letter.
  return { expression: new RegExp(patterns.join(`[^${letter}]+`), 'gu') }
}

/** The whole word is marked where the pattern is a prefix. */
function wordPattern(word: string, isBeginning: boolean, isLast: boolean): string {
  if (unspaced.test(word)) return word
  const ending = isBeginning ? `[${letter}]*` : isLast ? `(?![${letter}])` : ''
  return `(?<![${letter}])${word}${ending}`
}

/** The pattern's matches, first to last, without overlaps. */
export function hitsIn({ text, offsets }: FoldedText, { expression }: FindPattern): TextRange[] {
  const hits: TextRange[] = []
  for (const found of text.matchAll(expression)) {
    const [from, to] = [found.index, found.index + found[0].length]
    hits.push(offsets ? [offsets[from] ?? 0, offsets[to] ?? 0] : [from, to])
  }
  return hits
}
