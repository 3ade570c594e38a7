import type { CallReading } from '#contract/api/calls.ts'

/**
 * The turn that is spoken at a moment (seconds of the recording): the last one that has begun. −1 before the first, and when no
 * turn has a time.
 */
export function turnAtSeconds({ start }: Pick<CallReading['turns'], 'start'>, seconds: number): number {
  let [low, high] = [0, start.length - 1]
  let found = -1
  while (low <= high) {
    const middle = (low + high) >> 1
    const known = lastTimed(start, middle, low)
    if (known < 0) low = middle + 1
    else if ((start[known] ?? 0) <= seconds) [found, low] = [known, middle + 1]
    else high = known - 1
  }
  return found
}

/** The nearest turn at or before this one that has a time. */
function lastTimed(start: readonly (number | null)[], turn: number, from: number): number {
  for (let at = turn; at >= from; at -= 1) if (start[at] !== null) return at
  return -1
}

/** Its end; without one, where the next turn with a time begins. */
export function endOf({ start, end }: Pick<CallReading['turns'], 'start' | 'end'>, turn: number): number | null {
  const own = end[turn] ?? null
  if (own !== null) return own
  return start.slice(turn + 1).find((each) => each !== null) ?? null
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * The sentence of a turn that is spoken at a moment, by the share of its letters: the service times turns, not words. Null when
 * the turn has no length in time.
 */
export function sentenceAt(
  turns: CallReading['turns'],
  turn: number,
  seconds: number,
): readonly [from: number, to: number] | null {
  const text = turns.text[turn] ?? ''
  const from = turns.start[turn] ?? null
  const to = endOf(turns, turn)
  if (from === null || to === null || to <= from || text === '') return null
  const letter = Math.min(text.length - 1, ((seconds - from) / (to - from)) * text.length)
  const sentence = sentences.segment(text).containing(Math.max(0, Math.floor(letter)))
  if (!sentence) return null
  return [sentence.index, sentence.index + sentence.segment.trimEnd().length]
}
