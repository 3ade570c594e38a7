/** One sentence as tokens and as plain text, so that patterns over its words lead back to the tokens. */

import { isBegunAgain } from './broken-numbers.ts'
import { isNumberToken } from './spoken-cardinals.ts'
import { endsSentence, tokensOf, type Token } from './tokens.ts'

export interface SpokenSentence {
  readonly tokens: readonly Token[]
  /** The tokens with one blank between them, in lower case; a hyphen inside a word is a blank. */
  readonly plain: string
  /** Where each token begins in `plain`, and the length of `plain` as the last entry. */
  readonly starts: readonly number[]
}

export interface TokenSpan {
  /** Index of the first token, and of the one behind the last. */
  readonly first: number
  readonly next: number
}

const abbreviations: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'dr', 'vs', 'approx', 'no', 'inc', 'corp', 'co'])

/** Tokens; each figure of a sentence is looked at beside all others, and a transcript may have no stop at all. */
const longestSentence = 300

/** Sentences of a turn by their stops; a stop after one letter or an abbreviation ends none. */
export function sentencesIn(text: string): SpokenSentence[] {
  const sentences: SpokenSentence[] = []
  let sentence: Token[] = []
  const tokens = tokensOf(text)
  for (const [at, token] of tokens.entries()) {
    sentence.push(token)
    if (sentence.length === longestSentence) {
      sentences.push(sentenceOf(sentence))
      sentence = []
      continue
    }
    if (!endsSentence(token) || isInNumber(tokens, at, text)) continue
    if (token.text === '…' && isBegunAgain(tokens, at)) continue
    const before = sentence.at(-2)?.text ?? ''
    const isAbbreviation = token.text === '.' && (abbreviations.has(before) || /^[\p{L}]$/u.test(before))
    if (isAbbreviation) continue
    sentences.push(sentenceOf(sentence))
    sentence = []
  }
  if (sentence.length > 0) sentences.push(sentenceOf(sentence))
  return sentences
}

/** "1. seven billion" and "eight. five billion": recognition took a point for a stop. */
function isInNumber(tokens: readonly Token[], at: number, text: string): boolean {
  const ahead = tokens[at + 1]
  if (tokens[at]?.text !== '.' || !isNumberToken(tokens[at - 1]) || !ahead || ahead.number) return false
  return isNumberToken(ahead) && /\p{Ll}/u.test(text[ahead.from] ?? '')
}

function sentenceOf(tokens: readonly Token[]): SpokenSentence {
  const starts: number[] = []
  const words: string[] = []
  let length = 0
  let isHyphen = true
  for (const [at, token] of tokens.entries()) {
    // A hyphen inside a word is the blank before the next one.
    if (!isHyphen) length += 1
    starts.push(length)
    isHyphen = token.text === '-' && token.isAttached && tokens[at + 1]?.isAttached === true
    if (isHyphen) continue
    words.push(token.text)
    length += token.text.length
  }
  starts.push(length + 1)
  return { tokens, plain: words.join(' '), starts }
}

/** The words of some tokens, with one blank between them. */
export function wordsOf({ plain, starts }: SpokenSentence, first: number, next: number): string {
  return first >= next ? '' : plain.slice(starts[first], starts[next]).trim()
}

/** Every place of a pattern, which must be global, in tokens. */
export function placesOf(
  { plain, starts }: SpokenSentence,
  pattern: RegExp,
): (TokenSpan & { found: RegExpExecArray })[] {
  return [...plain.matchAll(pattern)].map((found) => ({
    first: tokenAt(starts, found.index),
    next: tokenAt(starts, found.index + found[0].trimEnd().length - 1) + 1,
    found,
  }))
}

function tokenAt(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high - 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return low
}
