/** Runs the connection test of a workspace, one at a time, with Stop. */

import type { ApiOutputs } from '#contract/api/api.ts'
import type { OperationCheck, SearchNames, Workspace } from '#contract/api/workspaces.ts'
import type { Failure } from '#contract/failure.ts'
import { failureToShow } from '../../core-client/request-failed.ts'

export const keyErrors = ['key-refused', 'key-missing'] as const
export type KeyError = (typeof keyErrors)[number]

type Outcome = ApiOutputs['workspaces']['test']

/** Sends one request of each operation. Rejects with `RequestFailed`, or `AbortError` when stopped. */
type TestEachOperation = (id: string, symbol: string, signal: AbortSignal) => Promise<Outcome>

/** *Test connection*: one run at a time, which can be stopped. */
export class ConnectionTest {
  readonly #test: TestEachOperation
  readonly #remember: (id: string, outcome: Outcome) => void
  #outcome = $state.raw<Outcome | null>(null)
  #failure = $state.raw<Failure | null>(null)
  #running = $state.raw<AbortController | null>(null)
  #tested = $state.raw<SearchNames | null>(null)

  /** @param remember called with each result @param known the result of an earlier run */
  constructor(
    test: TestEachOperation,
    remember: (id: string, outcome: Outcome) => void = () => {},
    known: Outcome | null = null,
  ) {
    this.#test = test
    this.#remember = remember
    this.#outcome = known
  }

  get running(): boolean {
    return this.#running !== null
  }

  /** Empty before the first run. */
  get checks(): readonly OperationCheck[] {
    return this.#outcome?.checks ?? []
  }

  get failure(): Failure | null {
    return this.#failure
  }

  /** Names of the search's parameters that worked where those tested with did not. */
  get foundNames(): SearchNames | null {
    const found = this.#outcome?.search ?? null
    const tested = this.#tested
    // Whether the search requires the key is detected automatically.
    const differs = found && (['query', 'type', 'page'] as const).some((name) => found[name] !== tested?.[name])
    return differs ? found : null
  }

  get works(): number {
    return this.checks.filter(({ result }) => result === 'works').length
  }

  /** What is wrong with the key, if that is the problem. */
  get keyTrouble(): KeyError | null {
    const kinds = this.checks.map(({ failure }) => failure?.kind)
    return keyErrors.find((kind) => kinds.includes(kind)) ?? null
  }

  /** Never rejects. */
  async run({ id, search }: Pick<Workspace, 'id' | 'search'>, symbol: string): Promise<void> {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    this.#tested = search
    this.#outcome = null
    this.#failure = null
    try {
      const outcome = await this.#test(id, symbol, running.signal)
      if (running.signal.aborted) return
      this.#outcome = outcome
      this.#remember(id, outcome)
    } catch (error) {
      if (!running.signal.aborted) this.#failure = failureToShow(error)
    } finally {
      if (this.#running === running) this.#running = null
    }
  }

  stop(): void {
    this.#running?.abort()
    this.#running = null
  }

  /** The workspace was changed: the result no longer applies. */
  forget(): void {
    this.stop()
    this.#outcome = null
    this.#failure = null
  }
}
