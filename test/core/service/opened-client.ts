import { onTestFinished } from 'vitest'
import { canary } from '../canary.ts'
import type { Failure } from '#contract/failure.ts'
import type { OperationName, ParametersOf } from '#contract/service/operations.ts'
import { systemClock, type Clock } from '#core/clock.ts'
import { failureOf } from '#core/failure-error.ts'
import type { ValidatedResponse } from '#core/service/response-validation.ts'
import { ServiceClient } from '#core/service/service-client.ts'
import type { Endpoint } from '#core/service/endpoint.ts'
import type { RateLimit } from '#core/service/rate-limited-queue.ts'
import { RateLimitedQueue, type Urgency } from '#core/service/rate-limited-queue.ts'
import { ApiKeys } from '#core/service/api-keys.ts'
import type { ProxiesOf } from '#core/service/proxies.ts'
import type { RetryPolicy } from '#core/service/retry.ts'
import { Sender, defaultLimits, type Limits } from '#core/service/send-request.ts'

interface Wanted {
  readonly baseUrl: string
  readonly clock?: Clock
  readonly random?: () => number
  readonly limits?: Partial<Limits>
  readonly pace?: RateLimit
  readonly policy?: RetryPolicy
  readonly proxies?: ProxiesOf
  readonly key?: string | null
  readonly search?: Endpoint['search']
}

/** The client as a workspace builds it, with what it heard and learned. */
export function openedClient(wanted: Wanted) {
  const { clock = systemClock, random = () => 0.5, pace = { concurrency: 4, perSecond: null }, key = canary } = wanted
  let endpoint: Endpoint = {
    workspace: 'tested',
    baseUrl: wanted.baseUrl,
    search: wanted.search ?? { query: 'q', type: 'query_by', page: 'page', key: 'unknown' },
  }
  const keys = new ApiKeys()
  if (key !== null) keys.hold({ workspace: 'tested', origin: new URL(wanted.baseUrl).origin, key })
  const sender = new Sender(keys, clock, () => undefined, {
    limits: { ...defaultLimits, ...wanted.limits },
    ...(wanted.proxies && { proxies: wanted.proxies }),
  })
  const queue = new RateLimitedQueue(pace, clock, () => undefined)
  const heard: (Failure | null)[] = []
  const learned: { baseUrl: string; search: 'none' | 'wanted' }[] = []
  const client = new ServiceClient(() => endpoint, {
    sender,
    queue,
    clock,
    random,
    ...(wanted.policy && { policy: wanted.policy }),
    hasKey: (workspace, origin) => keys.holds(workspace, origin),
    learned: (baseUrl, search) => {
      learned.push({ baseUrl, search })
      endpoint = { ...endpoint, search: { ...endpoint.search, key: search } }
    },
    reportOutcome: (outcome) => heard.push(outcome),
  })
  onTestFinished(() => {
    client.close()
    queue.close()
    sender.close()
  })
  return {
    client,
    queue,
    keys,
    heard,
    learned,
    edit: (changed: Partial<Endpoint>) => {
      endpoint = { ...endpoint, ...changed }
    },
    request: <Name extends OperationName>(
      operation: Name,
      parameters: ParametersOf<Name>,
      { urgency = 'user', signal = new AbortController().signal }: { urgency?: Urgency; signal?: AbortSignal } = {},
    ): Promise<ValidatedResponse<Name>> => client.request(operation, parameters, urgency, signal),
  }
}

/** One attempt, so that a failure comes as it is. */
export const once: RetryPolicy = { attempts: 1, base: 0, cap: 0, longestWait: 30_000, within: 3_600_000 }

/** What a promise failed with. Throws what is no failure, and when there was none. */
export async function failureFrom(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    return failure
  }
  throw new Error('it did not fail')
}
