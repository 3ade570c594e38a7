/** Requests to the service: queued, sent, repeated where that helps, and validated; equal requests share one response. */

import type { Failure } from '#contract/failure.ts'
import { operations, type OperationName, type ParametersOf } from '#contract/service/operations.ts'
import type { Clock } from '../clock.ts'
import { fail, failureOf } from '../failure-error.ts'
import { rejectOnAbort } from '../reject-on-abort.ts'
import { canonicalJson } from '../canonical-json.ts'
import { validateResponse, type ValidatedResponse } from './response-validation.ts'
import { readBaseUrl, shownRequest, type Endpoint, type ShownRequest } from './endpoint.ts'
import type { RateLimitedQueue, QueueTicket, QueueOptions, Urgency } from './rate-limited-queue.ts'
import { PageSizes } from './page-sizes.ts'
import { FinalFailure, pauseAfter, RetryBudget, defaultRetries, withRetries, type RetryPolicy } from './retry.ts'
import type { Sender } from './send-request.ts'

interface ServiceClientDependencies {
  readonly sender: Sender
  readonly queue: RateLimitedQueue
  readonly clock: Clock
  readonly random: () => number
  readonly policy?: RetryPolicy
  /** Absent: nothing is known of the service yet, and nothing that is learned is kept. */
  readonly pageSizes?: PageSizes
  /** Whether a key is stored for the endpoint's origin. */
  readonly hasKey: (workspace: string, origin: string) => boolean
  /** The search at this base URL was found to want the key, or to do without. */
  readonly learned: (baseUrl: string, search: 'none' | 'wanted') => void
  /** Every response and every failure of the service, for the status bar. */
  readonly reportOutcome: (outcome: Failure | null) => void
}

/** One request on its way, with everybody who waits for its response. */
interface InFlightRequest {
  readonly response: Promise<unknown>
  readonly abort: AbortController
  readonly ticket: QueueTicket
  listeners: number
  isOver: boolean
}

/** The context of one request. */
interface RequestContext<Name extends OperationName> {
  readonly operation: Name
  readonly parameters: ParametersOf<Name>
  readonly endpoint: Endpoint
  readonly ticket: QueueTicket
  readonly signal: AbortSignal
}

/**
 * Sends the service requests for its seven operations. Few requests at once, the same request only once at a time, retried when that
 * may help, trusted only when it has the agreed form. Throws FailureError only.
 */
export class ServiceClient {
  /** Page sizes of its paged operations. */
  readonly pageSizes: PageSizes
  readonly #endpoint: () => Endpoint
  readonly #dependencies: ServiceClientDependencies
  readonly #budget = new RetryBudget()
  readonly #inFlightRequests = new Map<string, InFlightRequest>()
  readonly #closing = new AbortController()

  constructor(endpoint: () => Endpoint, dependencies: ServiceClientDependencies) {
    this.#endpoint = endpoint
    this.#dependencies = dependencies
    this.pageSizes = dependencies.pageSizes ?? new PageSizes()
  }

