/** A long operation of the core as reactive state: progress, result, cancellation. */

import type { StorageProgress } from '#contract/api/storage.ts'
import type { Failure } from '#contract/failure.ts'
import { RequestFailed, failureToShow } from '../../core-client/request-failed.ts'

interface Ended {
  readonly kind: 'done'
}
/** The result of an operation, among the steps that the core reports. */
export type DoneOf<Steps> = Steps extends AsyncIteratorObject<infer Step> ? Extract<Step, Ended> : never

interface Failed {
  readonly kind: 'failed'
  readonly failure: Failure
}

/** One run at a time. */
export class LongOperation<Done extends Ended> {
  #progress = $state.raw<StorageProgress | null>(null)
  #failure = $state.raw<Failure | null>(null)
  #done = $state.raw<Done | null>(null)
  #running = $state.raw<AbortController | null>(null)
  #isPreparing = $state(false)

  /** Null: it does not run. */
  get progress(): Omit<StorageProgress, 'kind'> | null {
    return this.#running === null ? null : (this.#progress ?? { message: 'Starting', done: 0, total: 0 })
  }

  /** It runs, or what precedes it does: meanwhile the core reports it as the running operation. */
  get isActive(): boolean {
    return this.#running !== null || this.#isPreparing
  }

  get failure(): Failure | null {
    return this.#failure
  }

  get done(): Done | null {
    return this.#done
  }

  /** Null when it failed or was stopped. */
  async run(
    start: (signal: AbortSignal) => Promise<AsyncIterable<StorageProgress | Failed | Done>>,
  ): Promise<Done | null> {
    if (this.#running !== null) return null
    const running = new AbortController()
    this.#running = running
    this.#progress = null
    this.#failure = null
    this.#done = null
    try {
      for await (const step of await start(running.signal)) {
        if (step.kind === 'progress') this.#progress = step
        else if (step.kind === 'failed') throw new RequestFailed(step.failure)
        else return (this.#done = step)
      }
      return null
    } catch (error) {
      const failure = running.signal.aborted ? null : failureToShow(error)
      this.#failure = failure?.kind === 'cancelled' ? null : failure
      return null
    } finally {
      this.#running = null
    }
  }

  /** Does what precedes it, such as the check of a file. */
  async prepare<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isPreparing = true
    try {
      return await work()
    } finally {
      this.#isPreparing = false
    }
  }

  stop(): void {
    this.#running?.abort()
  }

  forget(): void {
    this.#failure = null
    this.#done = null
  }
}
