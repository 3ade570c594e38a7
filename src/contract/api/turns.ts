import type { TurnChunk, Turns, TurnsOutline } from './calls.ts'

/** Turns whose words have not arrived yet: as many blanks as their texts have characters, so that the layout is right. */
export function outlinedTurns(outline: string): Turns {
  const { speaker, letters } = JSON.parse(outline) as TurnsOutline
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

/** Puts the turns of a chunk in their places, and returns how many they were. */
export function putTurnChunk(turns: Turns, { first, turns: json }: TurnChunk): number {
  const come = JSON.parse(json) as Turns
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
