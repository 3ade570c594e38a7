import type { Failure } from '#contract/failure.ts'
import { operations, type OperationName, type ParametersOf } from '#contract/service/operations.ts'
import type { Clock } from '../clock.ts'
import { fail, FailureError, failureOf } from '../failure-error.ts'
import { canonicalJson } from '../canonical-json.ts'
import { validateResponse, type ValidatedResponse } from './response-validation.ts'
import { readBaseUrl, shownRequest, type Endpoint, type ShownRequest } from './endpoint.ts'
import type { RequestQueue, QueueTicket, QueueOptions, Urgency } from './request-queue.ts'
import { PageSizes } from './page-sizes.ts'
import { FinalFailure, pauseAfter, RetryBudget, defaultRetries, withRetries, type RetryPolicy } from './retry.ts'
import type { Sender } from './send-request.ts'

export interface ServiceClientDependencies {
  readonly sender: Sender
  readonly queue: RequestQueue
  readonly clock: Clock
  readonly random: () => number
  readonly policy?: RetryPolicy
  /** Absent: nothing is known of the service yet, and nothing that is learnt is kept. */
  readonly pageSizes?: PageSizes
  /** Whether a key is held for the endpoint's origin. */
  readonly hasKey: (workspace: string, origin: string) => boolean
  /** The search at this base URL was found to want the key, or to do without. */
  readonly learned: (baseUrl: string, search: 'none' | 'wanted') => void
  /** Every answer and every failure of the service, for the status bar. */
  readonly heard: (outcome: Failure | null) => void
}

/** One question on its way, with everybody who waits for its answer. */
interface Flight {
  readonly answer: Promise<unknown>
  readonly abort: AbortController
  readonly passenger: QueueTicket
  listeners: number
  isOver: boolean
}

/** What one question needs on its way. */
interface Journey<Name extends OperationName> {
  readonly operation: Name
  readonly parameters: ParametersOf<Name>
  readonly endpoint: Endpoint
  readonly passenger: QueueTicket
  readonly signal: AbortSignal
}

/**
 * Asks the service one of its seven operations. Few requests at once, the same question only once at a time, retried when that
 * may help, believed only when it has the agreed form. Throws FailureError only.
 */
export class ServiceClient {
  /** How many records its paged operations are asked for at once. */
  readonly pageSizes: PageSizes
  readonly #endpoint: () => Endpoint
  readonly #parts: ServiceClientDependencies
  readonly #budget = new RetryBudget()
  readonly #flights = new Map<string, Flight>()
  readonly #closing = new AbortController()

  constructor(endpoint: () => Endpoint, parts: ServiceClientDependencies) {
    this.#endpoint = endpoint
    this.#parts = parts
    this.pageSizes = parts.pageSizes ?? new PageSizes()
  }

