/**
 * The state of a securities search: the library is searched at each key press, the service after a
 * pause.
 */

import type { FacetName, SecurityHit } from '#contract/api/securities.ts'
import type { Failure } from '#contract/failure.ts'
import type { SearchType } from '#contract/service/security-fields.ts'
import type { After } from '../core-client/timeout.ts'
import type { Changes } from '../core-client/changes.ts'
import { failureToShow } from '../core-client/request-failed.ts'
import type { FindResult, FindRequest, SearchApi } from './search-api.ts'
import { isName } from './search-kinds.ts'

/** Milliseconds without typing after which the service is searched. */
export const typingPause = 300
/** News of other changes is read together. */
const newsPause = 250
/** A wait shorter than this draws no skeleton (docs/look.md, States). */
const slowAfter = 150
const fewRows = 100
/** The most securities that the core returns at once. */
const mostRows = 500

export type Chosen = Readonly<Partial<Record<FacetName, readonly string[]>>>

/** Whether the same search continues, which keeps its filters. Another one begins without. */
function continues(text: string, before: string): boolean {
  return text !== '' && before !== '' && (text.startsWith(before) || before.startsWith(text))
}

/** State of the service's search for the text in the box. */
export type ServiceState =
  | { readonly is: 'notRequested' }
  | { readonly is: 'requesting' }
  | {
      readonly is: 'received'
      readonly type: SearchType
      /** The text that was requested as that kind. */
      readonly value: string
      /** How many matches it reports, if it does. */
      readonly found: number | null
      /** Records received over all requested pages. */
      readonly fetched: number
      /** Records of the first page that are in no list, since nothing identifies them. */
      readonly unidentified: number
      readonly pages: number
      readonly at: number
    }
  | { readonly is: 'failed'; readonly failure: Failure; readonly at: number }

interface SearchDependencies {
  readonly api: SearchApi
  readonly changes: Pick<Changes, 'listen'>
  readonly after: After
  readonly now: () => number
  /** No request can succeed, as far as is known. */
  readonly offline: () => boolean
  /** The typing stopped, or a kind was chosen. */
  readonly paused?: () => void
}

/**
 * One search over library and service. The library is searched at each key press, the service after a pause, or at once when the user
 * requests it. Requests are numbered, so that a late result never replaces that of a later request.
 */
export class SecuritiesSearch {
  #text = $state('')
  #type = $state<SearchType | null>(null)
  #chosen = $state.raw<Chosen>({})
  #result = $state.raw<FindResult | null>(null)
  #resultText = $state('')
  #failure = $state.raw<Failure | null>(null)
  #slow = $state(false)
  #service = $state.raw<ServiceState>({ is: 'notRequested' })
  /** Securities in the service's result to this text: they keep that mark when they are read from the library again. */
  #served = $state.raw<ReadonlySet<string>>(new Set())
  #fetching = $state.raw<{ readonly done: number; readonly of: number } | null>(null)
  #limit = fewRows
  #latest = 0
  #shown = 0
  #reading: Promise<void> = Promise.resolve()
  #library = new AbortController()
  #online = new AbortController()
  #stopPause = () => {}
  #stopNews = () => {}
  readonly #with: SearchDependencies
  readonly #unlisten: () => void

