/** Ranks hits by relevance (BM25 over whole calls). */

import type { BitSet } from './bit-set.ts'
import type { TranscriptCorpus } from './transcript-corpus.ts'
import type { DocumentCorpus } from './document-corpus.ts'

/**
 * BM25 (Robertson, Zaragoza 2009) with whole calls as documents: a call scores by how many of its turns match, for its length, and by
 * how rare the matched branch of the query is. A single turn is a poor measure of a call's subject, and FTS5's own ranking would read
 * the length of each hit.
 */
const k1 = 1.2
const b = 0.75

/** The hits of one branch of the query. */
export interface Branch {
  readonly turns: BitSet
  readonly documents: BitSet
}

export interface Ranking {
  /** One per call. */
  readonly calls: Float64Array
  scoreOfDocument(position: number): number
  /** For the order within one call: rarer branches first, then longer turns. `words` are those of the turn. */
  scoreOfTurn(position: number, words: number): number
}

export function rank(transcripts: TranscriptCorpus, documents: DocumentCorpus, branches: readonly Branch[]): Ranking {
  const total = transcripts.calls.length + documents.size
  const calls = new Float64Array(transcripts.calls.length)
  const weights = branches.map((branch) => {
    const counts = transcripts.countByCall(branch.turns)
    const containing = counts.reduce((sum, count) => sum + Math.min(count, 1), branch.documents.count)
    const weight = Math.log(1 + (total - containing + 0.5) / (containing + 0.5))
    for (let at = 0; at < counts.length; at += 1) {
      const count = counts[at] ?? 0
      if (count > 0) calls[at] = (calls[at] ?? 0) + weight * saturate(count, transcripts.relativeLengths[at] ?? 0)
    }
    return weight
  })
  const weightAt = (bits: 'turns' | 'documents', position: number) =>
    branches.reduce((sum, branch, at) => (branch[bits].has(position) ? sum + (weights[at] ?? 0) : sum), 0)
  return {
    calls,
    scoreOfDocument: (position) =>
      weightAt('documents', position) * saturate(1, documents.bytesAt(position) / documents.meanBytes),
    scoreOfTurn: (position, words) => weightAt('turns', position) * Math.min(1, (words + 6) / 20),
  }
}

/** BM25's term saturation. `length` is relative to the mean. */
function saturate(count: number, length: number): number {
  return (count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
}
