/** The turns of all transcripts as a set of texts that is searched. */

import { sides } from '#contract/api/calls.ts'
import type { Reader } from '../database/reader-writer.ts'
import { getSerials, getTurnColumns, type TurnColumns } from '../full-text-index/turn-columns.ts'
import { BitSet } from './bit-set.ts'
import { dateTest, nameTest, numberTest, type Corpus } from './corpus.ts'
import type { FieldTest } from './query.ts'
import { getCallSpeakers, getTranscripts, visitMatches } from './search-store.ts'
import { SharedSpeakers } from './shared-speakers.ts'
import type { CallSpeaker, TranscriptCall } from './transcript-call.ts'
import { countedSections, TurnTraits, type Trait } from './turn-traits.ts'
import { TurnValues, type CallTraits } from './turn-values.ts'

/** Calls that are read in one step. */
const readTogether = 100

/** The turns of all calls, as they are now. Positions are assigned call by call, in the order of the turns' ids. */
export class TranscriptCorpus implements Corpus {
  readonly calls: readonly TranscriptCall[]
  readonly size: number
  /** Place of each call's first turn; one more than there are calls, the last is `size`. */
  readonly starts: Int32Array
  /** When each call began, ms UTC; 0: not stated. */
  readonly startTimes: Float64Array
  /** The words of each call, relative to those of a call on average. */
  readonly relativeLengths: Float64Array
  readonly values: TurnValues
  readonly #reader: Reader
  readonly #numbers: ReadonlyMap<string, number>
  readonly #speakers: SharedSpeakers

  private constructor(reader: Reader, calls: readonly CallTraits[], speakers: SharedSpeakers, traits: TurnTraits) {
    const ordered = calls.toSorted((left, right) => left.call.firstId - right.call.firstId)
    this.#reader = reader
    this.#speakers = speakers
    this.calls = ordered.map(({ call }) => call)
    this.starts = new Int32Array(calls.length + 1)
    for (const [at, { turns }] of this.calls.entries()) this.starts[at + 1] = (this.starts[at] ?? 0) + turns
    this.size = this.starts[calls.length] ?? 0
    this.startTimes = Float64Array.from(this.calls, ({ startedAt }) => startedAt ?? 0)
    const meanWords = this.calls.reduce((sum, { words }) => sum + words, 0) / Math.max(1, calls.length)
    this.relativeLengths = Float64Array.from(this.calls, ({ words }) => words / Math.max(1, meanWords))
    this.values = new TurnValues(ordered, traits)
    this.#numbers = new Map(this.calls.map(({ callId }, at) => [callId, at]))
  }

