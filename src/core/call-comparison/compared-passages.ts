/** Joins paired sentences to passages, in the order in which a reader goes through them. */

import type { ComparedPassage, PassageKind, SpokenPassage } from '#contract/api/call-comparison.ts'
import { secondAt } from '#contract/api/turn-at-time.ts'
import type { Alignment } from './align-sentences.ts'
import type { ReadCall } from './compared-call.ts'
import type { ComparedSentence } from './spoken-sentences.ts'
import { keptWords } from './word-difference.ts'

export interface SentencesOfCall {
  readonly call: ReadCall
  readonly sentences: readonly ComparedSentence[]
  /** One each: an index into the topics of the comparison. */
  readonly topics: readonly number[]
}

/** Neighbors of one kind are one passage up to so many words. */
const longestPassage = 60

/** A row before neighbors are joined: indexes of sentences. */
interface Row {
  readonly kind: PassageKind
  readonly earlier: number | null
  readonly later: number | null
  readonly likeness: number
  readonly topic: number
  /** The sentence of the other call that is alike, and that the user called different; null: none. */
  readonly splitFrom: number | null
}

/** A `none` topic takes the topic of the other call. */
export function comparedPassages(
  earlier: SentencesOfCall,
  later: SentencesOfCall,
  alignment: Alignment,
  none: number,
): ComparedPassage[] {
  const rows = inReadingOrder(earlier, later, alignment, none)
  const passages: ComparedPassage[] = []
  let open: Row[] = []
  const close = () => {
    if (open.length > 0) passages.push(passageOf(open, earlier, later))
    open = []
  }
  for (const row of rows) {
    const last = open.at(-1)
    if (last && !(continues(last, row, earlier, later) && wordsIn(open, earlier, later) < longestPassage)) close()
    open.push(row)
  }
  close()
  return passages
}

function inReadingOrder(
  earlier: SentencesOfCall,
  later: SentencesOfCall,
  { pairs, splits }: Alignment,
  none: number,
): Row[] {
  const splitFromLater = new Map(splits.map((split) => [split.earlier, split.later]))
  const splitFromEarlier = new Map(splits.map((split) => [split.later, split.earlier]))
  const pairOfEarlier = new Map(pairs.map((pair) => [pair.earlier, pair]))
  const pairOfLater = new Map(pairs.map((pair) => [pair.later, pair]))
  const droppedAfter = new Map<number, Row[]>()
  let after = -1
  for (const [at, topic] of earlier.topics.entries()) {
    const pair = pairOfEarlier.get(at)
    if (pair) {
      after = pair.later
      continue
    }
    const dropped = droppedAfter.get(after) ?? []
    droppedAfter.set(after, dropped)
    const splitFrom = splitFromLater.get(at) ?? null
    dropped.push({ kind: 'dropped', earlier: at, later: null, likeness: 0, topic, splitFrom })
  }
  const rows = [...(droppedAfter.get(-1) ?? [])]
  for (const [at, own] of later.topics.entries()) {
    const pair = pairOfLater.get(at)
    const topic = own === none && pair ? (earlier.topics[pair.earlier] ?? own) : own
    rows.push(
      pair
        ? { ...pair, topic, splitFrom: null }
        : { kind: 'new', earlier: null, later: at, likeness: 0, topic, splitFrom: splitFromEarlier.get(at) ?? null },
      ...(droppedAfter.get(at) ?? []),
    )
  }
  return rows
}

/** Both are of one kind and topic, and neighbors in their turn on each side where they are. A reworded sentence stands alone. */
function continues(last: Row, next: Row, earlier: SentencesOfCall, later: SentencesOfCall): boolean {
  if (last.kind !== next.kind || last.topic !== next.topic || next.kind === 'reworded') return false
  const areNeighbors = ({ sentences }: SentencesOfCall, one: number | null, other: number | null) =>
    one === null || other === null
      ? one === other
      : other === one + 1 && sentences[one]?.turn === sentences[other]?.turn
  return (
    areNeighbors(earlier, last.earlier, next.earlier) &&
    areNeighbors(later, last.later, next.later) &&
    areNeighbors(last.earlier === null ? earlier : later, last.splitFrom, next.splitFrom)
  )
}

