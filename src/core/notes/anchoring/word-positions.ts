/** Splits text into words, and finds every position of given words in a transcript. */

import { setImmediate } from 'node:timers/promises'
import { slice } from './folded-transcript.ts'

const word = /[\p{L}\p{N}\p{M}]+|\p{So}/gu
/** Scripts without blanks between words. */
const unparted = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u

/** Words and where they begin; of a script without blanks every two letters that follow each other. */
export function* wordsOf(
  letters: string,
  from = 0,
  to = letters.length,
): Generator<readonly [word: string, at: number]> {
  word.lastIndex = from
  // The expression is shared: this search keeps its own position, since another may begin before it continues.
  for (let found = word.exec(letters); found && found.index < to;) {
    const [text] = found
    const next = found.index + text.length
    if (text.length > 2 && unparted.test(text)) {
      for (let at = 0; at < text.length - 1; at += 1) yield [text.slice(at, at + 2), found.index + at]
    } else yield [text, found.index]
    word.lastIndex = next
    found = word.exec(letters)
  }
}

/** The positions of some words in a transcript, in order. Yields to other work meanwhile. */
export async function findWordPositions(letters: string, wanted: ReadonlySet<string>): Promise<Map<string, number[]>> {
  const positions = new Map<string, number[]>()
  for (let from = 0; from < letters.length; from += slice) {
    if (from > 0) await setImmediate()
    // A word that reaches into this slice was found in the one before.
    const begin = from > 0 && isInWord(letters, from) ? endOfWord(letters, from) : from
    for (const [text, at] of wordsOf(letters, begin, from + slice)) {
      if (!wanted.has(text)) continue
      const known = positions.get(text)
      if (known) known.push(at)
      else positions.set(text, [at])
    }
  }
  return positions
}

const letter = /[\p{L}\p{N}\p{M}]/u

export function isLetter(text: string | undefined): boolean {
  return text !== undefined && letter.test(text)
}

/** Whether a position is inside a word. */
export function isInWord(letters: string, at: number): boolean {
  return isLetter(letters[at - 1]) && isLetter(letters[at])
}

function endOfWord(letters: string, from: number): number {
  let at = from
  while (isLetter(letters[at])) at += 1
  return at
}
