/** The text of a transcript without differences of case, blanks, quotation marks and dashes, for comparing passages with it. */

import { setImmediate } from 'node:timers/promises'
import type { AnchoredHighlight } from '#contract/api/notes.ts'

/** Letters after which whoever else waits has a turn: a few milliseconds. */
export const slice = 100_000

/** Turn and letter (UTF-16) of both ends, the last letter excluded. */
export type TextPosition = NonNullable<AnchoredHighlight['range']>

/**
 * A transcript as one text, turns separated by a blank, without differences of case, blanks, quotation marks and dashes.
 * Characters correspond one to one, so that every position in it is a position in a turn.
 */
export class FoldedTranscript {
  readonly letters: string
  /** Start of each turn. */
  readonly #starts: readonly number[]

  private constructor(letters: string, starts: readonly number[]) {
    this.letters = letters
    this.#starts = starts
  }

  /** Lets others have their turn meanwhile. */
  static async of(turns: readonly string[]): Promise<FoldedTranscript> {
    const starts: number[] = []
    const pieces: string[] = []
    let [next, rested] = [0, 0]
    for (const turn of turns) {
      starts.push(next)
      pieces.push(folded(turn))
      next += turn.length + 1
      if (next - rested < slice) continue
      await setImmediate()
      rested = next
    }
    return new FoldedTranscript(pieces.join(' '), starts)
  }

  /** The position of a range, without blanks at its ends, so that it ends in the turn in which it is read. */
  positionOf(start: number, end: number): TextPosition {
    const [first, last] = [this.#past(start, end), this.#before(start, end)]
    const [firstTurn, lastTurn] = [this.turnAt(first), this.turnAt(last - 1)]
    return {
      firstTurn,
      from: first - (this.#starts[firstTurn] ?? 0),
      lastTurn,
      to: last - (this.#starts[lastTurn] ?? 0),
    }
  }

  #past(start: number, end: number): number {
    let at = start
    while (at < end - 1 && this.letters[at] === ' ') at += 1
    return at
  }

  #before(start: number, end: number): number {
    let at = end
    while (at > start + 1 && this.letters[at - 1] === ' ') at -= 1
    return at
  }

  turnAt(position: number): number {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return low
  }
}

/** The letters by which a text is compared, as many as it has itself. */
export function folded(text: string): string {
  const plain = text
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[‘’‚‛′`]/g, "'")
    .replaceAll(/[“”„‟″«»]/g, '"')
    .replaceAll(/[‐-―−]/g, '-')
  const small = plain.toLowerCase()
  // A capital that becomes two letters (İ) stays as it is.
  return small.length === plain.length
    ? small
    : Array.from({ length: plain.length }, (_, at) => smallLetter(plain.charAt(at))).join('')
}

function smallLetter(letter: string): string {
  const small = letter.toLowerCase()
  return small.length === 1 ? small : letter
}
