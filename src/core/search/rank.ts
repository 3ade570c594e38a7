import type { BitSet } from './bit-set.ts'
import type { TranscriptCorpus } from './transcript-corpus.ts'
import type { DocumentCorpus } from './document-corpus.ts'

/**
 * BM25 (Robertson, Zaragoza 2009) with whole calls as the documents: a call is the better the more of its turns fit, for its length,
 * and the rarer the branch of the query that they fit. A turn alone says little of how much a call is about something, and the
 * index would have to read the length of every hit.
 */
const k1 = 1.2
const b = 0.75

/** What one branch of the query found, among the hits. */
export interface Branch {
  readonly turns: BitSet
  readonly written: BitSet
}

export interface Ranking {
  /** By call. */
  readonly calls: Float64Array
  scoreOfDocument(place: number): number
  /** Within one call: rarer branches first, then the turn that says more than the word itself. */
  scoreOfTurn(place: number): number
}

export function rank(spoken: TranscriptCorpus, written: DocumentCorpus, found: readonly Branch[]): Ranking {
  const documents = spoken.calls.length + written.size
  const meanWords = mean(spoken.calls.map(({ words }) => words))
  const meanLetters = mean(written.items.map(({ letters }) => letters))
  const calls = new Float64Array(spoken.calls.length)
  const weights = found.map((branch) => {
    const counts = spoken.countByCall(branch.turns)
    const having = counts.reduce((sum, count) => sum + Math.min(count, 1), branch.written.count)
    const weight = Math.log(1 + (documents - having + 0.5) / (having + 0.5))
    for (const [at, count] of counts.entries())
      calls[at] = (calls[at] ?? 0) + weight * saturated(count, (spoken.calls[at]?.words ?? 0) / meanWords)
    return weight
  })
  const weightAt = (bits: 'turns' | 'written', place: number) =>
    found.reduce((sum, branch, at) => (branch[bits].has(place) ? sum + (weights[at] ?? 0) : sum), 0)
  return {
    calls,
    scoreOfDocument: (place) =>
      weightAt('written', place) * saturated(1, (written.items[place]?.letters ?? 0) / meanLetters),
    scoreOfTurn: (place) => {
      const { call, turn } = spoken.turnAt(place)
      return weightAt('turns', place) * Math.min(1, ((call.columns.words[turn] ?? 0) + 6) / 20)
    },
  }
}

/** `length` as a share of the mean. */
function saturated(count: number, length: number): number {
  return (count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
}

function mean(values: readonly number[]): number {
  return Math.max(1, values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length))
}
