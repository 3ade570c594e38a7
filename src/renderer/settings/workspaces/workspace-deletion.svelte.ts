/** Deletes a workspace after a confirmation. */

import type { Failure } from '#contract/failure.ts'
import { failureToShow } from '../../core-client/request-failed.ts'

interface Options {
  readonly remove: () => Promise<unknown>
  /** It is gone. */
  readonly onremoved: () => void
  /** Says a failure outside the dialog. */
  readonly fail: (error: unknown) => void
}

/** The dialog that asks whether a workspace is to be deleted, and the deletion. */
export class WorkspaceDeletion {
  #isOpen = $state(false)
  #isBusy = $state(false)
  #failure = $state.raw<Failure | null>(null)
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get isBusy(): boolean {
    return this.#isBusy
  }

  /** Why it failed, for the dialog. */
  get failure(): Failure | null {
    return this.#failure
  }

  ask(): void {
    this.#failure = null
    this.#isOpen = true
  }

  close(): void {
    this.#isOpen = false
  }

  /** Never rejects. The dialog shows a failure, or the status bar if the dialog was closed meanwhile. */
  async remove(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    this.#failure = null
    try {
      await this.#options.remove()
      this.#isOpen = false
      this.#options.onremoved()
    } catch (error) {
      this.#failure = failureToShow(error)
      if (!this.#isOpen || this.#failure === null) this.#options.fail(error)
    } finally {
      this.#isBusy = false
    }
  }
}
