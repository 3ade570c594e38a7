import type { Failure } from '#contract/failure.ts'
import { operations, type OperationName, type ParametersOf } from '#contract/service/operations.ts'
import type { Clock } from '../clock.ts'
import { fail, failureOf } from '../failure-error.ts'
import { canonicalJson } from '../ledger/canonical.ts'
import { believe, type BelievedAnswer } from './believe.ts'
import { readBaseUrl, shownRequest, type Endpoint } from './endpoint.ts'
import type { Gate, Urgency } from './gate.ts'
import { RetryBudget, usualRetries, withRetries, type RetryPolicy } from './retry.ts'
import type { Sender } from './send.ts'

export interface ClientParts {
  readonly sender: Sender
  readonly gate: Gate
  readonly clock: Clock
  readonly random: () => number
  readonly policy?: RetryPolicy
  /** Whether a key is held for the endpoint's origin. */
  readonly hasKey: (workspace: string, origin: string) => boolean
  /** The search was found to want the key, or to do without. */
  readonly learned: (search: 'none' | 'wanted') => void
  /** Every answer and every failure of the service, for the status bar. */
  readonly heard: (outcome: Failure | null) => void
}

interface Flight {
  readonly answer: Promise<unknown>
  readonly abort: AbortController
  listeners: number
}

/**
 * Asks the service one of its seven operations. Few requests at once, the same question only once at a time, retried when that
 * may help, believed only when it has the agreed form. Throws FailureError only.
 */
export class ServiceClient {
  readonly #endpoint: () => Endpoint
  readonly #parts: ClientParts
  readonly #budget = new RetryBudget()
  readonly #flights = new Map<string, Flight>()

  constructor(endpoint: () => Endpoint, parts: ClientParts) {
    this.#endpoint = endpoint
    this.#parts = parts
  }

  async ask<Name extends OperationName>(
    operation: Name,
    parameters: ParametersOf<Name>,
    urgency: Urgency,
    signal: AbortSignal,
  ): Promise<BelievedAnswer<Name>> {
    const question = `${operation} ${canonicalJson(parameters)}`
    const joined = this.#flights.get(question)
    const flight = joined ?? this.#begin(operation, parameters, urgency, question)
    flight.listeners += 1
    const leave = () => {
      flight.listeners -= 1
      if (flight.listeners === 0) flight.abort.abort()
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    try {
      return (await flight.answer) as BelievedAnswer<Name>
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  #begin<Name extends OperationName>(
    operation: Name,
    parameters: ParametersOf<Name>,
    urgency: Urgency,
    question: string,
  ): Flight {
    const abort = new AbortController()
    const answer = this.#fly(operation, parameters, urgency, abort.signal).finally(() => this.#flights.delete(question))
    const flight: Flight = { answer, abort, listeners: 0 }
    this.#flights.set(question, flight)
    return flight
  }

  async #fly<Name extends OperationName>(
    operation: Name,
    parameters: ParametersOf<Name>,
    urgency: Urgency,
    signal: AbortSignal,
  ): Promise<BelievedAnswer<Name>> {
    try {
      const answer = await this.#askOnce(operation, parameters, urgency, signal)
      this.#parts.heard(null)
      return answer
    } catch (error) {
      if (signal.aborted) fail({ kind: 'cancelled' })
      const failure = failureOf(error)
      if (failure && failure.kind !== 'cancelled') this.#parts.heard(failure)
      throw error
    }
  }

  /** The search goes out without the key first; when that is refused, once more with it, and the finding is remembered. */
  async #askOnce<Name extends OperationName>(
    operation: Name,
    parameters: ParametersOf<Name>,
    urgency: Urgency,
    signal: AbortSignal,
  ): Promise<BelievedAnswer<Name>> {
    if (operation !== 'securities') return this.#send(operation, parameters, urgency, signal, true)
    const wants = this.#endpoint().search.key
    if (wants === 'wanted') return this.#send(operation, parameters, urgency, signal, true)
    try {
      const answer = await this.#send(operation, parameters, urgency, signal, false)
      if (wants === 'unknown') this.#parts.learned('none')
      return answer
    } catch (error) {
      if (failureOf(error)?.kind !== 'key-missing') throw error
      const answer = await this.#send(operation, parameters, urgency, signal, true)
      this.#parts.learned('wanted')
      return answer
    }
  }

  async #send<Name extends OperationName>(
    operation: Name,
    parameters: ParametersOf<Name>,
    urgency: Urgency,
    signal: AbortSignal,
    withKey: boolean,
  ): Promise<BelievedAnswer<Name>> {
    const { sender, gate, clock, random, policy = usualRetries } = this.#parts
    const endpoint = this.#endpoint()
    const baseUrl = readBaseUrl(endpoint.baseUrl)
    const asked = { operation: operations[operation].title, host: baseUrl.host }
    if (withKey && !this.#parts.hasKey(endpoint.workspace, baseUrl.origin)) fail({ ...asked, kind: 'key-missing' })
    const request = shownRequest(operation, parameters, endpoint.search)
    return withRetries(
      () =>
        gate.pass(
          async () => {
            const sent = await sender.send({ workspace: endpoint.workspace, baseUrl, request, asked, withKey, signal })
            return believe(operation, parameters, request, sent, clock.now(), asked)
          },
          urgency,
          signal,
        ),
      { policy, budget: this.#budget, clock, random, signal, pause: (ms) => gate.pause(ms) },
    )
  }
}