const noWords = { numbers: [] }

function wordsIn(rows: readonly Row[], earlier: SentencesOfCall, later: SentencesOfCall): number {
  return rows.reduce(
    (sum, row) => sum + (sentenceOf(later, row.later) ?? sentenceOf(earlier, row.earlier) ?? noWords).numbers.length,
    0,
  )
}

function sentenceOf({ sentences }: SentencesOfCall, at: number | null): ComparedSentence | undefined {
  return at === null ? undefined : sentences[at]
}

function passageOf(rows: readonly Row[], earlier: SentencesOfCall, later: SentencesOfCall): ComparedPassage {
  const kept = rows.map((row) => {
    const [one, other] = [sentenceOf(earlier, row.earlier), sentenceOf(later, row.later)]
    return one && other ? keptWords(one.numbers, other.numbers) : { one: [], other: [] }
  })
  const [first] = rows
  if (!first) throw new Error('a passage without sentences')
  const said = rows.flatMap((row) => sentenceOf(later, row.later) ?? sentenceOf(earlier, row.earlier) ?? [])
  const words = said.map((sentence) => sentence.numbers.length)
  const all = words.reduce((sum, each) => sum + each, 0)
  return {
    kind: first.kind,
    likeness: rows.reduce((sum, row, at) => sum + row.likeness * (words[at] ?? 0), 0) / all,
    topic: first.topic,
    part: said[0]?.part ?? 'call',
    splitFrom: splitPlace(rows, first.earlier === null ? earlier : later),
    earlier: spokenPassage(
      earlier.call,
      rows.flatMap((row, at) => withKept(sentenceOf(earlier, row.earlier), kept[at]?.one)),
    ),
    later: spokenPassage(
      later.call,
      rows.flatMap((row, at) => withKept(sentenceOf(later, row.later), kept[at]?.other)),
    ),
  }
}

/** From the first to the last sentence of the other call from which the user split them. */
function splitPlace(rows: readonly Row[], other: SentencesOfCall): ComparedPassage['splitFrom'] {
  const [first, last] = [rows[0], rows.at(-1)].map((row) => sentenceOf(other, row?.splitFrom ?? null))
  return first && last ? { turn: first.turn, from: first.from, to: last.to } : null
}

interface SentenceWithKept {
  readonly sentence: ComparedSentence
  readonly kept: readonly boolean[]
}

function withKept(sentence: ComparedSentence | undefined, kept: readonly boolean[] = []): SentenceWithKept[] {
  return sentence ? [{ sentence, kept }] : []
}

function spokenPassage({ turns }: ReadCall, parts: readonly SentenceWithKept[]): SpokenPassage | null {
  const first = parts[0]?.sentence
  const last = parts.at(-1)?.sentence
  if (!first || !last) return null
  const { turn, from } = first
  const text = turns.text[turn] ?? ''
  return {
    turn,
    from,
    to: last.to,
    second: secondAt(turns, turn, from),
    speaker: turns.speaker[turn] ?? -1,
    sentiment: turns.sentiment[turn] ?? null,
    text: text.slice(from, last.to),
    changed: parts.flatMap(({ sentence, kept }) =>
      kept.length === 0 ? [] : changedRanges(sentence, kept, sentence.from - from),
    ),
  }
}

/** Neighboring words that the other call does not have are one range. */
function changedRanges({ edges }: ComparedSentence, kept: readonly boolean[], offset: number): number[] {
  const ranges: number[] = []
  let wasChanged = false
  for (const [at, isKept] of kept.entries()) {
    const [from, to] = [edges[2 * at] ?? 0, edges[2 * at + 1] ?? 0]
    const isChanged = !isKept
    if (isChanged && wasChanged) ranges[ranges.length - 1] = to + offset
    else if (isChanged) ranges.push(from + offset, to + offset)
    wasChanged = isChanged
  }
  return ranges
}