  /**
   * Reads new calls, in steps; calls already read are kept. Calls may be replaced between steps: the next reading finds what has changed
   * meanwhile.
   */
  static *read(reader: Reader, previous: TranscriptCorpus | undefined): Generator<undefined, TranscriptCorpus> {
    const serials = getSerials(reader)
    const speakers = previous ? previous.#speakers : new SharedSpeakers()
    const traits = previous ? previous.values.traits : new TurnTraits()
    const known = new Map(previous?.calls.map(({ serial }, at) => [serial, at]))
    if (previous && serials.length === known.size && serials.every((serial) => known.has(serial))) return previous
    const added = serials.filter((serial) => !known.has(serial))
    const read: CallTraits[] = []
    for (const group of inGroupsOf(readTogether, added)) {
      read.push(...readCalls(reader, group, speakers, traits))
      yield
    }
    const unchanged = serials.flatMap((serial): CallTraits[] => {
      const at = known.get(serial)
      return previous && at !== undefined ? [{ call: previous.callAt(at), traits: previous.#traitsOf(at) }] : []
    })
    return new TranscriptCorpus(reader, [...unchanged, ...read], speakers, traits)
  }

  matches(anyOf: readonly string[]): BitSet {
    const bits = new BitSet(this.size)
    for (const match of anyOf) this.#addMatches(match, bits)
    return bits
  }

  filter(test: FieldTest, candidates: BitSet): BitSet {
    switch (test.kind) {
      case 'in':
        return test.value === 'turn' ? candidates : new BitSet(this.size)
      case 'date': {
        const fits = dateTest(test)
        return this.#ofCalls(candidates, ({ startedAt }) => fits(startedAt))
      }
      case 'section':
        return this.#ofTraits(candidates, ({ section }) => countedSections[section] === test.value)
      case 'side':
        return this.#ofTraits(candidates, ({ side }) => sides[side] === test.value)
      case 'number': {
        const fits = numberTest(test.comparison, test.value)
        return this.#ofTurns(candidates, this.calls, (_, { sentiments, confidences }) => {
          const numbers = test.field === 'sentiment' ? sentiments : confidences
          return (turn) => fits(numbers[turn] ?? Number.NaN)
        })
      }
      case 'name': {
        const fits = nameTest(test)
        if (test.field === 'company') return this.#ofCalls(candidates, ({ company }) => fits(company))
        if (test.field === 'symbol') return this.#ofCalls(candidates, ({ symbol }) => fits(symbol))
        const { roles } = this.values.traits
        if (test.field === 'role') return this.#ofTraits(candidates, ({ role }) => fits(roles.values[role] ?? null))
        const calls = this.calls.filter(({ speakers }) => speakers.some(({ name }) => fits(name)))
        return this.#ofTurns(candidates, calls, ({ speakers }, columns) => {
          const fitting = new Set(speakers.flatMap(({ name }, number) => (fits(name) ? [number] : [])))
          return (turn) => fitting.has(columns.speakers[turn] ?? 0)
        })
      }
    }
  }

  callAt(at: number): TranscriptCall {
    return this.calls[at] ?? outside(at)
  }

  /** Undefined: its transcript is not stored. */
  numberOf(callId: string): number | undefined {
    return this.#numbers.get(callId)
  }

  countByCall(positions: BitSet): Int32Array {
    const counts = new Int32Array(this.calls.length)
    for (let at = 0; at < counts.length; at += 1)
      counts[at] = positions.countWithin(this.starts[at] ?? 0, this.starts[at + 1] ?? 0)
    return counts
  }

  /** All properties of the turns of some calls, as they are stored, a group of calls at a time. A call that was replaced meanwhile has none. */
  *columnsOf(calls: readonly TranscriptCall[]): Generator<readonly [TranscriptCall, TurnColumns]> {
    for (const group of inGroupsOf(readTogether, calls)) {
      const serials = group.map(({ serial }) => serial)
      const stored = new Map(getTurnColumns(this.#reader, serials).map(({ serial, columns }) => [serial, columns]))
      for (const call of group) {
        const columns = stored.get(call.serial)
        if (columns) yield [call, columns]
      }
    }
  }

  turnAt(position: number): { call: TranscriptCall; turn: number } {
    let [low, high] = [0, this.calls.length]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if ((this.starts[middle] ?? 0) <= position) low = middle
      else high = middle
    }
    return { call: this.callAt(low), turn: position - (this.starts[low] ?? 0) }
  }

  #addMatches(match: string, bits: BitSet): void {
    let [at, first, end, start] = [-1, 0, 0, 0]
    visitMatches(this.#reader, 'transcript_text', match, (id) => {
      while (id >= end && at + 1 < this.calls.length) {
        at += 1
        const call = this.callAt(at)
        first = call.firstId
        end = first + call.turns
        start = this.starts[at] ?? 0
      }
      if (id >= first && id < end) bits.add(start + id - first)
    })
  }

  #ofCalls(candidates: BitSet, fits: (call: TranscriptCall) => boolean): BitSet {
    const bits = new BitSet(this.size)
    for (const [at, call] of this.calls.entries())
      if (fits(call)) bits.addRange(this.starts[at] ?? 0, this.starts[at + 1] ?? 0)
    return bits.and(candidates)
  }

  #ofTraits(candidates: BitSet, fits: (trait: Trait) => boolean): BitSet {
    const bits = new BitSet(this.size)
    const { traits, traitOf } = this.values
    const fitting = Uint8Array.from({ length: traits.size }, (_, trait) => Number(fits(traits.at(trait))))
    candidates.forEach((position) => {
      if (fitting[traitOf[position] ?? 0] === 1) bits.add(position)
    })
    return bits
  }

  /** Tests what is not in memory: the stored columns of those of the calls that have candidates are read. */
  #ofTurns(
    candidates: BitSet,
    calls: readonly TranscriptCall[],
    testOf: (call: TranscriptCall, columns: TurnColumns) => (turn: number) => boolean,
  ): BitSet {
    const bits = new BitSet(this.size)
    const counts = this.countByCall(candidates)
    const withCandidates = calls.filter(({ callId }) => counts[this.numberOf(callId) ?? -1] !== 0)
    for (const [call, columns] of this.columnsOf(withCandidates)) {
      const at = this.numberOf(call.callId) ?? 0
      const start = this.starts[at] ?? 0
      const fits = testOf(call, columns)
      candidates.forEach(
        (position) => {
          if (fits(position - start)) bits.add(position)
        },
        start,
        this.starts[at + 1],
      )
    }
    return bits
  }

  #traitsOf(at: number): CallTraits['traits'] {
    return this.values.traitOf.subarray(this.starts[at], this.starts[at + 1])
  }
}

function outside(at: number): never {
  throw new RangeError(`There is no call ${at}`)
}

function readCalls(
  reader: Reader,
  serials: readonly number[],
  shared: SharedSpeakers,
  traits: TurnTraits,
): CallTraits[] {
  const stored = getTurnColumns(reader, serials)
  const callIds = stored.map(({ callId }) => callId)
  const rows = new Map(getTranscripts(reader, callIds).map((row) => [row.callId, row]))
  const speakers = new Map<string, CallSpeaker[]>(callIds.map((callId) => [callId, []]))
  for (const row of getCallSpeakers(reader, callIds)) speakers.get(row.callId)?.push(shared.of(row))
  return stored.flatMap(({ columns, ...stored }): CallTraits[] => {
    const row = rows.get(stored.callId)
    if (!row) return []
    const call = { ...row, ...stored, speakers: speakers.get(stored.callId) ?? [] }
    return [{ call, traits: traits.ofTurns(columns, call.speakers, call.sectionsFrom) }]
  })
}

function inGroupsOf<Item>(size: number, items: readonly Item[]): (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}
