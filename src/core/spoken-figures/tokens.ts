/** Divides a turn's text into words, numbers and signs with their places, without the sounds of hesitation. */

import { hesitations } from '../calls/transcript/hesitations.ts'

export interface Token {
  /** In lower case. */
  readonly text: string
  readonly from: number
  readonly to: number
  /** The number that its digits state; null: it has none. */
  readonly number: { readonly value: number; readonly decimals: number } | null
  /** A capital and small letters behind it: a name, or the first word of a sentence. "SKUs" is none. */
  readonly isCapitalized: boolean
  /** Nothing stands between it and the token before it. */
  readonly isAttached: boolean
}

const pattern =
  /(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+)|\p{L}+(?:['’]\p{L}+)?|<[^<>]{0,40}>|[$€£¥₹₦₩₺₽%&.,;:?!…()/+–—-]/gu

/** Letters; of a longer word only so many are compared, since a transcript may hold one of any length. */
const longestWord = 60

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const lower = text.toLowerCase().replaceAll('’', "'")
  // A few letters of the world have another length in lower case.
  const isAligned = lower.length === text.length
  let end = -1
  pattern.lastIndex = 0
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [whole, digits] = found
    const from = found.index
    const to = from + whole.length
    const word = isAligned ? lower.slice(from, to) : whole.toLowerCase().replaceAll('’', "'")
    if (word.length < 4 && hesitations.has(word)) {
      // The comma around a hesitation divides nothing either.
      if (tokens.at(-1)?.text === ',') {
        tokens.pop()
        end = tokens.at(-1)?.to ?? -1
      }
      continue
    }
    // "122.%": a point that divides a number from its sign ends no sentence.
    if (
      word === '%' &&
      end === from &&
      tokens.at(-1)?.text === '.' &&
      tokens.at(-1)?.isAttached &&
      tokens.at(-2)?.number
    )
      tokens.pop()
    tokens.push({
      text: word.slice(0, longestWord),
      from,
      to,
      number: digits === undefined ? null : numberIn(digits),
      isCapitalized: /^\p{Lu}\p{Ll}/u.test(whole),
      isAttached: end === from,
    })
    end = to
  }
  return tokens
}

function numberIn(digits: string): { value: number; decimals: number } {
  return { value: Number(digits.replaceAll(',', '')), decimals: digits.split('.')[1]?.length ?? 0 }
}

/** Whether a token ends a sentence. */
export function endsSentence({ text }: Token): boolean {
  return text === '.' || text === '?' || text === '!' || text === '…'
}
