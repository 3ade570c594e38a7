/** Mean sentiment of the parts of both calls. */

import type { ComparedTone } from '#contract/api/call-comparison.ts'
import { keyOf, plainName } from '../calls/transcript/names.ts'
import { sentimentByWords } from '../calls/transcript/sentiment-by-words.ts'
import type { SentencesOfCall } from './compared-passages.ts'
import type { ComparedSentence } from './spoken-sentences.ts'

/** Words with which somebody presents, and does not only introduce. */
const leastRemarks = 40

/** The whole call, the remarks of each presenter, answers and questions; parts that neither call has are left out. */
export function comparedTone(earlier: SentencesOfCall, later: SentencesOfCall): ComparedTone[] {
  const both = (part: ComparedTone['part'], fits: (sentence: ComparedSentence) => boolean): ComparedTone => ({
    part,
    speaker: null,
    role: null,
    earlier: toneOf(earlier, fits),
    later: toneOf(later, fits),
  })
  const rows = [
    both('whole', () => true),
    ...presenters(earlier, later),
    both('answers', ({ part }) => part === 'answers'),
    both('questions', ({ part }) => part === 'questions'),
  ]
  return rows.filter((row) => row.earlier !== null || row.later !== null)
}

function presenters(earlier: SentencesOfCall, later: SentencesOfCall): ComparedTone[] {
  const people = new Map<string, { speaker: string; role: string | null; words: number }>()
  const keys = new Map([earlier, later].map((side) => [side, keysOfSpeakers(side)]))
  const keyIn = (side: SentencesOfCall, { turn }: ComparedSentence) => keys.get(side)?.[speakerAt(side, turn)]
  for (const side of [later, earlier])
    for (const sentence of side.sentences) {
      if (sentence.part !== 'remarks') continue
      const person = side.call.speakers[speakerAt(side, sentence.turn)]
      const key = keyIn(side, sentence)
      if (!person || key === undefined) continue
      const known = people.get(key) ?? { speaker: person.name, role: person.role, words: 0 }
      people.set(key, { ...known, words: known.words + sentence.numbers.length })
    }
  return [...people]
    .filter(([, { words }]) => words >= leastRemarks)
    .map(([key, { speaker, role }]) => {
      const inCall = (side: SentencesOfCall) =>
        toneOf(side, (sentence) => sentence.part === 'remarks' && keyIn(side, sentence) === key)
      return { part: 'remarks', speaker, role, earlier: inCall(earlier), later: inCall(later) }
    })
}

/** Equal for one person of both calls. */
function keysOfSpeakers({ call }: SentencesOfCall): readonly string[] {
  return call.speakers.map(({ name }) => keyOf(plainName(name)))
}

/** Index into the speakers; −1: nobody of them. */
function speakerAt({ call }: SentencesOfCall, turn: number): number {
  return call.turns.speaker[turn] ?? -1
}

function toneOf({ call, sentences }: SentencesOfCall, fits: (sentence: ComparedSentence) => boolean): number | null {
  const inside = sentences.filter(fits)
  const sentiment = inside.map(({ turn }) => call.turns.sentiment[turn] ?? null)
  return sentimentByWords({ sentiment, words: inside.map(({ numbers }) => numbers.length) }, inside.keys())
}
