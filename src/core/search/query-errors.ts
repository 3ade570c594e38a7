import type { IRecognitionException, IToken } from 'chevrotain'
import type { QueryError } from '#contract/api/transcript-search.ts'
import * as token from './query-tokens.ts'
import { hasWord } from './words.ts'

/** On its way from the depth of the grammar to whoever asked. */
export class QueryRefused extends Error {
  override readonly name = 'QueryRefused'
  readonly trouble: QueryError

  constructor(trouble: QueryError) {
    super(trouble.says)
    this.trouble = trouble
  }
}

export function refuse(place: token.Place, says: string): never {
  throw new QueryRefused({ ...place, says })
}

const starPosition = 'Put * at the end of a word, e.g. pric*.'
export const starInsideQuotes = 'Put * after the closing quotation mark.'
const neighbours = 'Write AND or just a space: both words must match.'
const meantOtherwise: ReadonlyMap<string, string> = new Map([
  ['&', neighbours],
  ['&&', neighbours],
  ['|', 'Write OR.'],
  ['||', 'Write OR.'],
  ['!', 'Write NOT.'],
])

/** Signs that other search languages read as operators: they are not passed over as if they had been honoured. */
const foreignSign = /[|!?~^;[\]{}\\\p{Cc}]/u
const script = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u

/** Refuses what holds nothing to look for, or a sign that would be ignored. `lengthened`: a star stands behind it. */
export function fits(text: IToken, lengthened: boolean): void {
  const place = token.placeOf(text)
  const isQuoted = text.tokenType === token.Phrase
  const meant = isQuoted ? undefined : meantOtherwise.get(text.image)
  if (meant !== undefined) refuse(place, meant)
  if (!hasWord(text.image)) refuse(place, 'A search term needs a letter or a digit.')
  if (isQuoted) {
    const star = text.image.indexOf('*')
    if (star >= 0) refuse({ from: place.from + star, to: place.from + star + 1 }, starInsideQuotes)
  } else {
    const foreign = foreignSign.exec(text.image)
    if (foreign) {
      const from = place.from + foreign.index
      const sign = /\p{Cc}/u.test(foreign[0]) ? 'This invisible character' : foreign[0]
      refuse({ from, to: from + 1 }, `${sign} is not supported. Remove it, or put the words in quotes.`)
    }
    if (/^[-+]\p{L}/u.test(text.image)) {
      const says = text.image.startsWith('-')
        ? 'To exclude a word, write NOT before it.'
        : 'Remove the plus sign: every word must match.'
      refuse({ from: place.from, to: place.from + 1 }, says)
    }
    if (/^[-+]/.test(text.image))
      refuse(
        { from: place.from, to: place.from + 1 },
        'Plus and minus signs are not searched. Enter the number without its sign.',
      )
  }
  if (lengthened && !isLongEnough(text.image))
    refuse({ from: place.from, to: place.to + 1 }, 'Enter at least two letters before the *.')
}

/** Where words are written without blanks, a run of them is one word of the index, and one letter of it says much. */
function isLongEnough(text: string): boolean {
  const [last = ''] = /[\p{L}\p{N}]+\P{L}*$/u.exec(text) ?? []
  return script.test(last) || [...last].length > 1
}

const deepest = 20

/** Refuses open ends, and a * with letters on both sides, before the parser looks at anything. */
export function refuseOpenEnds(tokens: readonly IToken[]): void {
  const open: IToken[] = []
  for (const [index, each] of tokens.entries()) {
    const place = token.placeOf(each)
    const next = tokens[index + 1]
    if (each.tokenType === token.Star && next?.startOffset === place.to && next.tokenType === token.Word)
      refuse(place, starPosition)
    if (each.tokenType === token.OpenQuote) refuse(place, 'Missing closing quotation mark.')
    if (each.tokenType === token.LeftBracket) {
      open.push(each)
      if (open.length > deepest) refuse(place, `Brackets can be nested at most ${deepest} deep.`)
    }
    if (each.tokenType === token.RightBracket && open.pop() === undefined) refuse(place, 'Missing opening bracket.')
  }
  const last = open.at(-1)
  if (last) refuse(token.placeOf(last), 'Missing closing bracket.')
}

const operators = [token.And, token.Or, token.Not, token.NearOf]
const signsOfFields = [token.Colon, token.Compare]
const oneOf = (types: readonly unknown[], each: IToken | undefined) =>
  each !== undefined && types.includes(each.tokenType)

/** Where the parser stopped, in words. `tokens` is what it read. */
export function refuseStop(stopped: IRecognitionException, tokens: readonly IToken[]): never {
  const index = tokens.indexOf(stopped.token)
  const at = tokens[index]
  const before = index < 0 ? tokens.at(-1) : tokens[index - 1]
  if (before?.tokenType === token.Near)
    refuse(token.placeOf(before), 'Write NEAR(a b, 10) or a NEAR/10 b. To search for the word, put it in quotes.')
  const isIn = (rule: string) => stopped.context.ruleStack.at(-1) === rule
  if (oneOf(signsOfFields, before) && before) {
    const name = tokens[tokens.indexOf(before) - 1] ?? before
    refuse(spanOf(name, before), `${name.image}${before.image} needs a value.`)
  }
  if (at && isIn('near'))
    refuse(token.placeOf(at), 'NEAR takes words, "phrases" or prefixes*, then a comma and the distance: NEAR(a b, 10).')
  if (at === undefined && isIn('near') && before) refuse(token.placeOf(before), 'Incomplete NEAR: write NEAR(a b, 10).')
  if (oneOf([token.NearOf], before) && before)
    refuse(token.placeOf(at ?? before), `${before.image} must be between two words, "phrases" or prefixes*.`)
  if (oneOf(operators, before) && before) refuse(token.placeOf(before), `Add a term after ${before.image}.`)
  if (at === undefined) refuse(before ? token.placeOf(before) : { from: 0, to: 0 }, 'Incomplete query.')
  if (at.tokenType === token.NearOf)
    refuse(token.placeOf(at), `${at.image} must be between two words, "phrases" or prefixes*.`)
  if (oneOf(operators, at)) refuse(token.placeOf(at), `Add a term before ${at.image}.`)
  if (at.tokenType === token.RightBracket && before) refuse(spanOf(before, at), 'Empty brackets.')
  refuse(token.placeOf(at), strayed(at))
}

function strayed(at: IToken): string {
  if (at.tokenType === token.Comma) return 'Remove the comma, or put the words in quotes.'
  if (at.tokenType === token.Star || at.tokenType === token.LooseStar) return starPosition
  if (at.tokenType === token.Colon)
    return 'Missing field name before the colon. To search for the text, put it in quotes.'
  if (at.tokenType === token.Compare) return 'Only sentiment, confidence and date can be compared, e.g. sentiment<0.'
  return 'Unexpected text.'
}

function spanOf(first: IToken, last: IToken): token.Place {
  return { from: first.startOffset, to: token.placeOf(last).to }
}
