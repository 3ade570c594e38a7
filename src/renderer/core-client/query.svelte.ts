/**
 * A request to the core and its latest result as reactive state, sent again when an announcement
 * concerns it.
 */

import { untrack } from 'svelte'
import type { Announcement } from '#contract/api/api.ts'
import type { Freshness } from '#contract/api/provenance.ts'
import type { Failure } from '#contract/failure.ts'
import { afterTimeout, type After } from './timeout.ts'
import type { Changes } from './changes.ts'
import { memoizeByValue } from './memoize-by-value.ts'
import { failureToShow } from './request-failed.ts'

/** A wait shorter than this shows nothing: no skeleton flashes by (docs/look.md, States). */
const slowAfter = 150

/** Sends one request to the core. `freshness` is for requests that have one. */
type SendRequest<Result> = (signal: AbortSignal, freshness: Freshness) => Promise<Result>

export interface QueryOptions {
  /** The announcements that make a result stale: their kinds, or a function where the kind does not decide. */
  readonly reloadOn?: readonly Announcement['kind'][] | ((announcement: Announcement) => boolean)
  readonly after?: After
  readonly now?: () => number
  /** While this is true, as on a page that is not on screen, a stale result is only noted. The request is sent again when it ends. */
  readonly waits?: () => boolean
}

export interface ReactiveQueryOptions extends QueryOptions {
  /** Shows nothing until the new input has its result: for inputs whose previous result would be wrong. */
  readonly reset?: boolean
}

/** How the last request ended. */
interface Settled<Result> {
  readonly request: SendRequest<Result> | null
  readonly result: Result | null
  readonly failure: Failure | null
  /** When it ended, milliseconds since 1970. */
  readonly at: number
}

/**
 * One request to the core and its latest result. The request is sent again when an announcement concerns it and when the connection
 * is restored. Meanwhile, and when that fails, the previous result stays.
 */
export class Query<Result> {
  #requested = $state.raw<SendRequest<Result> | null>(null)
  /** Of the next request, unless an announcement causes it. */
  #freshness: Freshness = 'library-first'
  #settled = $state.raw<Settled<Result> | null>(null)
  #reloading = $state(false)
  #slow = $state(false)
  #sending: AbortController | null = null
  #isStale = false
  #closed = false
  readonly #after: After
  readonly #now: () => number
  readonly #follow: (() => SendRequest<Result> | null) | null
  readonly #reset: boolean
  readonly #waits: () => boolean
  readonly #unlisten: () => void

