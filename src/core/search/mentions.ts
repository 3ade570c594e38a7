import { setImmediate } from 'node:timers/promises'
import type { Reader } from '../database/reader-writer.ts'
import type { Evaluation } from './evaluate.ts'
import { disjoint, sayingFinder, type Occurrence } from './occurrences.ts'
import { printQuery, type Query } from './query.ts'
import { getTexts } from './search-store.ts'
import type { TranscriptCorpus } from './transcript-corpus.ts'
import type { QueryExpansion } from './query-expansion.ts'
import { wordsOf } from './words.ts'

/** How often a query is said in the turns of a call that fit it, and how many those are. */
export interface Mentions {
  readonly mentions: number
  readonly turns: number
}

/** Which query is counted, over which texts. */
export interface Counted {
  readonly query: Query
  readonly spoken: TranscriptCorpus
  readonly evaluation: Evaluation
  readonly expansion: QueryExpansion
}

/** Turns that are read at once, and milliseconds for which nothing else is answered. */
const turnsAtOnce = 500
const longestSlice = 20

/** Queries whose counts are kept: two full grids. */
const mostKept = 40

/**
 * Mentions by call, counted in the texts themselves: the index knows which turns fit, not how often. A call is counted once for a
 * query, until it is stored anew; the count is in slices, between which others are answered.
 */
export class MentionCounts {
  readonly #reader: Reader
  /** By query and synonyms, the one asked for last at the end; within, by the serial of the call. */
  readonly #kept = new Map<string, ReadonlyMap<number, Mentions>>()

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** Of calls by their index; those without a turn that fits are left out. */
  async of(counted: Counted, calls: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, Mentions>> {
    const { query, spoken, expansion } = counted
    const name = JSON.stringify([printQuery(query), expansion.synonyms])
    const before = this.#kept.get(name)
    const unknown = calls.filter((at) => !before?.has(spoken.callAt(at).serial))
    const fresh = unknown.length === 0 ? [] : await this.#count(counted, unknown, signal)
    const now = new Map([...(before ?? []), ...fresh])
    this.#keep(name, new Map(spoken.calls.flatMap(({ serial }) => pairOf(now, serial))))
    return new Map(
      calls.flatMap((at) => {
        const said = now.get(spoken.callAt(at).serial)
        return said && said.turns > 0 ? [[at, said]] : []
      }),
    )
  }

  /** By serial. */
  async #count(
    { query, spoken, evaluation, expansion }: Counted,
    calls: readonly number[],
    signal: AbortSignal,
  ): Promise<[number, Mentions][]> {
    const found = evaluation.found(query)
    const say = sayingsOf(query, evaluation, expansion)
    const counts: [number, Mentions][] = []
    let began = performance.now()
    for (const at of calls) {
      const { serial, firstId } = spoken.callAt(at)
      const start = spoken.starts[at] ?? 0
      const places = found.places(start, spoken.starts[at + 1])
      let mentions = say ? 0 : places.length
      for (let from = 0; say && from < places.length; from += turnsAtOnce) {
        const some = places.slice(from, from + turnsAtOnce)
        for (const { id, text } of getTexts(
          this.#reader,
          some.map((place) => place - start + firstId),
        ))
          mentions += Math.max(1, disjoint(say(wordsOf(text), id - firstId + start)).length)
        if (performance.now() - began < longestSlice) continue
        await setImmediate()
        signal.throwIfAborted()
        began = performance.now()
      }
      counts.push([serial, { mentions, turns: places.length }])
    }
    return counts
  }

  #keep(name: string, counts: ReadonlyMap<number, Mentions>): void {
    this.#kept.delete(name)
    this.#kept.set(name, counts)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break
      this.#kept.delete(oldest)
    }
  }
}

type Sayings = (words: readonly string[], place: number) => readonly Occurrence[]

/**
 * Where a turn that fits says what the query looks for. Of an AND it is its rarest part in that turn; of an OR every branch that the
 * turn fits, in which what overlaps is one. Undefined: it looks for no words, and each turn that fits counts once.
 */
function sayingsOf(query: Query, evaluation: Evaluation, expansion: QueryExpansion): Sayings | undefined {
  switch (query.kind) {
    case 'word':
    case 'phrase':
    case 'beginning':
    case 'near':
      return sayingFinder(query, expansion)
    case 'and': {
      const parts = query.of.flatMap((each) => sayingsOf(each, evaluation, expansion) ?? [])
      if (parts.length < 2) return parts[0]
      return (words, place) =>
        parts
          .map((say) => disjoint(say(words, place)))
          .reduce((rarest, said) => (said.length < rarest.length ? said : rarest))
    }
    case 'or': {
      const branches = query.of.flatMap((branch) => {
        const say = sayingsOf(branch, evaluation, expansion)
        return say ? [{ say, fits: branch.kind === 'and' ? evaluation.found(branch) : null }] : []
      })
      if (branches.length === 0) return undefined
      return (words, place) =>
        branches.flatMap(({ say, fits }) => (fits === null || fits.has(place) ? say(words, place) : []))
    }
    case 'not':
      return query.of.kind === 'not' ? sayingsOf(query.of.of, evaluation, expansion) : undefined
    default:
      return undefined
  }
}

function pairOf<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): [Key, Value][] {
  const value = map.get(key)
  return value === undefined ? [] : [[key, value]]
}
