/** The speakers of a call with their totals: turns, words, seconds and average sentiment. */

import type { Speaker } from '#contract/api/calls.ts'
import type { Transcript } from './derive-transcript.ts'
import { secondsOf } from './segment-times.ts'
import { sentimentByWords } from './sentiment-by-words.ts'

/** Totals for every person: turns, words, seconds, and the average sentiment, weighted by words. */
export function speakersOf({ people, sides, said, speakerOf, words, times }: Transcript): Speaker[] {
  const tallies = people.map(() => ({ turns: [] as number[], words: 0, seconds: null as number | null }))
  for (const [at, turn] of said.turns.entries()) {
    const tally = tallies[speakerOf[at] ?? -1]
    if (!tally) continue
    const spoken = words[at] ?? 0
    const [start, end] = [secondsOf(turn.start, times.unit), secondsOf(turn.end, times.unit)]
    tally.turns.push(at)
    tally.words += spoken
    if (start !== null && end !== null && end > start) tally.seconds = (tally.seconds ?? 0) + end - start
  }
  const scored = { sentiment: said.turns.map(({ sentiment }) => sentiment), words }
  return people.map((person, index) => {
    const { turns, words: spoken, seconds } = tallies[index] ?? { turns: [], words: 0, seconds: null }
    return {
      ...person,
      side: sides[index] ?? 'unknown',
      turns: turns.length,
      words: spoken,
      seconds: seconds === null ? null : Math.round(seconds * 1000) / 1000,
      sentiment: sentimentByWords(scored, turns),
    }
  })
}
