/** The state of a transcript search: query, filters, and the latest hits. */

import type { Announcement } from '#contract/api/api.ts'
import type { Failure } from '#contract/failure.ts'
import type {
  Facet,
  FacetChoice,
  Hit,
  HitGroup,
  HitsQuery,
  SearchScope,
  FullTextResult,
} from '#contract/api/transcript-search.ts'
import type { After } from '../core-client/timeout.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { Query } from '../core-client/query.svelte.ts'
import type { ReadQuery } from './query-parts.ts'

/** The query is sent when the typing stops for so long, in milliseconds. */
export const typingPause = 180
const groupsAPage = 12
/** The most hits that the core returns at once. */
const mostGroups = 100
const hitsAStep = 50

export type HitOrder = HitsQuery['order']

/** Some calls alone: what a cell of the term grid counts. */
export interface Scope {
  readonly label: string
  readonly calls: readonly string[]
}

/** The results, with the text they are for. */
export interface FoundHits {
  readonly query: string
  readonly chosen: FacetChoice
  readonly scope: Scope | null
  readonly order: HitOrder
  readonly result: FullTextResult
  readonly groups: readonly HitGroup[]
  /** There may be more groups. */
  readonly more: boolean
}

/** A call whose hits are shown beyond the best. */
interface UnfoldedCall {
  /** Null while they are being read. */
  readonly hits: readonly Hit[] | null
  readonly shown: number
}

interface TranscriptSearchDependencies {
  readonly search: Pick<Core['search'], 'run' | 'inCall'>
  readonly changes: Pick<Changes, 'listen'>
  readonly after: After
  /** The typing stopped. */
  readonly paused: () => void
}

/** Announcements that may change the hits. */
export function changesHits({ kind }: Announcement): boolean {
  return kind === 'call' || kind === 'calls' || kind === 'ratings' || kind === 'news' || kind === 'searches'
}

/** A search over every stored text. What was found stays until something else is; a query in trouble finds nothing else. */
export class TranscriptSearch {
  readonly #dependencies: TranscriptSearchDependencies
  readonly #query: Query<void>
  #text = $state('')
  #chosen = $state.raw<FacetChoice>({})
  #order = $state<HitOrder>('best')
  #scope = $state.raw<Scope | null>(null)
  #read = $state.raw<ReadQuery | null>(null)
  #found = $state.raw<FoundHits | null>(null)
  #searched = $state.raw<SearchScope | null>(null)
  #groups = groupsAPage
  /** The next request continues after what was found; any other starts over. */
  #goesOn = false
  /** By call. */
  #unfolded = $state.raw<ReadonlyMap<string, UnfoldedCall>>(new Map())
  #stop = () => {}

  constructor(dependencies: TranscriptSearchDependencies) {
    this.#dependencies = dependencies
    this.#query = new Query(dependencies.changes, { after: dependencies.after, reloadOn: changesHits })
  }

  /** The text of the box. */
  get text(): string {
    return this.#text
  }

  get chosen(): FacetChoice {
    return this.#chosen
  }

  get order(): HitOrder {
    return this.#order
  }

  get scope(): Scope | null {
    return this.#scope
  }

  /** The text as the core read it last. */
  get read(): ReadQuery | null {
    return this.#read
  }

  get found(): FoundHits | null {
    return this.#text.trim() === '' ? null : this.#found
  }

  /** Null before the first result. */
  get searched(): SearchScope | null {
    return this.#searched
  }

  get failure(): Failure | null {
    return this.#query.failure
  }

  get settledAt(): number | null {
    return this.#query.settledAt
  }

  get loading(): boolean {
    return this.#query.loading
  }

  get slow(): boolean {
    return this.#query.slow && this.#found === null
  }

