/** Words of a transcript as they are compared: figures whole, without fillers. */

import { hesitations } from '../calls/transcript/hesitations.ts'
import { hasUnspacedWords, wordsInRun } from '../full-text-index/words.ts'

/** A figure with its sign (`$1.32`, `88%`), or a word with its apostrophe and hyphens; vowel signs and accents may be marks of their own. */
const pattern =
  /[$€£¥]?\p{N}+(?:[.,:]\p{N}+)*%?|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
/** Where no space divides words, digits end one: 利益は4.5%増. */
const unspacedPattern = /[$€£¥]?\p{N}+(?:[.,:]\p{N}+)*%?|\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu

type TakeWord = (word: string, from: number, to: number) => void

/**
 * Calls `take` with each word, in one writing, and its characters of the text: `from` to before `to`. Two calls have a hundred thousand words:
 * an object for each would be collected for longer than the calls are compared.
 */
export function scanWords(text: string, take: TakeWord): void {
  const takeSpoken: TakeWord = (word, from, to) => {
    if (!hesitations.has(word)) take(word, from, to)
  }
  if (!isPlainEnglish.test(text)) {
    for (const { 0: match, index } of text.matchAll(hasUnspacedWords(text) ? unspacedPattern : pattern)) {
      const words = wordsInRun(match)
      if (words === null) takeSpoken(inOneWriting(match), index, index + match.length)
      else
        for (const { segment, index: at } of words)
          takeSpoken(inOneWriting(segment), index + at, index + at + segment.length)
    }
    return
  }
  for (let from = 0; from < text.length;) {
    const to = endOfWord(text, from)
    if (to > from) takeSpoken(inOneWriting(text.slice(from, to)), from, to)
    from = Math.max(to, from + 1)
  }
}

/** The writing of a word by which it is compared. */
export function inOneWriting(word: string): string {
  const small = word.toLowerCase()
  return small.includes('’') ? small.replaceAll('’', "'") : small
}

/** Texts in which letters and digits are those of `kinds`. */
const isPlainEnglish = /^[\p{ASCII}‘’“”–—…]*$/u

const [other, letter, digit] = [0, 1, 2]
/** Of a character, by its code. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[0-9]/.test(character)) return digit
  return /[a-z]/i.test(character) ? letter : other
})

/** The same as `pattern`, several times as fast; `from` itself: no word begins there. */
function endOfWord(text: string, from: number): number {
  const kindAt = (at: number) => kinds[text.charCodeAt(at)] ?? other
  const digitsFrom = (at: number) => {
    let to = at
    while (kindAt(to) === digit) to += 1
    return to
  }
  const isAt = (characters: string, at: number) => at < text.length && characters.includes(text.charAt(at))
  const figure = isAt('$', from) ? from + 1 : from
  if (kindAt(figure) === digit) {
    let to = digitsFrom(figure)
    while (isAt('.,:', to) && kindAt(to + 1) === digit) to = digitsFrom(to + 1)
    return isAt('%', to) ? to + 1 : to
  }
  let to = from
  while (kindAt(to) !== other) {
    while (kindAt(to) !== other) to += 1
    if (isAt("'’-", to) && kindAt(to + 1) !== other) to += 1
  }
  return to
}

const numberWords = new Set(
  `zero eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
  hundred thousand million billion trillion point basis dollar dollars euro euros cent cents`.split(/\s+/),
)

/** A word of a figure, such as `twenty` or `million`. */
export function isNumberWord(word: string): boolean {
  return numberWords.has(word)
}

/**
 * Words with a capital that do not begin the sentence; several in a row are one name.
 * @param edges of the words, as `ComparedSentence` has them
 */
export function namesIn(text: string, edges: readonly number[]): string[] {
  const names: string[] = []
  let end = -1
  for (let at = 0; at < edges.length; at += 2) {
    const [from, to] = [edges[at] ?? 0, edges[at + 1] ?? 0]
    const hasCapital = to - from > 1 && isCapital(text, from)
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

export function isCapital(text: string, at: number): boolean {
  const character = text[at] ?? ''
  return character !== character.toLowerCase()
}
