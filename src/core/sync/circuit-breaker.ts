/** Pauses bulk downloads while the service is unavailable, and tries again with growing pauses. */

import type { Failure, FailureKind } from '#contract/failure.ts'
import { minutes } from '../duration.ts'
import type { Clock } from '../clock.ts'

/** Milliseconds before the next attempt: the first time, and at most. */
const firstPause = 20_000
const longestPause = 15 * minutes

/** The network is away: nothing that was requested failed. */
const away: readonly FailureKind[] = ['offline', 'sign-in-page', 'proxy-login', 'too-many-requests']
/** May be the network, or what was requested. It is the latter when a task fails repeatedly while others succeed. */
const withoutResponse: readonly FailureKind[] = ['connection-lost', 'no-response']
/**
 * Either the service or the request may be at fault. The service did respond, so a task fails after `mostTries` even when no
 * other task is left to compare it with.
 */
const troubled: readonly FailureKind[] = ['service-error', 'incomplete', 'not-json']
/** Only the user can correct it, and every other request would fail too. */
const unavailable: readonly FailureKind[] = [
  'key-missing',
  'by-policy',
  'key-refused',
  'certificate',
  'redirected',
  'invalid-base-url',
  'disk-full',
  'read-only',
  'damaged',
]

/** How often a task may fail while others succeed, and how often in total when the service responds: about ten minutes. */
const mostStrikes = 3
const mostTries = 6

export type RetryDecision = 'wait' | 'pause' | 'fail'

/**
 * Knows that the service is unavailable, and when it is requested again: one request at a time, after ever longer pauses, until one gets
 * a response.
 */
export class CircuitBreaker {
  readonly #clock: Clock
  readonly #random: () => number
  readonly #strikes = new Map<string, { readonly count: number; readonly tries: number; readonly responses: number }>()
  #failure: Failure | null = null
  #misses = 0
  #until = 0
  #responses = 0

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock
    this.#random = random
  }

  /** Null: the service is available, as far as is known. */
  get failure(): Failure | null {
    return this.#failure
  }

  /** Milliseconds until the next attempt; 0: now, with a single request. */
  get waitLeft(): number {
    return this.#failure === null ? 0 : Math.max(0, this.#until - this.#clock.monotonic())
  }

  /** What its failure means for a task. @param task its name, the same for each attempt */
  decide(task: string, failure: Failure): RetryDecision {
    if (unavailable.includes(failure.kind)) return 'pause'
    if (away.includes(failure.kind)) {
      this.#begin(failure)
      return 'wait'
    }
    const isTroubled = troubled.includes(failure.kind)
    if (!isTroubled && !withoutResponse.includes(failure.kind)) return 'fail'
    const previous = this.#strikes.get(task)
    // If nothing has succeeded since its last failure, this one tells nothing new: the network may still be unavailable.
    const count = previous?.responses === this.#responses ? previous.count : (previous?.count ?? 0) + 1
    const tries = (previous?.tries ?? 0) + 1
    this.#strikes.set(task, { count, tries, responses: this.#responses })
    if (count >= mostStrikes || (isTroubled && tries >= mostTries)) {
      this.#strikes.delete(task)
      return 'fail'
    }
    this.#begin(failure)
    return 'wait'
  }

  /** The service responded to a request. */
  responded(): void {
    this.#responses += 1
    this.#failure = null
    this.#misses = 0
  }

  /** Lets a request through now, without waiting for the end of the pause. */
  reset(): void {
    this.#failure = null
  }

  #begin(failure: Failure): void {
    const now = this.#clock.monotonic()
    // Requests that were running together fail together, and count as one failure.
    if (this.#failure === null || this.#until <= now) {
      this.#misses += 1
      const pause = Math.min(longestPause, firstPause * 2 ** (this.#misses - 1)) * (0.5 + this.#random() / 2)
      this.#until = now + Math.max(pause, (failure.seconds ?? 0) * 1000)
    }
    this.#failure = failure
  }
}
