/** Where the earlier call speaks of what a turn of the later call speaks of. */

import type { ApiOutputs } from '#contract/api/api.ts'
import type { ComparedCalls } from './compare-calls.ts'

type Place = Omit<NonNullable<ApiOutputs['calls']['previousPassage']>, 'callId'>

/** A passage of the turn that both calls have, the most alike one; else the first passage of the earlier call on the turn's topic. */
export function placeInEarlierCall({ passages, topics }: ComparedCalls, turn: number): Place | null {
  const inTurn = passages.filter(({ later }) => later?.turn === turn)
  const [pair] = inTurn
    .filter(({ earlier }) => earlier !== null)
    .toSorted((one, other) => other.likeness - one.likeness)
  if (pair?.earlier) return { turn: pair.earlier.turn, foundBy: 'passage', topic: null }
  for (const { topic } of inTurn) {
    const { title, foundBy } = topics[topic] ?? { title: '', foundBy: 'none' }
    if (foundBy === 'none') continue
    const earlier = passages.flatMap((each) => (each.topic === topic && each.earlier ? [each.earlier.turn] : []))
    if (earlier.length > 0) return { turn: Math.min(...earlier), foundBy: 'topic', topic: title }
  }
  return null
}