  /** The request that the box and the filters make up. */
  get request(): Pick<FoundHits, 'query' | 'chosen' | 'order' | 'scope'> {
    return { query: this.#text, chosen: this.#chosen, order: this.#order, scope: this.#scope }
  }

  get facets(): readonly Facet[] {
    return this.found?.result.facets ?? []
  }

  get anyChosen(): boolean {
    return Object.values(this.#chosen).some((values) => (values?.length ?? 0) > 0)
  }

  /** Letter by letter: the query is sent when the typing stops. */
  typed(text: string): void {
    this.#text = text
    this.#scope = null
    this.#stop()
    this.#stop = this.#dependencies.after(typingPause, () => void this.now())
  }

  /** From a saved search, or another screen. */
  async seek(query: string, chosen: FacetChoice = {}, scope: Scope | null = null): Promise<void> {
    this.#text = query
    this.#chosen = chosen
    this.#scope = scope
    await this.now()
  }

  /** Sends the query without waiting for the typing to stop. */
  async now(): Promise<void> {
    this.#stop()
    this.#dependencies.paused()
    this.#groups = groupsAPage
    this.#goesOn = false
    await this.#load()
  }

  async orderBy(order: HitOrder): Promise<void> {
    this.#order = order
    await this.now()
  }

  async toggle(name: Facet['name'], value: string): Promise<void> {
    const before = this.#chosen[name] ?? []
    const values = before.includes(value) ? before.filter((each) => each !== value) : [...before, value]
    const { [name]: _, ...others } = this.#chosen
    this.#chosen = values.length > 0 ? { ...others, [name]: values } : others
    await this.now()
  }

  async clearChosen(): Promise<void> {
    this.#chosen = {}
    await this.now()
  }

  async clearScope(): Promise<void> {
    this.#scope = null
    await this.now()
  }

  async reload(): Promise<void> {
    await this.#query.reload()
  }

  /** Loads the next groups. */
  async showMore(): Promise<void> {
    if (!this.#found?.more || this.loading) return
    this.#groups += groupsAPage
    this.#goesOn = true
    await this.#load()
  }

  /** All hits of an expanded group; else its best. */
  hitsOf(group: HitGroup): readonly Hit[] {
    const unfolded = this.#unfolded.get(group.call?.callId ?? '')
    return unfolded?.hits?.slice(0, unfolded.shown) ?? group.hits
  }

  isUnfolded(group: HitGroup): boolean {
    return this.#unfolded.get(group.call?.callId ?? '')?.hits != null
  }

  /** The other hits of a call, some at a time. Rejects with `RequestFailed`. */
  async unfold({ call }: HitGroup): Promise<void> {
    const found = this.#found
    if (!found || !call) return
    const { callId } = call
    const known = this.#unfolded.get(callId)
    if (known) {
      if (known.hits) this.#setUnfolded(callId, { ...known, shown: known.shown + hitsAStep })
      return
    }
    const unfolding: UnfoldedCall = { hits: null, shown: hitsAStep }
    // Meanwhile the call may have been folded, read with all others, or be one of another search.
    const isLatest = () => this.#unfolded.get(callId) === unfolding
    this.#setUnfolded(callId, unfolding)
    try {
      const hits = await this.#allOf(found, callId)
      if (isLatest()) this.#setUnfolded(callId, { ...unfolding, hits })
    } catch (error) {
      if (isLatest()) this.fold({ call })
      throw error
    }
  }

  /** Back to the best hits of the call. */
  fold({ call }: Pick<HitGroup, 'call'>): void {
    this.#unfolded = new Map([...this.#unfolded].filter(([callId]) => callId !== call?.callId))
  }

  close(): void {
    this.#stop()
    this.#query.close()
  }

  async #load(): Promise<void> {
    await this.#query.run((signal) => this.#run(signal))
  }

  /** In a cell's calls only turns. */
  async #allOf({ query, chosen, scope }: Pick<FoundHits, 'query' | 'chosen' | 'scope'>, callId: string) {
    const { hits } = await this.#dependencies.search.inCall({ query, chosen, callId })
    return scope ? hits.filter(({ kind }) => kind === 'turn') : hits
  }

  #setUnfolded(callId: string, unfolded: UnfoldedCall): void {
    this.#unfolded = new Map([...this.#unfolded, [callId, unfolded]])
  }

  /** The texts changed, or what is set for their calls. What the user folds or unfolds meanwhile stays so. */
  async #unfoldAnew(request: Pick<FoundHits, 'query' | 'chosen' | 'scope'>, signal: AbortSignal): Promise<void> {
    const calls = [...this.#unfolded.keys()].map(
      async (callId) => [callId, await this.#allOf(request, callId)] as const,
    )
    const read = new Map(await Promise.all(calls))
    if (signal.aborted) return
    this.#unfolded = new Map(
      [...this.#unfolded].map(([callId, unfolded]) => {
        const hits = read.get(callId)
        return [callId, hits ? { ...unfolded, hits } : unfolded]
      }),
    )
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { query, chosen, order, scope } = this.request
    const [wanted, goesOn] = [this.#groups, this.#goesOn]
    this.#goesOn = false
    const request = { query, chosen, order, ...(scope && { calls: [...scope.calls] }) }
    const groups: HitGroup[] = goesOn ? [...(this.#found?.groups ?? [])] : []
    for (;;) {
      const limit = Math.min(mostGroups, wanted - groups.length)
      const response = await this.#dependencies.search.run({ ...request, offset: groups.length, limit }, { signal })
      if (signal.aborted) return
      if (!response.understood) {
        this.#searched = response.searched
        this.#read = { text: query, signs: response.tokens, trouble: query.trim() === '' ? null : response.error }
        return
      }
      const { result, tokens } = response
      groups.push(...result.groups)
      const more = result.groups.length === limit
      if (more && groups.length < wanted) continue
      const before = this.#found
      const isSame = before?.query === query && before.chosen === chosen && before.scope === scope
      if (!isSame) this.#unfolded = new Map()
      else if (!goesOn) await this.#unfoldAnew({ query, chosen, scope }, signal)
      if (signal.aborted) return
      this.#searched = result.searched
      this.#read = { text: query, signs: tokens, trouble: null }
      this.#found = { query, chosen, scope, order, result, groups, more }
      return
    }
  }
}
