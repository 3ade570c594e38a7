/**
 * Positions in a transcript, by turn and character, and the passages that highlights are anchored
 * to.
 */

import type { CallReading } from '#contract/api/calls.ts'
import type { Passage, AnchoredHighlight } from '#contract/api/notes.ts'

/** A stretch of the transcript: letters (UTF-16) in its first and last turn, `to` excluded. */
export type TextPosition = NonNullable<AnchoredHighlight['range']>

/** Enough characters on either side to find a passage again in another version. */
const around = 120
/** Longest quote that is stored. */
const longestQuote = 20_000

/** Without blanks at its ends, and without the empty beginning of a turn after it; null when nothing is left. */
export function trimmedPosition(texts: readonly string[], position: TextPosition): TextPosition | null {
  let { firstTurn, from, lastTurn, to } = position
  while (firstTurn < lastTurn && isBlank(texts[firstTurn]?.slice(from))) [firstTurn, from] = [firstTurn + 1, 0]
  while (lastTurn > firstTurn && isBlank(texts[lastTurn]?.slice(0, to))) {
    lastTurn -= 1
    to = texts[lastTurn]?.length ?? 0
  }
  const [first, last] = [texts[firstTurn] ?? '', texts[lastTurn] ?? '']
  while (/\s/.test(first.charAt(from))) from += 1
  while (to > 0 && /\s/.test(last.charAt(to - 1))) to -= 1
  return firstTurn === lastTurn && to <= from ? null : { firstTurn, from, lastTurn, to }
}

function isBlank(text: string | undefined): boolean {
  return (text ?? '').trim() === ''
}

/** The whole of one turn. */
export function turnPosition(texts: readonly string[], turn: number): TextPosition | null {
  return trimmedPosition(texts, { firstTurn: turn, from: 0, lastTurn: turn, to: texts[turn]?.length ?? 0 })
}

/** The words at a position, one line for each turn. */
export function wordsAt(texts: readonly string[], { firstTurn, from, lastTurn, to }: TextPosition): string {
  if (firstTurn === lastTurn) return texts[firstTurn]?.slice(from, to) ?? ''
  return [texts[firstTurn]?.slice(from), ...texts.slice(firstTurn + 1, lastTurn), texts[lastTurn]?.slice(0, to)].join(
    '\n',
  )
}

/** The passage that a highlight is anchored to. Null when it is too long to be saved. */
export function passageAt(
  { hash, turns }: Pick<CallReading, 'hash' | 'turns'>,
  position: TextPosition,
): Passage | null {
  const quote = wordsAt(turns.text, position)
  if (quote.length > longestQuote) return null
  const { firstTurn, from, lastTurn, to } = position
  return {
    hash,
    ...position,
    segmentId: turns.segmentId[firstTurn] ?? null,
    quote,
    before: textBefore(turns.text, firstTurn, from),
    after: textAfter(turns.text, lastTurn, to),
  }
}

function textBefore(texts: readonly string[], turn: number, letter: number): string {
  let text = texts[turn]?.slice(0, letter) ?? ''
  for (let at = turn - 1; at >= 0 && text.length < around; at -= 1) text = `${texts[at] ?? ''}\n${text}`
  return text.slice(-around)
}

function textAfter(texts: readonly string[], turn: number, letter: number): string {
  let text = texts[turn]?.slice(letter) ?? ''
  for (let at = turn + 1; at < texts.length && text.length < around; at += 1) text += `\n${texts[at] ?? ''}`
  return text.slice(0, around)
}

/** The part of a position in one turn; null: none. */
export function partIn(
  texts: readonly string[],
  position: TextPosition,
  turn: number,
): readonly [from: number, to: number] | null {
  if (turn < position.firstTurn || turn > position.lastTurn) return null
  const from = turn === position.firstTurn ? position.from : 0
  const to = turn === position.lastTurn ? position.to : (texts[turn]?.length ?? 0)
  return to > from ? [from, to] : null
}
