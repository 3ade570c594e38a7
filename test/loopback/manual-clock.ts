import type { Clock } from '#core/clock.ts'

interface Waiting {
  readonly until: number
  readonly resolve: () => void
}

/** A clock that a test moves by hand. */
export class ManualClock implements Clock {
  #now = 1_700_000_000_000
  #waiting: readonly Waiting[] = []

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#now
  }

  wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = { until: this.#now + milliseconds, resolve }
      const abort = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting)
        reject(new DOMException('called off', 'AbortError'))
      }
      if (signal?.aborted) {
        abort()
        return
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting = [...this.#waiting, waiting]
    })
  }

  /** Milliseconds until each wait under way ends, the nearest first. */
  get pending(): readonly number[] {
    return this.#waiting.map(({ until }) => until - this.#now).toSorted((a, b) => a - b)
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds
    const due = this.#waiting.filter(({ until }) => until <= this.#now)
    this.#waiting = this.#waiting.filter((one) => !due.includes(one))
    for (const { resolve } of due) resolve()
  }
}
