/** Finds the words of a text again in its corrected form. */

import { isNumberToken } from './spoken-cardinals.ts'
import { tokensOf, type Token } from './tokens.ts'

/** Characters of a text: `from` to before `to`. */
export interface CharacterSpan {
  readonly from: number
  readonly to: number
}

/** Undefined: the other form does not have the words, has them in another number ("5 million" in "6.5 million"), or it is not clear where. */
export function sameWordsIn(
  other: string,
  place: CharacterSpan & { readonly text: string },
): CharacterSpan | undefined {
  const same = sameCharactersIn(other, place)
  if (!same) return undefined
  const [here, there] = [wordsAround(place.text, place), wordsAround(other, same)]
  return here.length === there.length && here.every((word, at) => word === there[at]) ? same : undefined
}

function sameCharactersIn(
  other: string,
  { text, from, to }: CharacterSpan & { readonly text: string },
): CharacterSpan | undefined {
  if (to <= commonLength(text, other)) return { from, to }
  const ending = commonLength(reversed(text), reversed(other))
  const moved = other.length - text.length
  if (from >= text.length - ending) return { from: from + moved, to: to + moved }
  // Between two corrections: the words are found by their number, if both forms have them equally often.
  const words = text.slice(from, to)
  const [here, there] = [placesOf(words, text), placesOf(words, other)]
  const first = here.length === there.length ? there[here.indexOf(from)] : undefined
  return first === undefined ? undefined : { from: first, to: first + words.length }
}

/** The words of a span with the whole number that it is a part of, and the word on each side of them. */
function wordsAround(text: string, { from, to }: CharacterSpan): string[] {
  const tokens = tokensOf(text)
  let first = tokens.findIndex((token) => token.to > from)
  let next = tokens.findLastIndex((token) => token.from < to) + 1
  while (isOfNumber(tokens, first - 1)) first -= 1
  while (isOfNumber(tokens, next)) next += 1
  const words = tokens.slice(Math.max(first, 0), next).map((token) => token.text)
  return [tokens[first - 1]?.text ?? '', ...words, tokens[next]?.text ?? '']
}

/** "Twenty" before "five million", and what joins the two: "twenty-five", "six point five", "one hundred and five". */
function isOfNumber(tokens: readonly Token[], at: number): boolean {
  if (isNumberToken(tokens[at])) return true
  if (!isNumberToken(tokens[at - 1]) || !isNumberToken(tokens[at + 1])) return false
  const joint = tokens[at]?.text
  return joint === 'point' || joint === '-' || (joint === 'and' && tokens[at - 1]?.text === 'hundred')
}

/** Characters that two texts begin with alike. */
function commonLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

function reversed(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text[text.length - 1 - at]).join('')
}

function placesOf(words: string, text: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(words); at >= 0 && words !== ''; at = text.indexOf(words, at + 1)) places.push(at)
  return places
}
