import type { SupervisorClock } from '#main/core-supervisor.ts'

/** Time that stands still until a test moves it. */
export class StandInTime implements SupervisorClock {
  #now = 0
  #pending: { readonly at: number; readonly run: () => void }[] = []

  monotonic(): number {
    return this.#now
  }

  after(milliseconds: number, run: () => void): void {
    this.#pending.push({ at: this.#now + milliseconds, run })
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds
    const due = this.#pending.filter(({ at }) => at <= this.#now)
    this.#pending = this.#pending.filter(({ at }) => at > this.#now)
    due.forEach(({ run }) => run())
  }
}

/** Lets everything run that waits for nothing but a turn. */
export async function settled(): Promise<void> {
  await new Promise(setImmediate)
}
