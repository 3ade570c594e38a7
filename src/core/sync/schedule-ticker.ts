/** The timer of automatic refreshes: runs twice a minute, and notices that the computer slept. */

import type { Clock } from '../clock.ts'
import type { LibraryContext } from '../ledger/library-context.ts'

/** Milliseconds between two ticks. */
const tickEvery = 30_000

/** If wall time and monotonic time of one wait differ by more, or a wait took this much longer, the machine slept. Milliseconds. */
const sleptAfter = 60_000

interface ScheduleTickerDependencies extends Pick<LibraryContext, 'inBackground'> {
  readonly clock: Clock
  /** Whether a schedule or a job needs ticks. */
  readonly isWanted: () => boolean
  readonly tick: () => void
  /** A tick failed, such as on a full disk. The next one tries again. */
  readonly tickFailed: (error: unknown) => void
  /** The machine slept, or its clock was set. */
  readonly woke: () => void
}

/** Ticks while a schedule or a job needs it, and notices that the machine slept. */
export class ScheduleTicker {
  readonly #dependencies: ScheduleTickerDependencies
  #isRunning = false

  constructor(dependencies: ScheduleTickerDependencies) {
    this.#dependencies = dependencies
  }

  start(): void {
    const { inBackground, isWanted } = this.#dependencies
    if (this.#isRunning || !isWanted()) return
    this.#isRunning = true
    inBackground(async (signal) => {
      try {
        await this.#look(signal)
      } finally {
        this.#isRunning = false
      }
    })
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { clock, isWanted, tick, tickFailed, woke } = this.#dependencies
    while (isWanted()) {
      try {
        tick()
      } catch (error) {
        tickFailed(error)
      }
      const [wall, began] = [clock.now(), clock.monotonic()]
      await clock.wait(tickEvery, signal)
      const passed = clock.monotonic() - began
      const jumped = clock.now() - wall - passed
      // While the machine sleeps, the monotonic clock stops on some systems and runs on others.
      if (jumped > sleptAfter || passed - tickEvery > sleptAfter) woke()
    }
  }
}