  /**
   * Whoever asks what is already asked waits for the same answer. It is called off when the last of them leaves; until then
   * one who leaves is only let go.
   */
  async ask<Name extends OperationName>(
    operation: Name,
    parameters: ParametersOf<Name>,
    urgency: Urgency,
    signal: AbortSignal,
  ): Promise<ValidatedResponse<Name>> {
    if (signal.aborted || this.#closing.signal.aborted) fail({ kind: 'cancelled' })
    const endpoint = this.#endpoint()
    const question = `${endpoint.baseUrl} ${operation} ${canonicalJson(parameters)}`
    const flight = this.#flights.get(question) ?? this.#begin(question, { operation, parameters, endpoint, urgency })
    flight.listeners += 1
    if (urgency === 'user') this.#parts.queue.hurry(flight.passenger)
    try {
      return (await unlessLeft(flight.answer, signal)) as ValidatedResponse<Name>
    } finally {
      flight.listeners -= 1
      if (flight.listeners === 0) {
        // What has ended is not called off: everything that listens on its way would be told, for nothing.
        if (!flight.isOver) flight.abort.abort()
        if (this.#flights.get(question) === flight) this.#flights.delete(question)
      }
    }
  }

  /** Requests that the user waits for, also those that began in the background. */
  get awaited(): readonly { cancel(): void }[] {
    const flights = [...this.#flights.values()].filter(
      ({ passenger, isOver }) => passenger.urgency === 'user' && !isOver,
    )
    return flights.map(({ abort }) => ({ cancel: () => abort.abort() }))
  }

  /** The question as it would be sent, without the key. */
  shown<Name extends OperationName>(operation: Name, parameters: ParametersOf<Name>): ShownRequest {
    return shownRequest(operation, parameters, this.#endpoint().search)
  }

  /** Calls off what is under way; what is asked afterwards is cancelled at once. */
  close(): void {
    this.#closing.abort()
    for (const { abort } of this.#flights.values()) abort.abort()
  }

  #begin<Name extends OperationName>(
    question: string,
    { urgency, ...asked }: Pick<Journey<Name>, 'operation' | 'parameters' | 'endpoint'> & { urgency: Urgency },
  ): Flight {
    const abort = new AbortController()
    const passenger: QueueTicket = { urgency }
    const answer = this.#fly({ ...asked, passenger, signal: abort.signal })
    const flight: Flight = { answer, abort, passenger, listeners: 0, isOver: false }
    const over = () => {
      flight.isOver = true
    }
    answer.then(over, over)
    this.#flights.set(question, flight)
    return flight
  }

  async #fly<Name extends OperationName>(journey: Journey<Name>): Promise<ValidatedResponse<Name>> {
    try {
      const answer = await this.#requestOnce(journey)
      this.#parts.heard(null)
      return answer
    } catch (error) {
      if (journey.signal.aborted) fail({ kind: 'cancelled' })
      const failure = failureOf(error)
      if (failure && failure.kind !== 'cancelled') this.#parts.heard(failure)
      throw error
    }
  }

  /** The search goes out without the key first; when that is refused, once more with it, and the finding is remembered. */
  async #requestOnce<Name extends OperationName>(journey: Journey<Name>): Promise<ValidatedResponse<Name>> {
    const { baseUrl, search } = journey.endpoint
    if (journey.operation !== 'securities' || search.key === 'wanted') return this.#send(journey, true)
    try {
      const answer = await this.#send(journey, false)
      if (search.key === 'unknown') this.#parts.learned(baseUrl, 'none')
      return answer
    } catch (error) {
      if (failureOf(error)?.kind !== 'key-missing') throw error
      const answer = await this.#send(journey, true)
      this.#parts.learned(baseUrl, 'wanted')
      return answer
    }
  }

  async #send<Name extends OperationName>(journey: Journey<Name>, withKey: boolean): Promise<ValidatedResponse<Name>> {
    const { operation, parameters, endpoint, passenger, signal } = journey
    const { sender, queue, clock, random, policy = defaultRetries } = this.#parts
    const baseUrl = readBaseUrl(endpoint.baseUrl)
    const asked = { operation: operations[operation].title, host: baseUrl.host }
    if (withKey && !this.#parts.hasKey(endpoint.workspace, baseUrl.origin)) fail({ ...asked, kind: 'key-missing' })
    const request = shownRequest(operation, parameters, endpoint.search)
    const patience: QueueOptions = {
      longest: policy.longestWait,
      lost: (ms) =>
        new FinalFailure({ ...asked, kind: 'too-many-requests', status: 429, seconds: Math.ceil(ms / 1000) }),
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
                asked,
                withKey,
                signal,
              })
              return validateResponse<Name>(operation, parameters, request, sent, clock.now(), asked)
            } catch (error) {
              // Here and not later: the next in the queue begins as soon as this one has ended.
              queue.pause(pauseAfter(error))
              throw error
            }
          },
          passenger,
          patience,
          signal,
        ),
      { policy, budget: this.#budget, clock, random, signal },
    )
  }
}

/** The answer, or `cancelled` as soon as this one listener leaves, though others go on waiting for it. */
function unlessLeft<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new FailureError({ kind: 'cancelled' }))
    signal.addEventListener('abort', leave, { once: true })
    const stay = () => signal.removeEventListener('abort', leave)
    void answer.then(resolve, reject).finally(stay)
  })
}
