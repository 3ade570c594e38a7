/** Runs full-text searches over everything stored, without contacting the service. */

import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { FacetChoice, HitsQuery, FullTextResult } from '#contract/api/transcript-search.ts'
import type { Reader } from '../database/reader-writer.ts'
import { BitSet } from './bit-set.ts'
import { branches, Evaluation } from './evaluate-query.ts'
import { filterAndCount } from './facets.ts'
import { HitGroups } from './hit-groups.ts'
import { readGroups, readRows, readTurns, readDocuments, type ShownCalls, type HitContext } from './hit-pages.ts'
import type { Parsed } from './parse-query.ts'
import type { SearchQuery } from './query.ts'
import { rank, type Branch } from './rank-hits.ts'
import { spanFinder } from './matched-spans.ts'
import type { TranscriptCorpus } from './transcript-corpus.ts'
import { StoredTexts, type Texts } from './stored-texts.ts'
import { searchedTexts, expandQuery, QueryExpansion } from './query-expansion.ts'
import { getDocumentRecords } from './search-store.ts'
import type { DocumentCorpus } from './document-corpus.ts'

type Inputs = ApiInputs['search']
type Outputs = ApiOutputs['search']

interface FullTextDependencies {
  readonly reader: Reader
  readonly isReadOnly: boolean
  /** The library is to be closed. */
  readonly ending: AbortSignal
  readonly calls: ShownCalls
  readonly synonyms: () => readonly (readonly string[])[]
}

/** A call, rating or news item with hits. */
interface FoundText {
  readonly symbol: string
  readonly hits: number
  readonly storedAt: number
  /** When the call began, or the rating or news item was published; null: not stated. */
  readonly at: number | null
  /** Call of a transcript or summary. */
  readonly callId: string | null
  /** Id of the summary, rating or news item in the index; null for a transcript, which is identified by its call. */
  readonly document: number | null
}

/** One that was stored since the search was last looked at. */
export interface UnseenText extends Omit<FoundText, 'document'> {
  /** Null for a transcript. */
  readonly recordId: number | null
}

/** What a query finds before anything of it is chosen. */
interface Found {
  readonly turns: BitSet
  readonly documents: BitSet
  readonly branches: readonly Branch[]
  readonly expansion: QueryExpansion
}

export class TranscriptSearch {
  readonly #dependencies: FullTextDependencies
  readonly #texts: StoredTexts
  #read: ((text: string) => Parsed) | undefined
  #lastParsed: { readonly text: string; readonly parsed: Parsed } | undefined
  #lastFound:
    (Pick<Texts, 'transcripts' | 'documents'> & { readonly of: SearchQuery; readonly found: Found }) | undefined

  constructor(dependencies: FullTextDependencies) {
    this.#dependencies = dependencies
    this.#texts = new StoredTexts(dependencies.reader, dependencies.isReadOnly, dependencies.ending)
  }

  texts(): Promise<Texts> {
    return this.#texts.current()
  }

