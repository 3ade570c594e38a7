import type { After } from '../../src/renderer/core-client/timeout.ts'

/** Time that passes when the test says so. */
export class ManualTime {
  #now = 0
  #due: { at: number; run: () => void }[] = []

  readonly after: After = (milliseconds, run) => {
    const entry = { at: this.#now + milliseconds, run }
    this.#due.push(entry)
    return () => {
      this.#due = this.#due.filter((one) => one !== entry)
    }
  }

  /** Runs what falls due, in order, each before what it starts itself. */
  pass(milliseconds: number): void {
    const end = this.#now + milliseconds
    for (;;) {
      const [next] = this.#due.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)
      if (!next) break
      this.#due = this.#due.filter((one) => one !== next)
      this.#now = next.at
      next.run()
    }
    this.#now = end
  }
}