  /** @param follow the request in the component's present state, sent by `reactiveQuery`; otherwise `run` sets it */
  constructor(
    changes: Pick<Changes, 'listen'>,
    {
      reloadOn = [],
      after = afterTimeout,
      now = Date.now,
      reset = false,
      waits = () => false,
    }: ReactiveQueryOptions = {},
    follow: (() => SendRequest<Result> | null) | null = null,
  ) {
    this.#after = after
    this.#now = now
    this.#follow = follow
    this.#reset = reset
    this.#waits = waits
    const concerns = typeof reloadOn === 'function' ? reloadOn : ({ kind }: Announcement) => reloadOn.includes(kind)
    this.#unlisten = changes.listen((change) => {
      if (change.kind !== 'reconnected' && !concerns(change)) return
      // A request under way is not cut off: it is sent once more when it ends, however many announcements there were.
      this.#isStale = true
      if (!this.#sending) this.catchUp()
    })
  }

  /** The latest result; null before the first. */
  get result(): Result | null {
    return this.#shown?.result ?? null
  }

  /** Why the last request failed. The result, if any, is then the previous one. */
  get failure(): Failure | null {
    return this.#shown?.failure ?? null
  }

  /** When the last request ended, milliseconds since 1970; null before the first. Of a failure: when it failed. */
  get settledAt(): number | null {
    return this.#shown?.at ?? null
  }

  get loading(): boolean {
    const request = this.#request
    return request !== null && (this.#reloading || this.#settled?.request !== request)
  }

  /** There is no result yet, and it takes long: show the skeleton. */
  get slow(): boolean {
    return this.#slow && this.loading && this.result === null
  }

  /**
   * Sends a request, and aborts the one before it. `reset` drops the previous result and failure at once. `freshness` is passed to the
   * request until it has succeeded; what is announced afterwards is in the library. Never rejects.
   */
  async run(
    request: SendRequest<Result>,
    { reset = false, freshness = 'library-first' }: { readonly reset?: boolean; readonly freshness?: Freshness } = {},
  ): Promise<void> {
    // A request that is sent twice is two requests.
    const requested: SendRequest<Result> = (signal, wanted) => request(signal, wanted)
    this.#requested = requested
    this.#freshness = freshness
    if (reset) this.#settled = null
    await this.send(requested, freshness)
  }

  /** The same request once more, as after Retry. Never rejects. */
  async reload(): Promise<void> {
    await this.#repeat(this.#freshness)
  }

  /** Sends the request again where the result has become stale, unless it waits. */
  catchUp(): void {
    if (this.#isStale && !untrack(this.#waits)) void this.#repeat('library-first')
  }

  /** Sets a result from another response, such as that of a change. A running request may lack the change, and is aborted. */
  set(result: Result): void {
    this.abort()
    this.#reloading = false
    this.#settled = { request: untrack(() => this.#request), result, failure: null, at: this.#now() }
  }

  /** Drops the request under way. */
  abort(): void {
    this.#sending?.abort()
    this.#sending = null
  }

  close(): void {
    this.#closed = true
    this.#unlisten()
    this.abort()
  }

  /** Sets no state before the request ends, so that an effect may call it. */
  async send(request: SendRequest<Result>, freshness: Freshness = 'library-first'): Promise<void> {
    if (this.#closed) return
    this.abort()
    const sending = new AbortController()
    this.#sending = sending
    this.#isStale = false
    const stop = this.#after(slowAfter, () => {
      if (this.#sending === sending) this.#slow = true
    })
    try {
      const result = await request(sending.signal, freshness)
      if (this.#sending === sending) this.#freshness = 'library-first'
      this.#settle(sending, { request, result, failure: null, at: this.#now() })
    } catch (error) {
      const before = this.#reset && this.#settled?.request !== request ? null : this.#settled
      const result = before?.result ?? null
      this.#settle(sending, { request, result, failure: failureToShow(error), at: this.#now() })
    } finally {
      stop()
    }
  }

  async #repeat(freshness: Freshness): Promise<void> {
    if (this.#closed) return
    const request = untrack(() => this.#request)
    if (request === null) return
    this.#reloading = true
    await this.send(request, freshness)
  }

  get #request(): SendRequest<Result> | null {
    return this.#follow ? this.#follow() : this.#requested
  }

  get #shown(): Settled<Result> | null {
    return this.#reset && this.#settled?.request !== this.#request ? null : this.#settled
  }

  #settle(sending: AbortController, settled: Settled<Result>): void {
    if (this.#sending !== sending) return
    this.#sending = null
    this.#slow = false
    this.#reloading = false
    this.#settled = settled
    this.catchUp()
  }
}

/**
 * A query that is sent whenever `input` changes, until the effect or component in which it is created ends. No request is sent while
 * `input` is null; equal input is the same request.
 */
export function reactiveQuery<Input, Result>(
  changes: Pick<Changes, 'listen'>,
  request: (input: Input, options: { readonly signal: AbortSignal }) => Promise<Result>,
  input: () => Input | null,
  options: ReactiveQueryOptions = {},
): Query<Result> {
  const current = $derived.by(
    memoizeByValue(input, (value): SendRequest<Result> | null =>
      value === null ? null : (signal) => request(value, { signal }),
    ),
  )
  const query = new Query<Result>(changes, options, () => current)
  $effect(() => {
    const send = current
    if (send === null) return
    untrack(() => void query.send(send))
    return () => query.abort()
  })
  const { waits } = options
  if (waits) {
    $effect(() => {
      if (!waits()) untrack(() => query.catchUp())
    })
  }
  $effect(() => () => query.close())
  return query
}
