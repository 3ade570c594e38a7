/**
 * Checks the terms, quotes and parentheses of a search query, and explains where the parser
 * stopped. Errors in field tests are in query-fields.ts.
 */

import type { IRecognitionException, IToken } from 'chevrotain'
import { refuse } from '../grammar-error.ts'
import * as token from './query-tokens.ts'
import { hasWord } from '../full-text-index/words.ts'

const starPosition = 'Put * at the end of a word, e.g. pric*.'
export const starInsideQuotes = 'Put * after the closing quotation mark.'
const implicitAnd = 'Write AND or just a space: both words must match.'
const operatorHints: ReadonlyMap<string, string> = new Map([
  ['&', implicitAnd],
  ['&&', implicitAnd],
  ['|', 'Write OR.'],
  ['||', 'Write OR.'],
  ['!', 'Write NOT.'],
])

/** Operators of other search languages. A query with one is refused, because ignoring the operator would change its meaning. */
const unsupportedCharacter = /[|!?~^;[\]{}\\\p{Cc}]/u
const script = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Refuses a term without letters and digits, or with a character that the index ignores. `isPrefix`: a star follows. */
export function validateText(text: IToken, isPrefix: boolean): void {
  const range = token.rangeOf(text)
  const isQuoted = text.tokenType === token.Phrase
  const hint = isQuoted ? undefined : operatorHints.get(text.image)
  if (hint !== undefined) refuse(range, hint)
  if (!hasWord(text.image)) refuse(range, 'A search term needs a letter or a digit.')
  if (isQuoted) {
    const star = text.image.indexOf('*')
    if (star >= 0) refuse({ from: range.from + star, to: range.from + star + 1 }, starInsideQuotes)
  } else {
    const unsupported = unsupportedCharacter.exec(text.image)
    if (unsupported) {
      const from = range.from + unsupported.index
      const sign = /\p{Cc}/u.test(unsupported[0]) ? 'This invisible character' : unsupported[0]
      refuse({ from, to: from + 1 }, `${sign} is not supported. Remove it, or put the words in quotes.`)
    }
    if (/^[-+]\p{L}/u.test(text.image)) {
      const message = text.image.startsWith('-')
        ? 'To exclude a word, write NOT before it.'
        : 'Remove the plus sign: every word must match.'
      refuse({ from: range.from, to: range.from + 1 }, message)
    }
    if (/^[-+]/.test(text.image))
      refuse(
        { from: range.from, to: range.from + 1 },
        'Plus and minus signs are not searched. Enter the number without its sign.',
      )
  }
  if (isPrefix && !isLongEnough(text.image))
    refuse({ from: range.from, to: range.to + 1 }, 'Enter at least two letters before the *.')
}

/** In these scripts one character is often a word or most of one, so that a prefix of one character is selective. */
function isLongEnough(text: string): boolean {
  const [, last = ''] = /([\p{L}\p{N}]+)[^\p{L}\p{N}]*$/u.exec(text) ?? []
  return script.test(last) || [...last].length > 1
}

const maxDepth = 20

/** Refuses unclosed quotes and parentheses, and a * inside a word, before parsing. */
export function refuseUnclosed(tokens: readonly IToken[]): void {
  const open: IToken[] = []
  for (const [index, current] of tokens.entries()) {
    const range = token.rangeOf(current)
    const next = tokens[index + 1]
    if (current.tokenType === token.Star && next?.startOffset === range.to && next.tokenType === token.Word)
      refuse(range, starPosition)
    if (current.tokenType === token.OpenQuote) refuse(range, 'Missing closing quotation mark.')
    if (current.tokenType === token.LeftBracket) {
      open.push(current)
      if (open.length > maxDepth) refuse(range, `Brackets can be nested at most ${maxDepth} deep.`)
    }
    if (current.tokenType === token.RightBracket && open.pop() === undefined)
      refuse(range, 'Missing opening parenthesis.')
  }
  const last = open.at(-1)
  if (last) refuse(token.rangeOf(last), 'Missing closing parenthesis.')
}

const operators = [token.And, token.Or, token.Not, token.NearOf]
const fieldSigns = [token.Colon, token.Compare]
const isOneOf = (types: readonly unknown[], current: IToken | undefined) =>
  current !== undefined && types.includes(current.tokenType)

/** Explains why the parser stopped at a token. */
export function refuseStop(stopped: IRecognitionException, tokens: readonly IToken[]): never {
  const index = tokens.indexOf(stopped.token)
  const at = tokens[index]
  const previous = index < 0 ? tokens.at(-1) : tokens[index - 1]
  if (previous?.tokenType === token.Near)
    refuse(token.rangeOf(previous), 'Write NEAR(a b, 10) or a NEAR/10 b. To search for the word, put it in quotes.')
  const isIn = (rule: string) => stopped.context.ruleStack.at(-1) === rule
  if (isOneOf(fieldSigns, previous) && previous) {
    const name = tokens[tokens.indexOf(previous) - 1] ?? previous
    refuse(spanOf(name, previous), `${name.image}${previous.image} needs a value.`)
  }
  if (at && isIn('near'))
    refuse(token.rangeOf(at), 'NEAR takes words, "phrases" or prefixes*, then a comma and the distance: NEAR(a b, 10).')
  if (at === undefined && isIn('near') && previous)
    refuse(token.rangeOf(previous), 'Incomplete NEAR: write NEAR(a b, 10).')
  if (isOneOf([token.NearOf], previous) && previous)
    refuse(token.rangeOf(at ?? previous), `${previous.image} must be between two words, "phrases" or prefixes*.`)
  if (isOneOf(operators, previous) && previous) refuse(token.rangeOf(previous), `Add a term after ${previous.image}.`)
  if (at === undefined) refuse(previous ? token.rangeOf(previous) : { from: 0, to: 0 }, 'Incomplete query.')
  if (at.tokenType === token.NearOf)
    refuse(token.rangeOf(at), `${at.image} must be between two words, "phrases" or prefixes*.`)
  if (isOneOf(operators, at)) refuse(token.rangeOf(at), `Add a term before ${at.image}.`)
  if (at.tokenType === token.RightBracket && previous) refuse(spanOf(previous, at), 'Empty parentheses.')
  refuse(token.rangeOf(at), unexpectedToken(at))
}

function unexpectedToken(at: IToken): string {
  if (at.tokenType === token.Comma) return 'Remove the comma, or put the words in quotes.'
  if (at.tokenType === token.Star || at.tokenType === token.LooseStar) return starPosition
  if (at.tokenType === token.Colon)
    return 'Missing field name before the colon. To search for the text, put it in quotes.'
  if (at.tokenType === token.Compare) return 'Only sentiment, confidence and date can be compared, e.g. sentiment<0.'
  return 'Unexpected text.'
}

function spanOf(first: IToken, last: IToken): token.TextRange {
  return { from: first.startOffset, to: token.rangeOf(last).to }
}
