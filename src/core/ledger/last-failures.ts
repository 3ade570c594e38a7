import type { Failure } from '#contract/failure.ts'
import { failureOf } from '../failure-error.ts'

/** The failure of the last request of each key, until one succeeds or the program ends. Canceled requests do not count. */
export class LastFailures {
  readonly #failures = new Map<string, Failure>()

  of(key: string): Failure | null {
    return this.#failures.get(key) ?? null
  }

  get all(): ReadonlyMap<string, Failure> {
    return this.#failures
  }

  /** Makes a request and remembers how it ended. Throws what the request throws. */
  async watch<Result>(key: string, request: () => Promise<Result>): Promise<Result> {
    try {
      const result = await request()
      this.#failures.delete(key)
      return result
    } catch (error) {
      const failure = failureOf(error)
      if (failure && failure.kind !== 'cancelled') this.#failures.set(key, failure)
      throw error
    }
  }
}
