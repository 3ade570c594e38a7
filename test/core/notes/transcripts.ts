import type { Passage } from '#contract/api/notes.ts'
import type { TextPosition } from '#core/notes/anchoring/folded-transcript.ts'
import type { Version } from '#core/notes/anchoring/anchor-passages.ts'

/** A transcript of which every turn is known by its text alone. */
export function version(hash: string, texts: readonly string[], firstSegment = 1): Version {
  return { hash, texts, segmentIds: texts.map((_, at) => firstSegment + at) }
}

/** What a place says, turns parted by a line. */
export function textAt({ texts }: Version, { firstTurn, from, lastTurn, to }: TextPosition): string {
  return firstTurn === lastTurn
    ? texts[firstTurn]!.slice(from, to)
    : [texts[firstTurn]!.slice(from), ...texts.slice(firstTurn + 1, lastTurn), texts[lastTurn]!.slice(0, to)].join('\n')
}

/** The passage that a selection makes, as the window does. */
export function passageAt(made: Version, place: TextPosition): Passage {
  const { firstTurn, from, lastTurn, to } = place
  const start = { firstTurn: 0, from: 0, lastTurn: firstTurn, to: from }
  const last = made.texts.length - 1
  const end = { firstTurn: lastTurn, from: to, lastTurn: last, to: made.texts[last]!.length }
  return {
    ...place,
    hash: made.hash,
    segmentId: made.segmentIds[firstTurn] ?? null,
    quote: textAt(made, place),
    before: textAt(made, start).slice(-200),
    after: textAt(made, end).slice(0, 200),
  }
}

/** The passage of the nth time that some words are said in one turn. */
export function passageOf(made: Version, words: string, nth = 1): Passage {
  let left = nth
  for (const [turn, text] of made.texts.entries()) {
    for (let from = text.indexOf(words); from >= 0; from = text.indexOf(words, from + 1)) {
      left -= 1
      if (left === 0) return passageAt(made, { firstTurn: turn, from, lastTurn: turn, to: from + words.length })
    }
  }
  throw new Error(`not said ${nth} times: ${words}`)
}
