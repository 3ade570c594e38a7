/** Averages sentiment scores of turns, weighted by words, for a call and its sections. */

import type { CallReading } from '#contract/api/calls.ts'
import type { Transcript } from './derive-transcript.ts'

export interface ScoredTurns {
  /** One per turn. */
  readonly sentiment: readonly (number | null)[]
  /** One per turn. */
  readonly words: readonly number[]
}

/** Average sentiment of some turns, weighted by words as in `scoreTranscripts`; null: none has a sentiment. */
export function sentimentByWords({ sentiment, words }: ScoredTurns, turns: Iterable<number>): number | null {
  let [sum, weight] = [0, 0]
  for (const turn of turns) {
    const score = sentiment[turn] ?? null
    if (score === null) continue
    const count = words[turn] ?? 0
    sum += score * count
    weight += count
  }
  return weight === 0 ? null : sum / weight
}

/** Sentiment of the prepared remarks, of the company's answers in the Q&A, and of an undivided call. */
export function sectionSentiment(transcript: Transcript): CallReading['sectionSentiment'] {
  const { said, words, sections, sides, speakerOf } = transcript
  const scored = { sentiment: said.turns.map(({ sentiment }) => sentiment), words }
  const turnsOf = (section: (typeof sections)[number]) =>
    [...sections.keys()].filter((turn) => sections[turn] === section)
  return {
    prepared: sentimentByWords(scored, turnsOf('prepared')),
    qa: sentimentByWords(
      scored,
      turnsOf('qa').filter((turn) => sides[speakerOf[turn] ?? -1] === 'company'),
    ),
    whole: sentimentByWords(scored, turnsOf('whole')),
  }
}