  constructor(dependencies: SearchDependencies) {
    this.#with = dependencies
    this.#unlisten = dependencies.changes.listen(({ kind }) => {
      if (kind === 'securities' || kind === 'fundamentals' || kind === 'reconnected') this.#libraryChanged()
    })
    this.#searchLibrary()
  }

  get text(): string {
    return this.#text
  }

  /** The kind chosen by hand; null: recognised. */
  get type(): SearchType | null {
    return this.#type
  }

  get chosen(): Chosen {
    return this.#chosen
  }

  get anyChosen(): boolean {
    return Object.values(this.#chosen).some((values) => values.length > 0)
  }

  /** The latest result, which may be to the text before while the core reads. */
  get result(): FindResult | null {
    return this.#result
  }

  /** The text that the result is to. */
  get resultText(): string {
    return this.#resultText
  }

  get hits(): readonly SecurityHit[] {
    return this.#result?.hits ?? []
  }

  /** Why the library could not be searched. */
  get failure(): Failure | null {
    return this.#failure
  }

  /** There is no result yet, and it takes long. */
  get slow(): boolean {
    return this.#slow && this.#result === null
  }

  get service(): ServiceState {
    return this.#service
  }

  /** More pages are being fetched: records so far, and all there are. */
  get fetching(): { readonly done: number; readonly of: number } | null {
    return this.#fetching
  }

  /** More matches are in the library than were handed out. */
  get canShowMore(): boolean {
    return this.hits.length < mostRows && this.hits.length < (this.#result?.found ?? 0)
  }

  isFromService(hit: SecurityHit): boolean {
    return hit.source === 'service' || this.#served.has(hit.id)
  }

  typed(text: string): void {
    if (text === this.#text) return
    // A kind may be chosen before anything is typed; another text is recognised again.
    this.#begin(text, this.#text === '' || continues(text, this.#text) ? this.#type : null)
    this.#pauseThenSearch()
  }

  /** A whole text from elsewhere, as from the palette: nothing more will be typed. */
  seek(text: string, type: SearchType | null = null): void {
    this.#begin(text, type)
    if (text.trim() !== '') void this.#searchWhenWorthIt()
  }

  choose(type: SearchType | null): void {
    if (type === this.#type) return
    this.#begin(this.#text, type)
    this.#with.paused?.()
    if (this.#text.trim() !== '') void this.#searchWhenWorthIt()
  }

  toggle(facet: FacetName, value: string): void {
    const before = this.#chosen[facet] ?? []
    const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
    this.#chosen = { ...this.#chosen, [facet]: after }
    this.#searchLibrary()
  }

  clearChosen(): void {
    this.#chosen = {}
    this.#searchLibrary()
  }

  showMore(): void {
    if (!this.canShowMore || this.#limit === mostRows) return
    this.#limit = mostRows
    this.#searchLibrary()
  }

  /** Resolves when the result is for the text in the box, or unavailable. */
  async settled(): Promise<void> {
    let waited: Promise<void> | null = null
    while (waited !== this.#reading) {
      waited = this.#reading
      await waited
    }
  }

  /** Requests from the service, even if the network seems unavailable. Never rejects. */
  async fetchFromService(): Promise<void> {
    this.#stopPause()
    this.#online.abort()
    if (this.#text.trim() === '') return
    const { signal } = (this.#online = new AbortController())
    const number = ++this.#latest
    const text = this.#text
    this.#service = { is: 'requesting' }
    try {
      const result = await this.#with.api.find(this.#requestOf('service'), signal)
      if (signal.aborted) return
      this.#served = new Set(result.hits.filter(({ source }) => source === 'service').map(({ id }) => id))
      this.#service = this.#stateAfter(result)
      if (number > this.#shown) this.#show(result, number, text)
      else this.#searchLibrary()
    } catch (error) {
      if (signal.aborted) return
      const failure = failureToShow(error)
      this.#service = failure ? { is: 'failed', failure, at: this.#with.now() } : { is: 'notRequested' }
    }
  }

  /** Fetches that many more pages of the service's results, then shows what the library has. Never rejects. */
  async fetchPages(pages: number): Promise<void> {
    const before = this.#service
    if (before.is !== 'received' || this.#fetching !== null) return
    const { signal } = (this.#online = new AbortController())
    const { type, value: query } = before
    let { fetched } = before
    try {
      for (let page = before.pages + 1; page <= before.pages + pages; page += 1) {
        this.#fetching = { done: fetched, of: before.found ?? fetched }
        const { count, ids } = await this.#with.api.fetchPage({ query, type, page }, signal)
        if (signal.aborted) return
        fetched += count
        this.#served = new Set([...this.#served, ...ids])
        const all = count === 0
        this.#service = { ...before, fetched, pages: page, found: all ? fetched : before.found, at: this.#with.now() }
        if (all || fetched >= (before.found ?? Infinity)) break
      }
    } catch (error) {
      if (signal.aborted) return
      const failure = failureToShow(error)
      if (failure) this.#service = { is: 'failed', failure, at: this.#with.now() }
    } finally {
      // Also after it was stopped, since the records fetched before that are in the library.
      this.#fetching = null
      if (this.#service.is !== 'notRequested') {
        this.#limit = mostRows
        this.#searchLibrary()
      }
    }
  }

  stopFetching(): void {
    if (this.#fetching !== null) this.#online.abort()
  }

  /** Looks once more, in the library and at the service. */
  retry(): void {
    this.#searchLibrary()
    if (this.#service.is === 'failed') void this.fetchFromService()
  }

  close(): void {
    this.#unlisten()
    this.#stopPause()
    this.#stopNews()
    this.#library.abort()
    this.#online.abort()
  }

  #begin(text: string, type: SearchType | null): void {
    if (!continues(text, this.#text)) this.#chosen = {}
    this.#text = text
    this.#type = type
    this.#limit = fewRows
    this.#stopPause()
    this.#online.abort()
    this.#service = { is: 'notRequested' }
    this.#served = new Set()
    this.#searchLibrary()
  }

  #pauseThenSearch(): void {
    this.#stopPause = this.#with.after(typingPause, () => {
      this.#with.paused?.()
      void this.#searchWhenWorthIt()
    })
  }

  /** A name is not sent unless the user insists. */
  async #searchWhenWorthIt(): Promise<void> {
    const text = this.#text
    await this.settled()
    if (text !== this.#text || this.#service.is !== 'notRequested' || this.#with.offline()) return
    const known = this.#resultText === text ? this.#result : null
    if (text.trim() !== '' && !(known && isName(text, this.#type, known.recognised))) await this.fetchFromService()
  }

  #searchLibrary(): void {
    this.#reading = this.#readLibrary()
  }

  async #readLibrary(): Promise<void> {
    this.#library.abort()
    const { signal } = (this.#library = new AbortController())
    const number = ++this.#latest
    const text = this.#text
    const stopWaiting = this.#with.after(slowAfter, () => (this.#slow = true))
    try {
      const result = await this.#with.api.find(this.#requestOf('library'), signal)
      if (!signal.aborted && number > this.#shown) this.#show(result, number, text)
    } catch (error) {
      if (!signal.aborted) this.#failure = failureToShow(error)
    } finally {
      stopWaiting()
      if (!signal.aborted) this.#slow = false
    }
  }

  #requestOf(freshness: FindRequest['freshness']): FindRequest {
    const facets = Object.fromEntries(Object.entries(this.#chosen).map(([facet, values]) => [facet, [...values]]))
    return {
      query: this.#text,
      facets,
      limit: this.#limit,
      freshness,
      ...(this.#type !== null && { type: this.#type }),
    }
  }

  #show(result: FindResult, number: number, text: string): void {
    this.#shown = number
    this.#result = result
    this.#resultText = text
    this.#failure = null
  }

  #stateAfter({ service }: FindResult): ServiceState {
    const at = this.#with.now()
    if (service === null) return { is: 'notRequested' }
    const { type, value, found, fetched, unidentified, failure } = service
    return failure
      ? { is: 'failed', failure, at }
      : { is: 'received', type, value, found, fetched, unidentified, pages: 1, at }
  }

  /** The library changed for another reason: changes that arrive together cause one request. */
  #libraryChanged(): void {
    this.#stopNews()
    this.#stopNews = this.#with.after(newsPause, () => this.#searchLibrary())
  }
}
