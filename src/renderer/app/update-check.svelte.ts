/** The last check for updates in this window: whether it runs, and what it found. */

import type { PublishedVersion } from '#contract/api/program.ts'
import type { Failure } from '#contract/failure.ts'
import type { Core } from '../core-client/client.ts'
import { failureToShow } from '../core-client/request-failed.ts'

type Finding = { readonly published: PublishedVersion } | { readonly failure: Failure }

/** Checks when the user asks, and at no other time. */
export class UpdateCheck {
  readonly #core: Core
  #host = $state.raw<string | null>(null)
  #checking = $state(false)
  #finding = $state.raw<Finding | null>(null)

  constructor(core: Core) {
    this.#core = core
  }

  /** Host of the administrator's update feed; null: none is set. */
  get host(): string | null {
    return this.#host
  }

  set host(host: string | null) {
    this.#host = host
  }

  get checking(): boolean {
    return this.#checking
  }

  /** Null: nothing was checked yet. */
  get finding(): Finding | null {
    return this.#finding
  }

  async run(): Promise<void> {
    if (this.#host === null || this.#checking) return
    this.#checking = true
    this.#finding = null
    try {
      this.#finding = { published: await this.#core.program.checkForUpdates() }
    } catch (error) {
      this.#finding = { failure: failureToShow(error) ?? { kind: 'defect' } }
    } finally {
      this.#checking = false
    }
  }
}
