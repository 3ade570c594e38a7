/** Repeats failed requests, with growing pauses and a shared budget of retries. */

import pRetry from 'p-retry'
import { minutes } from '../duration.ts'
import type { Clock } from '../clock.ts'
import { FailureError, failureOf } from '../failure-error.ts'
import { SendFailure } from './send-failure.ts'
import { isWorthRetrying } from './network-errors.ts'

/** Attempts, and milliseconds. Full jitter: a wait is random between 0 and the cap (docs/promises.md N2). */
export interface RetryPolicy {
  readonly attempts: number
  readonly base: number
  readonly cap: number
  /** A longer Retry-After is not waited for: the failure is shown with its seconds. */
  readonly longestWait: number
  /** No attempt begins later than this after the first: a service that is silent for a minute each time is tried twice. */
  readonly within: number
}

export const defaultRetries: RetryPolicy = { attempts: 3, base: 400, cap: 8000, longestWait: 30_000, within: 90_000 }

/**
 * All requests to a service share a budget of retries, which successful requests refill: a service in trouble does not get three times
 * the requests of a healthy one.
 */
export class RetryBudget {
  readonly #size: number
  #remaining: number

  constructor(size = 20) {
    this.#size = size
    this.#remaining = size
  }

  take(): boolean {
    if (this.#remaining < 1) return false
    this.#remaining -= 1
    return true
  }

  giveBack(): void {
    this.#remaining = Math.min(this.#size, this.#remaining + 0.5)
  }
}

/** Nothing was sent, and trying again would change nothing. */
export class FinalFailure extends FailureError {}

interface RetryDependencies {
  readonly policy: RetryPolicy
  readonly budget: RetryBudget
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
}

/** Throws the last attempt's failure, with how many there were. */
export async function withRetries<Result>(attempt: () => Promise<Result>, tools: RetryDependencies): Promise<Result> {
  const { policy, budget, clock, random, signal } = tools
  const began = clock.monotonic()
  let attempts = 0
  const countedAttempt = () => {
    attempts += 1
    return attempt()
  }
  try {
    const result = await pRetry(countedAttempt, {
      retries: policy.attempts - 1,
      minTimeout: 0,
      factor: 1,
      signal,
      shouldRetry: async ({ error, attemptNumber }) => {
        const failure = error instanceof FinalFailure ? undefined : failureOf(error)
        const requestedWait = retryAfterDelay(error)
        const wait = Math.max(requestedWait, random() * Math.min(policy.cap, policy.base * 2 ** attemptNumber))
        const isLate = clock.monotonic() - began + wait > policy.within
        if (!failure || !isWorthRetrying(failure) || requestedWait > policy.longestWait || isLate || !budget.take())
          return false
        await clock.wait(wait, signal)
        return true
      },
    })
    budget.giveBack()
    return result
  } catch (error) {
    const failure = failureOf(error)
    throw failure && attempts > 1 ? new FailureError({ ...failure, attempts }) : error
  }
}

/** A host cannot pause requests for longer than an hour, whatever its header says. */
const longestPause = 60 * minutes

/** Milliseconds for which all requests to the host pause after this failure, not only the one that failed. */
export function pauseAfter(error: unknown): number {
  return Math.min(retryAfterDelay(error), longestPause)
}

/** Milliseconds that the service requested to wait; 0: none. */
export function retryAfterDelay(error: unknown): number {
  return error instanceof SendFailure ? (error.retryAfter ?? 0) * 1000 : 0
}
