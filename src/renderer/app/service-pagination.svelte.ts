/**
 * Fetches more of a list of calls, ratings or news from the service: its latest entries, or older
 * ones.
 */

import { untrack } from 'svelte'
import type { Failure } from '#contract/failure.ts'
import { failureToShow } from '../core-client/request-failed.ts'

/** How much a request to the service added. */
export interface FetchedMore {
  readonly added: number
  readonly more: boolean
}

type ServicePage = 'latest' | 'older'
type FetchMore<Filter, Fetched> = (
  request: { readonly filter: Filter; readonly page: ServicePage },
  signal: AbortSignal,
) => Promise<Fetched>

interface ServicePaginationDependencies<Filter, Fetched> {
  readonly fetchMore: FetchMore<Filter, Fetched>
  readonly now: () => number
  /** The part of a filter that is sent to the service; the library applies the rest. */
  readonly serviceFilter: (filter: Filter) => unknown
}

interface AutomaticRefresh<Filter> {
  /** Why the network is unavailable; null: it is available. */
  readonly offline: () => string | null
  /** The filter of a list on screen that is stale or was never requested; null: none. */
  readonly stale: () => Filter | null
  /** The service returned the latest entries. */
  readonly fetched?: () => void
}

/** Fetches more of a list from the service: the latest entries that match a filter, or older ones. */
export class ServicePagination<Filter, Fetched extends { readonly more: boolean }> {
  readonly #fetchMore: FetchMore<Filter, Fetched>
  readonly #serviceFilter: (filter: Filter) => unknown
  readonly #now: () => number
  #fetching = $state<ServicePage | null>(null)
  #failure = $state.raw<{ readonly failure: Failure; readonly at: number } | null>(null)
  /** Filters without older entries, as the service stated in its last response. */
  #ended = $state.raw<ReadonlySet<string>>(new Set())
  readonly #tried = new Set<string>()
  #open = new AbortController()

  constructor({ fetchMore, now, serviceFilter }: ServicePaginationDependencies<Filter, Fetched>) {
    this.#fetchMore = fetchMore
    this.#serviceFilter = serviceFilter
    this.#now = now
  }

  get fetching(): ServicePage | null {
    return this.#fetching
  }

  get failure(): { readonly failure: Failure; readonly at: number } | null {
    return this.#failure
  }

  hasEnded(filter: Filter): boolean {
    return this.#ended.has(this.#keyOf(filter))
  }

  /** Requests the latest records of a filter once, automatically; only the title bar reports a missing network. */
  async fetchOnce(filter: Filter): Promise<Fetched | null> {
    const key = this.#keyOf(filter)
    if (this.#tried.has(key)) return null
    this.#tried.add(key)
    const fetched = await this.fetch(filter, 'latest')
    if (this.#failure?.failure.kind === 'offline') this.#failure = null
    return fetched
  }

  /** Replaces the request under way. Null: it failed or was cancelled. */
  async fetch(filter: Filter, page: ServicePage): Promise<Fetched | null> {
    this.#open.abort()
    const { signal } = (this.#open = new AbortController())
    this.#fetching = page
    this.#failure = null
    try {
      const fetched = await this.#fetchMore({ filter, page }, signal)
      if (signal.aborted) return null
      if (!fetched.more) this.#ended = new Set([...this.#ended, this.#keyOf(filter)])
      return fetched
    } catch (error) {
      const failure = signal.aborted ? null : failureToShow(error)
      if (failure) this.#failure = { failure, at: this.#now() }
      return null
    } finally {
      if (!signal.aborted) this.#fetching = null
    }
  }

  /** The network is unavailable: the failed request is sent again once it is back. */
  forgetTried(): void {
    this.#tried.clear()
  }

  dismiss(): void {
    this.#failure = null
  }

  close(): void {
    this.#open.abort()
  }

  #keyOf(filter: Filter): string {
    return JSON.stringify(this.#serviceFilter(filter))
  }
}

/**
 * Pagination that requests a stale list once, when it is shown, and once more after the network was unavailable. It is closed with the
 * effect or component in which it is created.
 */
export function reactivePagination<Filter, Fetched extends { readonly more: boolean }>(
  dependencies: ServicePaginationDependencies<Filter, Fetched>,
  { offline, stale, fetched }: AutomaticRefresh<Filter>,
): ServicePagination<Filter, Fetched> {
  const pagination = new ServicePagination(dependencies)
  $effect(() => {
    if (offline() !== null) pagination.forgetTried()
  })
  $effect(() => {
    const filter = offline() === null ? stale() : null
    if (filter !== null) untrack(() => void pagination.fetchOnce(filter).then((result) => result && fetched?.()))
  })
  $effect(() => () => pagination.close())
  return pagination
}
