/** Pairs the sentences of two calls that say the same, in the same or in other words. */

import type { CallDistance } from './call-distance.ts'
import type { ComparedSentence } from './spoken-sentences.ts'
import type { SplitPassages } from './split-passages.ts'
import { stateTheSame } from './stated-words.ts'
import { likeness, mostAlike } from './word-difference.ts'

export interface SentencePair extends CandidatePair {
  readonly kind: 'repeated' | 'reworded'
}

export interface Alignment {
  readonly pairs: readonly SentencePair[]
  /** Sentences that are alike, and that the user called different. */
  readonly splits: readonly Pick<SentencePair, 'earlier' | 'later'>[]
}

interface CandidatePair {
  readonly earlier: number
  readonly later: number
  readonly likeness: number
}

/** From here on a pair is reworded rather than one dropped and one new. */
const leastAlike = 0.5
const repeatedFrom = 0.9
/** Of the words with a subject, more than this share are in both: grammar alone makes no pair, nor does another subject in the same sentence. */
const leastSubject = 0.5
/** Words with a subject in both, unless the sentences are nearly equal: "happy about that" and "that helps" are said of anything. */
const leastCommon = 2
/** Sentences of the later call that are compared word by word with one of the earlier. */
const mostCandidates = 6
/** Sentences that are paired before other requests get their turn. */
const atOnce = 200
/** A word in more sentences finds no candidates, unless a sentence has no rarer one. */
const mostSentences = 100
/** Share of their subjects, the rare ones counting more, that candidates have in common at least. */
const leastScore = 0.2
/** What the place in the call counts beside the likeness, where several sentences are alike. */
const samePart = 0.06
const sameHeight = 0.1

/**
 * Each sentence is in one pair at most. Candidates are found by shared words, the rare ones first, so that the time grows with the length
 * of the calls and not with its square; among them the most alike win, and of equally alike ones those in the same place of the call.
 * @param words how many different words both calls have
 * @param distance between the calls, where it is known
 * @param split pairs that the user called different
 */
export async function alignSentences(
  earlier: readonly ComparedSentence[],
  later: readonly ComparedSentence[],
  words: number,
  distance: CallDistance | null,
  split: SplitPassages,
  pause: () => Promise<void>,
): Promise<Alignment> {
  const { found, splits } = await candidatePairs(earlier, later, words, split, pause)
  const value = ({ earlier: at, later: there, likeness: alike }: CandidatePair) => {
    const isSamePart = earlier[at]?.part === later[there]?.part
    const distance = Math.abs(at / earlier.length - there / later.length)
    return alike + (isSamePart ? samePart : 0) + sameHeight * (1 - distance)
  }
  // One word decides what a sentence states: with and without "not" it is 97% alike.
  const kindOf = ({ earlier: at, later: there, likeness: alike }: CandidatePair) => {
    const [one, other] = [earlier[at], later[there]]
    if (alike < repeatedFrom || !one || !other) return 'reworded'
    return alike === 1 || stateTheSame(one, other, distance) ? 'repeated' : 'reworded'
  }
  const ranked = found.map((pair) => ({ pair, value: value(pair) })).sort((one, other) => other.value - one.value)
  const taken = { earlier: new Set<number>(), later: new Set<number>() }
  const pairs: SentencePair[] = []
  for (const { pair } of ranked) {
    if (taken.earlier.has(pair.earlier) || taken.later.has(pair.later)) continue
    taken.earlier.add(pair.earlier)
    taken.later.add(pair.later)
    pairs.push({ ...pair, kind: kindOf(pair) })
  }
  return { pairs, splits }
}

async function candidatePairs(
  earlier: readonly ComparedSentence[],
  later: readonly ComparedSentence[],
  words: number,
  split: SplitPassages,
  pause: () => Promise<void>,
): Promise<{ readonly found: readonly CandidatePair[]; readonly splits: Alignment['splits'] }> {
  const sentencesWith: number[][] = Array.from({ length: words }, () => [])
  for (const [at, { subjects }] of later.entries()) for (const word of subjects) sentencesWith[word]?.push(at)
  const weight = (word: number) => Math.log(1 + later.length / Math.max(1, sentencesWith[word]?.length ?? 0))
  const weights = later.map(({ subjects }) => subjects.reduce((sum, word) => sum + weight(word), 0))
  const shared = new Float64Array(later.length)
  const sortedLater: Uint32Array[] = []
  const found: CandidatePair[] = []
  const splits: { earlier: number; later: number }[] = []
  for (const [at, sentence] of earlier.entries()) {
    const { subjects, numbers } = sentence
    const rarest = Math.min(...subjects.map((word) => sentencesWith[word]?.length ?? 0).filter((count) => count > 0))
    const most = Math.max(mostSentences, rarest)
    const touched: number[] = []
    let own = 0
    for (const word of subjects) {
      const there = sentencesWith[word] ?? []
      const counts = weight(word)
      own += counts
      if (there.length > most) continue
      for (const candidate of there) {
        if (shared[candidate] === 0) touched.push(candidate)
        shared[candidate] = (shared[candidate] ?? 0) + counts
      }
    }
    const best: { readonly candidate: number; readonly score: number }[] = []
    for (const candidate of touched) {
      const score = (2 * (shared[candidate] ?? 0)) / (own + (weights[candidate] ?? 0))
      shared[candidate] = 0
      if (score >= leastScore) best.push({ candidate, score })
    }
    best.sort((one, other) => other.score - one.score)
    best.length = Math.min(best.length, mostCandidates)
    if (at % atOnce === atOnce - 1) await pause()
    let sorted: Uint32Array | undefined
    for (const { candidate } of best) {
      const other = later[candidate]
      if (!other) continue
      const common = countCommon(subjects, other.subjects)
      if ((2 * common) / (subjects.length + other.subjects.length) <= leastSubject) continue
      sorted ??= Uint32Array.from(numbers).sort()
      const otherSorted = (sortedLater[candidate] ??= Uint32Array.from(other.numbers).sort())
      if (mostAlike(sorted, otherSorted) < leastAlike) continue
      const alike = likeness(numbers, other.numbers)
      if (alike < leastAlike || (alike < repeatedFrom && common < leastCommon)) continue
      if (split.has(sentence, other)) splits.push({ earlier: at, later: candidate })
      else found.push({ earlier: at, later: candidate, likeness: alike })
    }
  }
  return { found, splits }
}

function countCommon(one: readonly number[], other: readonly number[]): number {
  let common = 0
  for (const word of one) if (other.includes(word)) common += 1
  return common
}
