/**
 * Counts how often a query is mentioned on each call, for the term grid. Counts are cached until
 * the call is stored again.
 */

import { setImmediate } from 'node:timers/promises'
import type { Reader } from '../database/reader-writer.ts'
import type { Evaluation } from './evaluate-query.ts'
import { disjoint, mentionFinder, type Occurrence } from './occurrences.ts'
import { printQuery, type SearchQuery } from './query.ts'
import { getTexts } from './search-store.ts'
import type { TranscriptCorpus } from './transcript-corpus.ts'
import type { QueryExpansion } from './query-expansion.ts'
import { wordsOf } from '../full-text-index/words.ts'

/** How often a query is mentioned in the matching turns of a call, and the number of those turns. */
export interface Mentions {
  readonly mentions: number
  readonly turns: number
}

/** A query and the transcripts in which its mentions are counted. */
interface MentionQuery {
  readonly query: SearchQuery
  readonly transcripts: TranscriptCorpus
  readonly evaluation: Evaluation
  readonly expansion: QueryExpansion
}

/** Turns read in one statement, and the longest time in milliseconds before other requests get a turn. */
const turnsAtOnce = 500
const maxSliceMs = 20

/** Queries whose counts are cached: enough for two full grids. */
const maxCached = 40

/**
 * Mentions by call, counted in the texts: the index knows which turns match, not how often. The counts of a call are cached by query
 * until the call is stored again. Counting yields to other requests between slices.
 */
export class MentionCounts {
  readonly #reader: Reader
  /** By query and synonyms, least recently used first; each entry is by the serial of the call. */
  readonly #cache = new Map<string, ReadonlyMap<number, Mentions>>()

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** Mentions by index of the call, without calls that have no matching turn. */
  async of(
    mentionQuery: MentionQuery,
    calls: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, Mentions>> {
    const { query, transcripts, expansion } = mentionQuery
    const name = JSON.stringify([printQuery(query), expansion.synonyms])
    const cached = this.#cache.get(name)
    const unknown = calls.filter((at) => !cached?.has(transcripts.callAt(at).serial))
    const counted = unknown.length === 0 ? [] : await this.#count(mentionQuery, unknown, signal)
    const counts = new Map([...(cached ?? []), ...counted])
    this.#store(name, new Map(transcripts.calls.flatMap(({ serial }) => pairOf(counts, serial))))
    return new Map(
      calls.flatMap((at) => {
        const entry = counts.get(transcripts.callAt(at).serial)
        return entry && entry.turns > 0 ? [[at, entry]] : []
      }),
    )
  }

  /** The counts of each call, by the serial number of the call. */
  async #count(
    { query, transcripts, evaluation, expansion }: MentionQuery,
    calls: readonly number[],
    signal: AbortSignal,
  ): Promise<[number, Mentions][]> {
    const found = evaluation.found(query)
    const findMentions = queryMentionFinder(query, evaluation, expansion)
    const counts: [number, Mentions][] = []
    let began = performance.now()
    for (const at of calls) {
      const { serial, firstId } = transcripts.callAt(at)
      const start = transcripts.starts[at] ?? 0
      const positions = found.positions(start, transcripts.starts[at + 1])
      let mentions = findMentions ? 0 : positions.length
      for (let from = 0; findMentions && from < positions.length; from += turnsAtOnce) {
        const some = positions.slice(from, from + turnsAtOnce)
        for (const { id, text } of getTexts(
          this.#reader,
          some.map((position) => position - start + firstId),
        ))
          mentions += Math.max(1, disjoint(findMentions(wordsOf(text), id - firstId + start)).length)
        if (performance.now() - began < maxSliceMs) continue
        await setImmediate()
        signal.throwIfAborted()
        began = performance.now()
      }
      counts.push([serial, { mentions, turns: positions.length }])
    }
    return counts
  }

  #store(name: string, counts: ReadonlyMap<number, Mentions>): void {
    this.#cache.delete(name)
    this.#cache.set(name, counts)
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= maxCached) break
      this.#cache.delete(oldest)
    }
  }
}

type MentionFinder = (words: readonly string[], position: number) => readonly Occurrence[]

/**
 * Finds the mentions in a matching turn. An AND counts its rarest operand in that turn, an OR every branch that the turn matches;
 * overlapping mentions count once. Undefined: the query has no words, and each matching turn counts once.
 */
function queryMentionFinder(
  query: SearchQuery,
  evaluation: Evaluation,
  expansion: QueryExpansion,
): MentionFinder | undefined {
  switch (query.kind) {
    case 'word':
    case 'phrase':
    case 'prefix':
    case 'near':
      return mentionFinder(query, expansion)
    case 'and': {
      const parts = query.of.flatMap((each) => queryMentionFinder(each, evaluation, expansion) ?? [])
      if (parts.length < 2) return parts[0]
      return (words, position) =>
        parts
          .map((findMentions) => disjoint(findMentions(words, position)))
          .reduce((rarest, occurrences) => (occurrences.length < rarest.length ? occurrences : rarest))
    }
    case 'or': {
      const branches = query.of.flatMap((branch) => {
        const findMentions = queryMentionFinder(branch, evaluation, expansion)
        return findMentions ? [{ findMentions, fits: branch.kind === 'and' ? evaluation.found(branch) : null }] : []
      })
      if (branches.length === 0) return undefined
      return (words, position) =>
        branches.flatMap(({ findMentions, fits }) =>
          fits === null || fits.has(position) ? findMentions(words, position) : [],
        )
    }
    case 'not':
      return query.of.kind === 'not' ? queryMentionFinder(query.of.of, evaluation, expansion) : undefined
    default:
      return undefined
  }
}

function pairOf<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): [Key, Value][] {
  const value = map.get(key)
  return value === undefined ? [] : [[key, value]]
}
