import type { Speaker } from '#contract/api/calls.ts'
import type { Transcript } from './derive.ts'
import { secondsOf } from './segment-times.ts'

/** Everybody with what they said: turns, words, seconds, and the mean of the sentiment, a turn weighing as many as its words. */
export function speakersOf({ people, sides, said, speakerOf, words, times }: Transcript): Speaker[] {
  const tallies = people.map(() => ({ turns: 0, words: 0, seconds: null as number | null, felt: 0, weight: 0 }))
  for (const [at, turn] of said.turns.entries()) {
    const tally = tallies[speakerOf[at] ?? -1]
    if (!tally) continue
    const spoken = words[at] ?? 0
    const [start, end] = [secondsOf(turn.start, times.unit), secondsOf(turn.end, times.unit)]
    tally.turns += 1
    tally.words += spoken
    if (start !== null && end !== null && end > start) tally.seconds = (tally.seconds ?? 0) + end - start
    if (turn.sentiment !== null && spoken > 0) {
      tally.felt += turn.sentiment * spoken
      tally.weight += spoken
    }
  }
  return people.map((person, index) => {
    const {
      turns,
      words: spoken,
      seconds,
      felt,
      weight,
    } = tallies[index] ?? { turns: 0, words: 0, seconds: null, felt: 0, weight: 0 }
    return {
      ...person,
      side: sides[index] ?? 'unknown',
      turns,
      words: spoken,
      seconds: seconds === null ? null : Math.round(seconds * 1000) / 1000,
      sentiment: weight > 0 ? felt / weight : null,
    }
  })
}
