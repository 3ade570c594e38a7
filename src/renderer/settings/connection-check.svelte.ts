/** The check of the connection in Settings, Network. Its result is that of one route, and is dropped with that. */

import type { Failure } from '#contract/failure.ts'
import { failureToShow } from '../core-client/request-failed.ts'

interface ConnectionCheckDependencies {
  /** Rejects with `RequestFailed` when the service cannot be reached. */
  readonly check: () => Promise<unknown>
  /** The same as long as requests go the same way; it may change in another window. */
  readonly route: () => string
}

export class ConnectionCheck {
  readonly #dependencies: ConnectionCheckDependencies
  #checking = $state(false)
  #checked = $state.raw<{ readonly route: string; readonly failure: Failure | null } | null>(null)

  constructor(dependencies: ConnectionCheckDependencies) {
    this.#dependencies = dependencies
  }

  get checking(): boolean {
    return this.#checking
  }

  /** Null: not checked on this route. */
  get result(): { readonly failure: Failure | null } | null {
    return this.#checked?.route === this.#dependencies.route() ? this.#checked : null
  }

  /** Never rejects. */
  async run(): Promise<void> {
    const { check, route } = this.#dependencies
    const checked = route()
    this.#checking = true
    this.#checked = null
    try {
      await check()
      this.#checked = { route: checked, failure: null }
    } catch (error) {
      this.#checked = { route: checked, failure: failureToShow(error) ?? { kind: 'defect' } }
    } finally {
      this.#checking = false
    }
  }
}