  async run(request: Inputs['run']): Promise<Outputs['run']> {
    const { queryTokensOf } = await import('./parse-query.ts')
    const parsed = await this.parse(request.query)
    const tokens = queryTokensOf(request.query, parsed.error)
    const texts = await this.texts()
    if (parsed.error) return { understood: false, error: parsed.error, tokens, searched: texts.scope }
    return { understood: true, tokens, result: this.#result(parsed.query, request, texts) }
  }

  async hits({ offset, limit, ...options }: Inputs['hits']): Promise<Outputs['hits']> {
    const parsed = await this.parse(options.query)
    if (parsed.error) return { total: 0, rows: [] }
    const texts = await this.texts()
    const { found, hits, groups } = this.#rank(parsed.query, options, texts)
    const total = hits.turns.count + hits.documents.count
    return {
      total,
      rows: readRows(groups, hits, this.#hitContext(parsed.query, texts, found.expansion), offset, limit),
    }
  }

  async inCall({ query, chosen, callId }: Inputs['inCall']): Promise<Outputs['inCall']> {
    const parsed = await this.parse(query)
    if (parsed.error) return { hits: [], error: parsed.error }
    const texts = await this.texts()
    const { transcripts, documents } = texts
    const found = this.#find(parsed.query, texts)
    const at = transcripts.calls.findIndex((call) => call.callId === callId)
    const turns = new BitSet(transcripts.size)
    if (at >= 0) turns.addRange(transcripts.starts[at] ?? 0, transcripts.starts[at + 1] ?? 0)
    const items = new BitSet(documents.size)
    for (const position of documents.ofCall(callId)) items.add(position)
    const inThisCall = { turns: turns.and(found.turns), documents: items.and(found.documents) }
    const hits = filterAndCount(transcripts, documents, inThisCall, chosen)
    const context = this.#hitContext(parsed.query, texts, found.expansion)
    const summaries = [...readDocuments(hits.documents.positions(), context).values()].map(({ hit }) => hit)
    return { hits: [...readTurns(hits.turns.positions(), context).values(), ...summaries], error: null }
  }

  /** The grammar is loaded with the first query, because loading it would delay the start of the program. */
  async parse(text: string): Promise<Parsed> {
    if (!this.#read) {
      const { queryReader } = await import('./parse-query.ts')
      this.#read = queryReader()
    }
    if (this.#lastParsed?.text !== text) this.#lastParsed = { text, parsed: this.#read(text) }
    return this.#lastParsed.parsed
  }

  /** The number of hits within the chosen values: all, and those in texts that are unseen by when they were stored, ms UTC. */
  async count(
    query: SearchQuery,
    chosen: FacetChoice,
    isUnseen: (storedAt: number) => boolean,
  ): Promise<{ hits: number; unseen: number }> {
    const texts = await this.texts()
    const { transcripts, documents } = texts
    const found = this.#find(query, texts)
    const isFree = Object.values(chosen).every((values) => values === undefined)
    const hits = isFree ? found : filterAndCount(transcripts, documents, found, chosen)
    const unseen = { turns: 0, documents: 0 }
    for (const [at, count] of transcripts.countByCall(hits.turns).entries())
      if (isUnseen(transcripts.callAt(at).storedAt)) unseen.turns += count
    hits.documents.forEach((position) => {
      if (isUnseen(documents.itemAt(position).storedAt)) unseen.documents += 1
    })
    return { hits: hits.turns.count + hits.documents.count, unseen: unseen.turns + unseen.documents }
  }

  /** The hits of each call that has some, in its transcript and its summary. */
  async hitsByCall(query: SearchQuery, chosen: FacetChoice): Promise<ReadonlyMap<string, number>> {
    const texts = await this.texts()
    const { transcripts, documents } = texts
    const found = this.#find(query, texts)
    const isFree = Object.values(chosen).every((values) => values === undefined)
    const hits = isFree ? found : filterAndCount(transcripts, documents, found, chosen)
    const counts = new Map<string, number>()
    const add = (callId: string | null, count: number) => {
      if (callId !== null && count > 0) counts.set(callId, (counts.get(callId) ?? 0) + count)
    }
    for (const [at, count] of transcripts.countByCall(hits.turns).entries()) add(transcripts.callAt(at).callId, count)
    hits.documents.forEach((position) => add(documents.itemAt(position).callId, 1))
    return counts
  }

  /** Calls, ratings and news of any symbol that were stored after `since`, with their numbers of hits. */
  async unseenTexts(query: SearchQuery, chosen: FacetChoice, since: number): Promise<UnseenText[]> {
    const unseen = (await this.foundTexts(query, chosen)).filter(({ storedAt }) => storedAt > since)
    const records = getDocumentRecords(
      this.#dependencies.reader,
      unseen.flatMap(({ document }) => document ?? []),
    )
    return unseen.flatMap(({ document, ...text }): UnseenText[] => {
      if (document === null) return [{ ...text, recordId: null }]
      const recordId = records.get(document)
      // Another process has replaced it meanwhile.
      return recordId === undefined ? [] : [{ ...text, recordId }]
    })
  }

  /** Calls, ratings and news of any symbol, with their numbers of hits. */
  async foundTexts(query: SearchQuery, chosen: FacetChoice): Promise<FoundText[]> {
    const texts = await this.texts()
    const { transcripts, documents } = texts
    const hits = filterAndCount(transcripts, documents, this.#find(query, texts), chosen)
    const found: FoundText[] = []
    for (const [position, count] of transcripts.countByCall(hits.turns).entries()) {
      if (count === 0) continue
      const { symbol, storedAt, startedAt, callId } = transcripts.callAt(position)
      if (symbol !== null) found.push({ symbol, hits: count, storedAt, at: startedAt, callId, document: null })
    }
    hits.documents.forEach((position) => {
      const { id, symbol, storedAt, at, callId } = documents.itemAt(position)
      if (symbol !== null) found.push({ symbol, hits: 1, storedAt, at, callId, document: id })
    })
    return found
  }

  /** For counting mentions in turns. */
  transcriptEvaluation({ transcripts }: Texts): { evaluation: Evaluation; expansion: QueryExpansion } {
    const expansion = this.#expansion()
    return { evaluation: new Evaluation(transcripts, expansion), expansion }
  }

  #result(query: SearchQuery, { offset, limit, ...options }: Inputs['run'], texts: Texts): FullTextResult {
    const { found, hits, ranking, groups } = this.#rank(query, options, texts)
    const context = this.#hitContext(query, texts, found.expansion)
    return {
      hits: hits.turns.count + hits.documents.count,
      calls: groups.calls,
      companies: groups.companies,
      groups: readGroups(groups.page(offset, limit), hits, ranking, context),
      facets: hits.facets,
      widened: expandQuery(query, found.expansion),
      searched: texts.scope,
    }
  }

  #rank(query: SearchQuery, { chosen, calls, order }: HitsQuery, texts: Texts) {
    const { transcripts, documents } = texts
    const all = this.#find(query, texts)
    const found = calls ? { ...all, ...withinCalls(transcripts, documents, all, calls) } : all
    const hits = filterAndCount(transcripts, documents, found, chosen)
    const ranking = rank(
      transcripts,
      documents,
      found.branches.map((branch) => ({
        turns: branch.turns.and(hits.turns),
        documents: branch.documents.and(hits.documents),
      })),
    )
    // Without words all hits rank the same.
    const hasNoRanking = order === 'best' && searchedTexts(query).length === 0
    return { found, hits, ranking, groups: new HitGroups(texts, hits, ranking, hasNoRanking ? 'newest' : order) }
  }

  /** A choice, another order and the next page are of the same query, so its last result is kept until a text or a synonym changes. */
  #find(query: SearchQuery, { transcripts, documents }: Texts): Found {
    const expansion = this.#expansion()
    const last = this.#lastFound
    const isKnown =
      last?.of === query &&
      last.transcripts === transcripts &&
      last.documents === documents &&
      hasSame(last.found.expansion.synonyms, expansion.synonyms)
    if (isKnown) return last.found
    const [inTurns, inDocuments] = [new Evaluation(transcripts, expansion), new Evaluation(documents, expansion)]
    const found = {
      turns: inTurns.found(query),
      documents: inDocuments.found(query),
      branches: branches(query).map((branch) => ({
        turns: inTurns.found(branch),
        documents: inDocuments.found(branch),
      })),
      expansion,
    }
    this.#lastFound = { of: query, transcripts, documents, found }
    return found
  }

  #expansion(): QueryExpansion {
    return new QueryExpansion(this.#dependencies.reader, this.#dependencies.synonyms())
  }

  #hitContext(query: SearchQuery, texts: Texts, expansion: QueryExpansion): HitContext {
    const { reader, calls } = this.#dependencies
    return { reader, texts, calls, spansOf: spanFinder(searchedTexts(query), expansion) }
  }
}

/** Limits hits to the turns of these calls, which a cell of the term grid counts. */
function withinCalls(
  transcripts: TranscriptCorpus,
  documents: DocumentCorpus,
  { turns }: { readonly turns: BitSet },
  calls: readonly string[],
): { turns: BitSet; documents: BitSet } {
  const wanted = new Set(calls)
  const within = new BitSet(transcripts.size)
  for (const [at, { callId }] of transcripts.calls.entries())
    if (wanted.has(callId)) within.addRange(transcripts.starts[at] ?? 0, transcripts.starts[at + 1] ?? 0)
  return { turns: turns.and(within), documents: new BitSet(documents.size) }
}

function hasSame(left: readonly (readonly string[])[], right: readonly (readonly string[])[]): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
