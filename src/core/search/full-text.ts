import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { FacetChoice, HitsQuery, FullTextResult } from '#contract/api/transcript-search.ts'
import type { Reader } from '../database/reader-writer.ts'
import { BitSet } from './bit-set.ts'
import { branches, Evaluation } from './evaluate.ts'
import { chooseAndCount } from './facets.ts'
import {
  groupsOf,
  readGroups,
  readRows,
  readTurns,
  readDocuments,
  type ShownCalls,
  type HitContext,
} from './hit-pages.ts'
import type { Parsed } from './parse-query.ts'
import type { Query } from './query.ts'
import { rank, type Branch } from './rank.ts'
import { spanFinder } from './matched-spans.ts'
import type { TranscriptCorpus } from './transcript-corpus.ts'
import { StoredTexts, type Texts } from './stored-texts.ts'
import { companyName } from './turn-values.ts'
import { searchedTexts, expandQuery, QueryExpansion } from './query-expansion.ts'
import type { DocumentCorpus } from './document-corpus.ts'

type Questions = ApiInputs['search']
type Answers = ApiOutputs['search']

export interface FullTextDependencies {
  readonly reader: Reader
  readonly isReadOnly: boolean
  readonly calls: ShownCalls
  readonly synonyms: () => readonly (readonly string[])[]
}

/** A call, rating or news item with hits that came after a moment. */
export interface UnseenText {
  readonly symbol: string
  readonly hits: number
  readonly storedAt: number
  /** Of a transcript or summary. */
  readonly callId: string | null
  /** Of a rating or news item; null of a transcript, which is known by its call. */
  readonly recordId: number | null
}

/** Full text over everything stored. Nothing here asks the service. */
export class FullText {
  readonly #dependencies: FullTextDependencies
  readonly #texts: StoredTexts
  #read: ((text: string) => Parsed) | undefined

  constructor(dependencies: FullTextDependencies) {
    this.#dependencies = dependencies
    this.#texts = new StoredTexts(dependencies.reader, dependencies.isReadOnly)
  }

  get texts(): Texts {
    return this.#texts.now
  }

  /** When the newest text came to the library, ms UTC; 0 when there is none. */
  get latestStoredAt(): number {
    const { spoken, written } = this.texts
    const newest = (texts: readonly { readonly storedAt: number }[]) =>
      texts.reduce((latest, { storedAt }) => Math.max(latest, storedAt), 0)
    return Math.max(newest(spoken.calls), newest(written.items))
  }