  /**
   * An equal request that is already running is shared. It is canceled when its last caller leaves; until then a caller who
   * leaves is only detached.
   */
  async request<Name extends OperationName>(
    operation: Name,
    parameters: ParametersOf<Name>,
    urgency: Urgency,
    signal: AbortSignal,
  ): Promise<ValidatedResponse<Name>> {
    if (signal.aborted || this.#closing.signal.aborted) fail({ kind: 'cancelled' })
    const endpoint = this.#endpoint()
    const requestKey = `${endpoint.baseUrl} ${operation} ${canonicalJson(parameters)}`
    const inFlight =
      this.#inFlightRequests.get(requestKey) ?? this.#begin(requestKey, { operation, parameters, endpoint, urgency })
    inFlight.listeners += 1
    if (urgency === 'user') this.#dependencies.queue.hurry(inFlight.ticket)
    try {
      return (await rejectOnAbort(inFlight.response, signal)) as ValidatedResponse<Name>
    } catch (error) {
      if (signal.aborted) fail({ kind: 'cancelled' })
      throw error
    } finally {
      inFlight.listeners -= 1
      if (inFlight.listeners === 0) {
        // A finished request is not canceled: every listener would be called for nothing.
        if (!inFlight.isOver) inFlight.abort.abort()
        if (this.#inFlightRequests.get(requestKey) === inFlight) this.#inFlightRequests.delete(requestKey)
      }
    }
  }

  /** Requests that the user waits for, also those that began in the background. */
  get awaited(): readonly { cancel(): void }[] {
    const inFlight = [...this.#inFlightRequests.values()].filter(
      ({ ticket, isOver }) => ticket.urgency === 'user' && !isOver,
    )
    return inFlight.map(({ abort }) => ({ cancel: () => abort.abort() }))
  }

  /** The request as it would be sent, without the key. */
  shown<Name extends OperationName>(operation: Name, parameters: ParametersOf<Name>): ShownRequest {
    return shownRequest(operation, parameters, this.#endpoint().search)
  }

  /** Cancels what is under way; what is requested afterwards is cancelled at once. */
  close(): void {
    this.#closing.abort()
    for (const { abort } of this.#inFlightRequests.values()) abort.abort()
  }

  #begin<Name extends OperationName>(
    requestKey: string,
    { urgency, ...request }: Pick<RequestContext<Name>, 'operation' | 'parameters' | 'endpoint'> & { urgency: Urgency },
  ): InFlightRequest {
    const abort = new AbortController()
    const ticket: QueueTicket = { urgency }
    const response = this.#perform({ ...request, ticket, signal: abort.signal })
    const inFlight: InFlightRequest = { response, abort, ticket, listeners: 0, isOver: false }
    const over = () => {
      inFlight.isOver = true
    }
    response.then(over, over)
    this.#inFlightRequests.set(requestKey, inFlight)
    return inFlight
  }

  async #perform<Name extends OperationName>(context: RequestContext<Name>): Promise<ValidatedResponse<Name>> {
    try {
      const response = await this.#requestOnce(context)
      this.#dependencies.reportOutcome(null)
      return response
    } catch (error) {
      if (context.signal.aborted) fail({ kind: 'cancelled' })
      const failure = failureOf(error)
      if (failure && failure.kind !== 'cancelled') this.#dependencies.reportOutcome(failure)
      throw error
    }
  }

  /** The search goes out without the key first; when that is refused, once more with it, and the finding is remembered. */
  async #requestOnce<Name extends OperationName>(context: RequestContext<Name>): Promise<ValidatedResponse<Name>> {
    const { baseUrl, search } = context.endpoint
    if (context.operation !== 'securities' || search.key === 'wanted') return this.#send(context, true)
    try {
      const response = await this.#send(context, false)
      if (search.key === 'unknown') this.#dependencies.learned(baseUrl, 'none')
      return response
    } catch (error) {
      if (failureOf(error)?.kind !== 'key-missing') throw error
      const response = await this.#send(context, true)
      this.#dependencies.learned(baseUrl, 'wanted')
      return response
    }
  }

  async #send<Name extends OperationName>(
    context: RequestContext<Name>,
    withKey: boolean,
  ): Promise<ValidatedResponse<Name>> {
    const { operation, parameters, endpoint, ticket, signal } = context
    const { sender, queue, clock, random, policy = defaultRetries } = this.#dependencies
    const baseUrl = readBaseUrl(endpoint.baseUrl)
    const description = { operation: operations[operation].title, host: baseUrl.host }
    if (withKey && !this.#dependencies.hasKey(endpoint.workspace, baseUrl.origin))
      fail({ ...description, kind: 'key-missing' })
    const request = shownRequest(operation, parameters, endpoint.search)
    const queueOptions: QueueOptions = {
      longest: policy.longestWait,
      pauseTooLong: (ms) =>
        new FinalFailure({ ...description, kind: 'too-many-requests', status: 429, seconds: Math.ceil(ms / 1000) }),
    }
    return withRetries(
      () =>
        queue.pass(
          async () => {
            try {
              const sent = await sender.send({
                workspace: endpoint.workspace,
                baseUrl,
                request,
                description,
                withKey,
                signal,
              })
              return validateResponse<Name>(operation, parameters, request, sent, clock.now(), description)
            } catch (error) {
              // Here and not later: the next in the queue begins as soon as this one has ended.
              queue.pause(pauseAfter(error))
              throw error
            }
          },
          ticket,
          queueOptions,
          signal,
        ),
      { policy, budget: this.#budget, clock, random, signal },
    )
  }
}
