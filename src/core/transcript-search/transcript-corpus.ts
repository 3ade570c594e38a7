/** The turns of all transcripts as a set of texts that is searched. */

import { sections } from '#contract/api/calls.ts'
import type { Reader } from '../database/reader-writer.ts'
import { getSerials, getTurnColumns, type TurnColumns } from '../full-text-index/turn-columns.ts'
import { BitSet } from './bit-set.ts'
import { dateTest, nameTest, numberTest, type Corpus } from './corpus.ts'
import type { FieldTest } from './query.ts'
import { getCallSpeakers, getTranscripts, visitMatches } from './search-store.ts'
import { searchedTurns, sectionOf } from './searched-turns.ts'
import { SharedSpeakers } from './shared-speakers.ts'
import type { CallSpeaker, TranscriptCall } from './transcript-call.ts'
import { TurnValues } from './turn-values.ts'

/** Calls that are read at one time: what SQLite and JavaScript have of them twice while they are read is then small. */
const readTogether = 500

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

  constructor(reader: Reader, calls: readonly TranscriptCall[], speakers: SharedSpeakers) {
    this.#reader = reader
    this.#speakers = speakers
    this.calls = calls.toSorted((left, right) => left.firstId - right.firstId)
    this.starts = new Int32Array(calls.length + 1)
    for (const [at, { turns }] of this.calls.entries()) this.starts[at + 1] = (this.starts[at] ?? 0) + turns
    this.size = this.starts[calls.length] ?? 0
    this.startTimes = Float64Array.from(this.calls, ({ startedAt }) => startedAt ?? 0)
    const meanWords = this.calls.reduce((sum, { words }) => sum + words, 0) / Math.max(1, calls.length)
    this.relativeLengths = Float64Array.from(this.calls, ({ words }) => words / Math.max(1, meanWords))
    this.values = new TurnValues(this.calls, this.starts, this.size)
    this.#numbers = new Map(this.calls.map(({ callId }, at) => [callId, at]))
  }

  /** Reads what is new; what was read before is kept. */
  static read(reader: Reader, previous: TranscriptCorpus | undefined): TranscriptCorpus {
    const serials = getSerials(reader)
    const speakers = previous ? previous.#speakers : new SharedSpeakers()
    const known = new Map(previous?.calls.map((call) => [call.serial, call]))
    if (previous && serials.length === known.size && serials.every((serial) => known.has(serial))) return previous
    const added = serials.filter((serial) => !known.has(serial))
    const read = inGroupsOf(readTogether, added).flatMap((group) => readCalls(reader, group, speakers))
    const unchanged = serials.flatMap((serial) => known.get(serial) ?? [])
    return new TranscriptCorpus(reader, [...unchanged, ...read], speakers)
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
      case 'section': {
        const wanted = sections.indexOf(test.value)
        return this.#ofTurns(
          candidates,
          ({ columns }) =>
            (turn) =>
              sectionOf(columns, turn) === wanted,
        )
      }
      case 'side':
        return this.#ofSpeakers(candidates, ({ side }) => side === test.value)
      case 'number':
        return this.#ofNumbers(
          candidates,
          ({ sentiments, confidences }) => (test.field === 'sentiment' ? sentiments : confidences),
          numberTest(test.comparison, test.value),
        )
      case 'name': {
        const fits = nameTest(test)
        if (test.field === 'company') return this.#ofCalls(candidates, ({ company }) => fits(company))
        if (test.field === 'symbol') return this.#ofCalls(candidates, ({ symbol }) => fits(symbol))
        const { field } = test
        return this.#ofSpeakers(candidates, (speaker) => fits(field === 'speaker' ? speaker.name : speaker.role))
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

  #ofTurns(candidates: BitSet, testOf: (call: TranscriptCall) => (turn: number) => boolean): BitSet {
    const bits = new BitSet(this.size)
    let [at, start, end] = [-1, 0, 0]
    let fits: (turn: number) => boolean = () => false
    candidates.forEach((position) => {
      if (position >= end) {
        while (position >= end) {
          at += 1
          start = end
          end = this.starts[at + 1] ?? Infinity
        }
        fits = testOf(this.callAt(at))
      }
      if (fits(position - start)) bits.add(position)
    })
    return bits
  }

  #ofNumbers(
    candidates: BitSet,
    numbersOf: (columns: TurnColumns) => Float32Array,
    fits: (number: number) => boolean,
  ): BitSet {
    const bits = new BitSet(this.size)
    const counts = this.countByCall(candidates)
    for (const [call, columns] of this.columnsOf(this.calls.filter((_, at) => counts[at] !== 0))) {
      const at = this.numberOf(call.callId) ?? 0
      const [start, numbers] = [this.starts[at] ?? 0, numbersOf(columns)]
      candidates.forEach(
        (position) => {
          if (fits(numbers[position - start] ?? Number.NaN)) bits.add(position)
        },
        start,
        this.starts[at + 1],
      )
    }
    return bits
  }

  #ofSpeakers(candidates: BitSet, fits: (speaker: CallSpeaker) => boolean): BitSet {
    return this.#ofTurns(candidates, ({ columns, speakers }) => {
      const fitting = new Set(speakers.flatMap((speaker, number) => (fits(speaker) ? [number] : [])))
      return (turn) => fitting.has(columns.speakers[turn] ?? 0)
    })
  }
}

function outside(at: number): never {
  throw new RangeError(`There is no call ${at}`)
}

function readCalls(reader: Reader, serials: readonly number[], shared: SharedSpeakers): TranscriptCall[] {
  const stored = getTurnColumns(reader, serials)
  const callIds = stored.map(({ callId }) => callId)
  const rows = new Map(getTranscripts(reader, callIds).map((row) => [row.callId, row]))
  const speakers = new Map<string, CallSpeaker[]>(callIds.map((callId) => [callId, []]))
  for (const row of getCallSpeakers(reader, callIds)) speakers.get(row.callId)?.push(shared.of(row))
  return stored.flatMap(({ columns, ...call }): TranscriptCall[] => {
    const row = rows.get(call.callId)
    return row ? [{ ...row, ...call, columns: searchedTurns(columns), speakers: speakers.get(call.callId) ?? [] }] : []
  })
}

function inGroupsOf<Item>(size: number, items: readonly Item[]): (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}
