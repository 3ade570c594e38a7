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
  #whole = $state.raw<ReadonlyMap<string, { readonly hits: readonly Hit[]; readonly shown: number }>>(new Map())
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
    const whole = this.#whole.get(group.call?.callId ?? '')
    return whole?.hits.slice(0, whole.shown) ?? group.hits
  }

  isUnfolded(group: HitGroup): boolean {
    return this.#whole.has(group.call?.callId ?? '')
  }

  /** The other hits of a call, some at a time. Rejects with `RequestFailed`. */
  async unfold({ call }: HitGroup): Promise<void> {
    const found = this.#found
    if (!found || !call) return
    const known = this.#whole.get(call.callId)
    if (known) {
      this.#whole = new Map([...this.#whole, [call.callId, { ...known, shown: known.shown + hitsAStep }]])
      return
    }
    const hits = await this.#allOf(found, call.callId)
    if (this.#found !== found) return
    this.#whole = new Map([...this.#whole, [call.callId, { hits, shown: hitsAStep }]])
  }

  /** Back to the best hits of the call. */
  fold({ call }: HitGroup): void {
    this.#whole = new Map([...this.#whole].filter(([callId]) => callId !== call?.callId))
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

  /** The texts changed, or what is set for their calls. */
  async #unfoldAnew(request: Pick<FoundHits, 'query' | 'chosen' | 'scope'>, signal: AbortSignal): Promise<void> {
    const whole = [...this.#whole].map(async ([callId, { shown }]) => {
      return [callId, { hits: await this.#allOf(request, callId), shown }] as const
    })
    const now = new Map(await Promise.all(whole))
    if (!signal.aborted) this.#whole = now
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
      if (!isSame) this.#whole = new Map()
      else if (!goesOn) await this.#unfoldAnew({ query, chosen, scope }, signal)
      if (signal.aborted) return
      this.#searched = result.searched
      this.#read = { text: query, signs: tokens, trouble: null }
      this.#found = { query, chosen, scope, order, result, groups, more }
      return
    }
  }
}
