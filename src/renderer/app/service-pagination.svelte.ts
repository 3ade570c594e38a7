import type { Failure } from '#contract/failure.ts'
import { failureOf } from '../core-client/request-failed.ts'

type Towards = 'newest' | 'older'
type Reach<Filter, Reached> = (
  question: { readonly filter: Filter; readonly towards: Towards },
  signal: AbortSignal,
) => Promise<Reached>

export interface ServicePaginationDependencies<Filter, Reached> {
  readonly reach: Reach<Filter, Reached>
  readonly now: () => number
  /** The part of a filter that is sent to the service; the library applies the rest. */
  readonly asked: (filter: Filter) => unknown
}

/** The service's list gone through for what a filter fits: what is under way, and what came of it. */
export class ServicePagination<Filter, Reached extends { readonly more: boolean }> {
  readonly #reach: Reach<Filter, Reached>
  readonly #asked: (filter: Filter) => unknown
  readonly #now: () => number
  #underWay = $state<Towards | null>(null)
  #failure = $state.raw<{ readonly failure: Failure; readonly at: number } | null>(null)
  /** Filters whose older ones have come to an end, as the service said in its last answer. */
  #ended = $state.raw<ReadonlySet<string>>(new Set())
  readonly #tried = new Set<string>()
  #open = new AbortController()

  constructor({ reach, now, asked }: ServicePaginationDependencies<Filter, Reached>) {
    this.#reach = reach
    this.#asked = asked
    this.#now = now
  }

  get underWay(): Towards | null {
    return this.#underWay
  }

  get failure(): { readonly failure: Failure; readonly at: number } | null {
    return this.#failure
  }

  hasEnded(filter: Filter): boolean {
    return this.#ended.has(this.#keyOf(filter))
  }

  /** Requests the latest records of a filter once, automatically; only the title bar reports a missing network. */
  async open(filter: Filter): Promise<Reached | null> {
    const key = this.#keyOf(filter)
    if (this.#tried.has(key)) return null
    this.#tried.add(key)
    const reached = await this.ask(filter, 'newest')
    if (this.#failure?.failure.kind === 'offline') this.#failure = null
    return reached
  }

  /** In place of what is under way. Null: it failed, or was called off. */
  async ask(filter: Filter, towards: Towards): Promise<Reached | null> {
    this.#open.abort()
    const { signal } = (this.#open = new AbortController())
    this.#underWay = towards
    this.#failure = null
    try {
      const reached = await this.#reach({ filter, towards }, signal)
      if (signal.aborted) return null
      if (!reached.more) this.#ended = new Set([...this.#ended, this.#keyOf(filter)])
      return reached
    } catch (error) {
      const failure = signal.aborted ? null : failureOf(error)
      if (failure) this.#failure = { failure, at: this.#now() }
      return null
    } finally {
      if (!signal.aborted) this.#underWay = null
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
    return JSON.stringify(this.#asked(filter))
  }
}
