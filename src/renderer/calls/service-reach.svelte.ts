import type { CallFilter } from '#contract/desk/calls.ts'
import type { DeskAnswers, DeskQuestions } from '#contract/desk/desk.ts'
import type { Failure } from '#contract/failure.ts'
import { failureOf } from '../core/failure.ts'

export type Reached = DeskAnswers['calls']['reach']
type Towards = DeskQuestions['calls']['reach']['towards']

/** The service's list gone through for the calls of a filter: what is under way, and what came of it. */
export class ServiceReach {
  readonly #reach: (question: DeskQuestions['calls']['reach'], signal: AbortSignal) => Promise<Reached>
  readonly #now: () => number
  #underWay = $state<Towards | null>(null)
  #failure = $state.raw<{ readonly failure: Failure; readonly at: number } | null>(null)
  /** Filters whose older calls have come to an end, as the service said in its last answer. */
  #ended = $state.raw<ReadonlySet<string>>(new Set())
  readonly #tried = new Set<string>()
  #open = new AbortController()

  constructor(
    reach: (question: DeskQuestions['calls']['reach'], signal: AbortSignal) => Promise<Reached>,
    now: () => number,
  ) {
    this.#reach = reach
    this.#now = now
  }

  get underWay(): Towards | null {
    return this.#underWay
  }

  get failure(): { readonly failure: Failure; readonly at: number } | null {
    return this.#failure
  }

  hasEnded(filter: CallFilter): boolean {
    return this.#ended.has(keyOf(filter))
  }

  /** Asks for the newest calls of a filter once, by itself: that the network is away is said by the title bar alone. */
  async open(filter: CallFilter): Promise<Reached | null> {
    const key = keyOf(filter)
    if (this.#tried.has(key)) return null
    this.#tried.add(key)
    const reached = await this.ask(filter, 'newest')
    if (this.#failure?.failure.kind === 'offline') this.#failure = null
    return reached
  }

  /** In place of what is under way. Null: it failed, or was called off. */
  async ask(filter: CallFilter, towards: Towards): Promise<Reached | null> {
    this.#open.abort()
    const { signal } = (this.#open = new AbortController())
    this.#underWay = towards
    this.#failure = null
    try {
      const reached = await this.#reach({ filter, towards }, signal)
      if (signal.aborted) return null
      if (!reached.more) this.#ended = new Set([...this.#ended, keyOf(filter)])
      return reached
    } catch (error) {
      const failure = signal.aborted ? null : failureOf(error)
      if (failure) this.#failure = { failure, at: this.#now() }
      return null
    } finally {
      if (!signal.aborted) this.#underWay = null
    }
  }

  /** The network is away: once it is back, what could not be asked for is asked for. */
  forgetTried(): void {
    this.#tried.clear()
  }

  dismiss(): void {
    this.#failure = null
  }

  close(): void {
    this.#open.abort()
  }
}

/** Of a filter what the service is asked for; the text and what is on disk are the library's own. */
function keyOf({ symbols, from, to, status }: CallFilter): string {
  return JSON.stringify({ symbols, from, to, status })
}
