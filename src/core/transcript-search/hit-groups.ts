/** Groups hits by call, rating and news item, and orders the groups. */

import type { FullTextQuery } from '#contract/api/transcript-search.ts'
import type { BitSet } from './bit-set.ts'
import type { Ranking } from './rank-hits.ts'
import type { Texts } from './stored-texts.ts'

/** Positions of the hits in the two corpora. */
export interface HitPositions {
  readonly turns: BitSet
  readonly documents: BitSet
}

/** The hits of one call (turns and summary), rating or news item. */
export interface Group {
  readonly callId: string | null
  /** Index of the call in the transcript corpus; null where its transcript is not stored, and for ratings and news. */
  readonly call: number | null
  /** Positions in the document corpus. */
  readonly documents: readonly number[]
  readonly count: number
}

/** A page that ends beyond this is cut from all groups in order; selecting it would take longer. */
const mostSelected = 1_000

/**
 * The groups, by number: first one for each call, whether it has hits or not, then one for each document that has hits and belongs to no
 * transcript. They are columns, of which only those of a page become objects: a common word has hits in hundreds of thousands of texts.
 */
export class HitGroups {
  readonly #texts: Texts
  readonly #order: FullTextQuery['order']
  /** Groups so far. */
  #size: number
  readonly #counts: Int32Array
  readonly #scores: Float64Array
  readonly #times: Float64Array
  /** Of a group without transcript: its first document. */
  readonly #alone: Int32Array
  /** The documents of groups that have calls. */
  readonly #documents = new Map<number, number[]>()

  constructor(texts: Texts, hits: HitPositions, ranking: Ranking, order: FullTextQuery['order']) {
    const { transcripts, documents } = texts
    const calls = transcripts.calls.length
    const most = calls + hits.documents.count
    this.#texts = texts
    this.#order = order
    this.#size = calls
    this.#counts = new Int32Array(most)
    this.#scores = new Float64Array(most)
    this.#times = new Float64Array(most)
    this.#alone = new Int32Array(most)
    this.#counts.set(transcripts.countByCall(hits.turns))
    this.#scores.set(ranking.calls)
    this.#times.set(transcripts.startTimes)
    const withoutTranscript = new Map<string, number>()
    hits.documents.forEach((position) => {
      const callId = documents.columns.callIdAt(position)
      const known = callId === null ? undefined : (transcripts.numberOf(callId) ?? withoutTranscript.get(callId))
      const group = known ?? this.#addAlone(position)
      this.#counts[group] = (this.#counts[group] ?? 0) + 1
      this.#scores[group] = (this.#scores[group] ?? 0) + ranking.scoreOfDocument(position)
      if (callId === null) return
      if (known === undefined) withoutTranscript.set(callId, group)
      const those = this.#documents.get(group)
      if (those) those.push(position)
      else this.#documents.set(group, [position])
    })
  }

  /** Groups of calls, whether their transcripts are stored or not. */
  get calls(): number {
    let count = 0
    for (let group = 0; group < this.#texts.transcripts.calls.length; group += 1)
      if (this.#counts[group] !== 0) count += 1
    for (const group of this.#documents.keys()) if (group >= this.#texts.transcripts.calls.length) count += 1
    return count
  }

  /** Companies with hits. */
  get companies(): number {
    const { transcripts, documents, companiesOfDocuments } = this.#texts
    const ofTurns = new Uint8Array(transcripts.values.companies.values.length)
    const onlyOfDocuments = new Uint8Array(documents.columns.names.companies.values.length)
    for (let group = 0; group < this.#size; group += 1) {
      if (this.#counts[group] === 0) continue
      if (group < transcripts.calls.length) {
        ofTurns[transcripts.values.companyOf[group] ?? 0] = 1
        continue
      }
      const number = documents.columns.companyAt(this.#alone[group] ?? 0)
      const same = companiesOfDocuments[number] ?? -1
      if (same >= 0) ofTurns[same] = 1
      else onlyOfDocuments[number] = 1
    }
    // Number 0 is no company.
    ofTurns[0] = 0
    onlyOfDocuments[0] = 0
    return sum(ofTurns) + sum(onlyOfDocuments)
  }

  /** Those of a page, in order. */
  page(offset: number, limit: number): Group[] {
    const end = offset + limit
    const first = end > mostSelected ? this.#sort() : this.#select(end)
    return Array.from(first.slice(offset, end), (group) => this.#groupAt(group))
  }

  #addAlone(position: number): number {
    const group = this.#size
    this.#size += 1
    this.#alone[group] = position
    this.#times[group] = this.#texts.documents.columns.times[position] || 0
    return group
  }

  #groupAt(group: number): Group {
    const { transcripts, documents } = this.#texts
    const count = this.#counts[group] ?? 0
    const ofCall = this.#documents.get(group) ?? []
    const call = transcripts.calls[group]
    if (call) return { callId: call.callId, call: group, documents: ofCall, count }
    const alone = this.#alone[group] ?? 0
    const callId = documents.columns.callIdAt(alone)
    return { callId, call: null, documents: callId === null ? [alone] : ofCall, count }
  }

  /** Below zero: the left one comes first. Where all is the same, in the order of their numbers. */
  #compare(left: number, right: number): number {
    const by = (values: Int32Array | Float64Array) => (values[right] ?? 0) - (values[left] ?? 0)
    const inOrder = this.#order === 'best' ? by(this.#scores) : this.#order === 'most-hits' ? by(this.#counts) : 0
    return inOrder || by(this.#times) || left - right
  }

  #sort(): Uint32Array {
    const all = new Uint32Array(this.#size)
    let size = 0
    for (let group = 0; group < this.#size; group += 1) {
      if (this.#counts[group] === 0) continue
      all[size] = group
      size += 1
    }
    return all.subarray(0, size).sort((left, right) => this.#compare(left, right))
  }

  /** The first ones in order, from one walk. The latest texts have the highest numbers, so that most of the others are passed over. */
  #select(most: number): number[] {
    const first: number[] = []
    for (let group = this.#size - 1; group >= 0; group -= 1) {
      if (this.#counts[group] === 0) continue
      if (first.length === most && this.#compare(group, first.at(-1) ?? 0) > 0) continue
      let [low, high] = [0, first.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if (this.#compare(first[middle] ?? 0, group) < 0) low = middle + 1
        else high = middle
      }
      first.splice(low, 0, group)
      if (first.length > most) first.pop()
    }
    return first
  }
}

function sum(numbers: Uint8Array): number {
  return numbers.reduce((total, number) => total + number, 0)
}
