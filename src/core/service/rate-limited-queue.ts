/**
 * Limits the rate of requests to one host: a queue with priorities, a few at once, with pauses that
 * the host requests.
 */

import PQueue from 'p-queue'
import type { Clock } from '../clock.ts'

/** The rate limit of a host. `RateLimitedQueue` enforces it, and the pauses that the host requests. */
export interface RateLimit {
  /** Requests under way at once. */
  readonly concurrency: number
  /** Requests begun in any second; null: no such limit (the sample service on this machine). */
  readonly perSecond: number | null
}

export const defaultRateLimit: RateLimit = { concurrency: 4, perSecond: 20 }
export const sampleRateLimit: RateLimit = { concurrency: 4, perSecond: null }

/** What the user waits for comes before what is fetched in advance. */
export type Urgency = 'user' | 'background'
const priorityOf = { user: 10, background: 0 } as const satisfies Record<Urgency, number>

/** A request that waits for its turn: the same object at each attempt, so that it can be moved forward. */
export interface QueueTicket {
  urgency: Urgency
}

/** How long a request waits for the end of a pause, and how it fails when the pause is longer. */
export interface QueueOptions {
  /** The longest pause that the request waits for, in milliseconds. */
  readonly longest: number
  /** The error that it rejects with when more milliseconds than that are left. */
  readonly pauseTooLong: (milliseconds: number) => Error
}

interface Waiting {
  readonly id: string
  readonly options: QueueOptions
  readonly turnedAway: AbortController
}

/** Rate limiting: the queue of all requests to one host, few at once, so many a second, none during a pause that the host requires. */
export class RateLimitedQueue {
  readonly #queue: PQueue
  readonly #clock: Clock
  readonly #changed: () => void
  readonly #waiting = new Map<QueueTicket, Waiting>()
  readonly #closing = new AbortController()
  #passed = 0
  #pause: { readonly until: number; readonly ends: number } | null = null

  constructor(rateLimit: RateLimit, clock: Clock, changed: () => void) {
    this.#queue = new PQueue({
      concurrency: rateLimit.concurrency,
      ...(rateLimit.perSecond === null ? {} : { intervalCap: rateLimit.perSecond, interval: 1000 }),
    })
    this.#clock = clock
    this.#changed = changed
    this.#queue.addEventListener('active', changed)
    this.#queue.addEventListener('next', changed)
  }

  get inProgress(): number {
    return this.#queue.pending
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** Wall time at which requests continue; null: the host requested no pause. */
  get pausedUntil(): number | null {
    return this.#pause?.until ?? null
  }

  /** Milliseconds until requests continue; 0 when there is no pause. */
  get pauseLeft(): number {
    return this.#pause === null ? 0 : Math.max(0, this.#pause.ends - this.#clock.monotonic())
  }

  /**
   * Runs the work in its turn. Rejects with the signal's reason when that is aborted, queued or running. A pause longer than
   * `options.longest` rejects at once with `options.pauseTooLong`: the caller can say why nothing happens, instead of waiting
   * silently.
   */
  async pass<Result>(
    work: () => Promise<Result>,
    ticket: QueueTicket,
    options: QueueOptions,
    signal: AbortSignal,
  ): Promise<Result> {
    const { pauseLeft } = this
    if (pauseLeft > options.longest) throw options.pauseTooLong(pauseLeft)
    this.#passed += 1
    const waiting: Waiting = { id: String(this.#passed), options, turnedAway: new AbortController() }
    this.#waiting.set(ticket, waiting)
    const leaveQueue = () => {
      if (this.#waiting.get(ticket) === waiting) this.#waiting.delete(ticket)
    }
    const begin = async () => {
      leaveQueue()
      return work()
    }
    try {
      const leaving = AbortSignal.any([signal, waiting.turnedAway.signal])
      const priority = priorityOf[ticket.urgency]
      return await this.#queue.add(begin, { id: waiting.id, priority, signal: leaving })
    } finally {
      leaveQueue()
    }
  }

  /** The user now waits for what was begun in the background. */
  hurry(ticket: QueueTicket): void {
    if (ticket.urgency === 'user') return
    ticket.urgency = 'user'
    const waiting = this.#waiting.get(ticket)
    if (waiting) this.#queue.setPriority(waiting.id, priorityOf.user)
  }

  /** Nothing begins for so many milliseconds; a longer pause that is already set stays. */
  pause(milliseconds: number): void {
    if (milliseconds <= 0) return
    const ends = this.#clock.monotonic() + milliseconds
    if (this.#closing.signal.aborted || (this.#pause !== null && this.#pause.ends >= ends)) return
    const pause = { until: this.#clock.now() + milliseconds, ends }
    this.#pause = pause
    this.#queue.pause()
    for (const { options, turnedAway } of this.#waiting.values()) {
      if (milliseconds > options.longest) turnedAway.abort(options.pauseTooLong(milliseconds))
    }
    this.#changed()
    this.#clock.wait(milliseconds, this.#closing.signal).then(
      () => {
        if (this.#pause !== pause) return
        this.#pause = null
        this.#queue.start()
        this.#changed()
      },
      () => undefined,
    )
  }

  /** Ends the wait of a pause, so that nothing keeps the program alive for it. */
  close(): void {
    this.#closing.abort()
  }
}
