/**
 * The turns of a call in the window: the outline that comes first, the chunks of text that fill it,
 * and the turn at a time of the recording.
 */

import type { TurnChunk, Turns, TurnsOutline } from './calls.ts'
import { readJsonText, toJsonText, type JsonText } from './serialized-json.ts'

/** Turns whose words have not arrived: as many blanks as their texts have characters, so that the layout is right. */
export function outlinedTurns(outline: JsonText<TurnsOutline>): Turns {
  const { speaker, letters } = readJsonText(outline)
  const column = <Value>(value: Value) => new Array<Value>(speaker.length).fill(value)
  const blanks: string[] = []
  return {
    segmentId: column(null),
    speaker,
    start: column(null),
    end: column(null),
    confidence: column(null),
    sentiment: column(null),
    section: column('whole'),
    boilerplate: column(false),
    text: letters.map((length) => (blanks[length] ??= ' '.repeat(length))),
  }
}

/** Copies a chunk of turns, from `first` on. */
export function takeTurnChunk(turns: Turns, first: number, count: number): TurnChunk {
  const taken = <Value>(column: readonly Value[]) => column.slice(first, first + count)
  const chunk: Turns = {
    segmentId: taken(turns.segmentId),
    speaker: taken(turns.speaker),
    start: taken(turns.start),
    end: taken(turns.end),
    confidence: taken(turns.confidence),
    sentiment: taken(turns.sentiment),
    section: taken(turns.section),
    boilerplate: taken(turns.boilerplate),
    text: taken(turns.text),
  }
  return { first, turns: toJsonText(chunk) }
}

/** Puts the turns of a chunk in their places, and returns how many they were. */
export function putTurnChunk(turns: Turns, { first, turns: text }: TurnChunk): number {
  const come = readJsonText(text)
  put(turns.segmentId, first, come.segmentId)
  put(turns.speaker, first, come.speaker)
  put(turns.start, first, come.start)
  put(turns.end, first, come.end)
  put(turns.confidence, first, come.confidence)
  put(turns.sentiment, first, come.sentiment)
  put(turns.section, first, come.section)
  put(turns.boilerplate, first, come.boilerplate)
  put(turns.text, first, come.text)
  return come.text.length
}

function put<Value>(column: Value[], first: number, come: readonly Value[]): void {
  for (const [at, value] of come.entries()) column[first + at] = value
}

/**
 * The turn that is spoken at a moment (seconds of the recording): the last one that has begun. −1 before the first, and when no
 * turn has a time.
 */
export function turnAtSeconds({ start }: Pick<Turns, 'start'>, seconds: number): number {
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