  async run(question: Questions['run']): Promise<Answers['run']> {
    const { signsOf } = await import('./parse-query.ts')
    const parsed = await this.parse(question.query)
    const signs = signsOf(question.query, parsed.trouble)
    if (parsed.trouble) return { understood: false, trouble: parsed.trouble, signs, searched: this.texts.through }
    return { understood: true, signs, answer: this.#answer(parsed.query, question) }
  }

  async hits({ offset, limit, ...wanted }: Questions['hits']): Promise<Answers['hits']> {
    const parsed = await this.parse(wanted.query)
    if (parsed.trouble) return { total: 0, rows: [] }
    const { texts } = this
    const { found, hits, groups } = this.#rank(parsed.query, wanted, texts)
    const total = hits.turns.count + hits.written.count
    return {
      total,
      rows: readRows(groups, hits, this.#hitContext(parsed.query, texts, found.expansion), offset, limit),
    }
  }

  async inCall({ query, chosen, callId }: Questions['inCall']): Promise<Answers['inCall']> {
    const parsed = await this.parse(query)
    if (parsed.trouble) return { hits: [], trouble: parsed.trouble }
    const { texts } = this
    const { spoken, written } = texts
    const found = this.#find(parsed.query, texts)
    const at = spoken.calls.findIndex((call) => call.callId === callId)
    const turns = new BitSet(spoken.size)
    if (at >= 0) turns.addRange(spoken.starts[at] ?? 0, spoken.starts[at + 1] ?? 0)
    const items = new BitSet(written.size)
    for (const [place, item] of written.items.entries()) if (item.callId === callId) items.add(place)
    const inIt = { turns: turns.and(found.turns), written: items.and(found.written) }
    const hits = chooseAndCount(spoken, written, inIt, chosen)
    const told = this.#hitContext(parsed.query, texts, found.expansion)
    const summaries = [...readDocuments(hits.written.places(), told).values()].map(({ hit }) => hit)
    return { hits: [...summaries, ...readTurns(hits.turns.places(), told).values()], trouble: null }
  }

  /** The grammar is read when the first query comes: it would delay the start of the program. */
  async parse(text: string): Promise<Parsed> {
    if (!this.#read) {
      const { queryReader } = await import('./parse-query.ts')
      this.#read = queryReader()
    }
    return this.#read(text)
  }

  /** Hits within the chosen values, counted: all, and those of texts that came after a moment. */
  count(query: Query, chosen: FacetChoice, since: number): { hits: number; fresh: number } {
    const { texts } = this
    const { spoken, written } = texts
    const found = this.#find(query, texts)
    const isFree = Object.values(chosen).every((values) => values === undefined)
    const hits = isFree ? found : chooseAndCount(spoken, written, found, chosen)
    const fresh = { turns: 0, written: 0 }
    for (const [at, count] of spoken.countByCall(hits.turns).entries())
      if (spoken.callAt(at).storedAt > since) fresh.turns += count
    hits.written.each((place) => {
      if (written.itemAt(place).storedAt > since) fresh.written += 1
    })
    return { hits: hits.turns.count + hits.written.count, fresh: fresh.turns + fresh.written }
  }

  /** The same by text: each call, rating or news item of a symbol that came after a moment, with its hits. */
  unseenTexts(query: Query, chosen: FacetChoice, since: number): UnseenText[] {
    const { texts } = this
    const { spoken, written } = texts
    const hits = chooseAndCount(spoken, written, this.#find(query, texts), chosen)
    const fresh: UnseenText[] = []
    const add = (text: Omit<UnseenText, 'symbol' | 'hits'> & { symbol: string | null }, hits: number) => {
      const { symbol, storedAt, callId, recordId } = text
      if (symbol !== null && hits > 0 && storedAt > since) fresh.push({ symbol, hits, storedAt, callId, recordId })
    }
    for (const [at, count] of spoken.countByCall(hits.turns).entries())
      add({ ...spoken.callAt(at), recordId: null }, count)
    hits.written.each((place) => add(written.itemAt(place), 1))
    return fresh
  }

  /** For counting in the turns what queries find there. */
  transcriptEvaluation({ spoken }: Texts): { evaluation: Evaluation; expansion: QueryExpansion } {
    const expansion = this.#expansion()
    return { evaluation: new Evaluation(spoken, expansion), expansion }
  }

  #answer(query: Query, { offset, limit, ...wanted }: Questions['run']): FullTextResult {
    const { texts } = this
    const { found, hits, ranking, groups } = this.#rank(query, wanted, texts)
    const told = this.#hitContext(query, texts, found.expansion)
    return {
      hits: hits.turns.count + hits.written.count,
      calls: groups.filter(({ callId }) => callId !== null).length,
      companies: companiesOf(texts, groups),
      groups: readGroups(groups.slice(offset, offset + limit), hits, ranking, told),
      facets: hits.facets,
      widened: expandQuery(query, found.expansion),
      searched: texts.through,
    }
  }

  #rank(query: Query, { chosen, calls, order }: HitsQuery, texts: Texts) {
    const { spoken, written } = texts
    const all = this.#find(query, texts)
    const found = calls ? { ...all, ...withinCalls(spoken, written, all, calls) } : all
    const hits = chooseAndCount(spoken, written, found, chosen)
    const ranking = rank(
      spoken,
      written,
      found.branches.map((branch) => ({
        turns: branch.turns.and(hits.turns),
        written: branch.written.and(hits.written),
      })),
    )
    // Without words one hit is as good as another.
    const isAlike = order === 'best' && searchedTexts(query).length === 0
    return { found, hits, ranking, groups: groupsOf(texts, hits, ranking, isAlike ? 'newest' : order) }
  }

  #find(
    query: Query,
    { spoken, written }: Texts,
  ): { turns: BitSet; written: BitSet; branches: Branch[]; expansion: QueryExpansion } {
    const expansion = this.#expansion()
    const [inTurns, inDocuments] = [new Evaluation(spoken, expansion), new Evaluation(written, expansion)]
    return {
      turns: inTurns.found(query),
      written: inDocuments.found(query),
      branches: branches(query).map((branch) => ({ turns: inTurns.found(branch), written: inDocuments.found(branch) })),
      expansion,
    }
  }

  #expansion(): QueryExpansion {
    return new QueryExpansion(this.#dependencies.reader, this.#dependencies.synonyms())
  }

  #hitContext(query: Query, texts: Texts, expansion: QueryExpansion): HitContext {
    const { reader, calls } = this.#dependencies
    return { reader, texts, calls, spansOf: spanFinder(searchedTexts(query), expansion) }
  }
}

/** Of what was found, the turns of these calls: what the term grid counts. */
function withinCalls(
  spoken: TranscriptCorpus,
  written: DocumentCorpus,
  { turns }: { readonly turns: BitSet },
  calls: readonly string[],
): { turns: BitSet; written: BitSet } {
  const wanted = new Set(calls)
  const within = new BitSet(spoken.size)
  for (const [at, { callId }] of spoken.calls.entries())
    if (wanted.has(callId)) within.addRange(spoken.starts[at] ?? 0, spoken.starts[at + 1] ?? 0)
  return { turns: turns.and(within), written: new BitSet(written.size) }
}

function companiesOf({ spoken, written }: Texts, groups: ReturnType<typeof groupsOf>): number {
  const { companies, companyOf } = spoken.values
  const known = new Set<number>()
  const others = new Set<string>()
  for (const {
    call,
    written: [place = 0],
  } of groups) {
    if (call !== null) known.add(companyOf[call] ?? 0)
    else others.add(companyName(written.itemAt(place)) ?? '')
  }
  for (const number of known) others.add(companies.values[number] ?? '')
  others.delete('')
  return others.size
}
