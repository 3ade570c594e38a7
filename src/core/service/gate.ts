import PQueue from 'p-queue'
import type { Clock } from '../clock.ts'

/** How gently a host is asked. */
export interface Pace {
  /** Requests under way at once. */
  readonly concurrency: number
  /** Requests begun in any second; null: no such limit (the sample service on this machine). */
  readonly perSecond: number | null
}

export const gentlePace: Pace = { concurrency: 4, perSecond: 20 }
export const samplePace: Pace = { concurrency: 4, perSecond: null }

/** What the user waits for goes before what is fetched ahead of need. */
export type Urgency = 'user' | 'background'
const priorityOf = { user: 10, background: 0 } as const satisfies Record<Urgency, number>

/** The one door to a host: few at once, none while the host asked for a pause. */
export class Gate {
  readonly #queue: PQueue
  readonly #clock: Clock
  #pausedUntil: number | null = null
  readonly #changed: () => void

  constructor(pace: Pace, clock: Clock, changed: () => void) {
    this.#queue = new PQueue({
      concurrency: pace.concurrency,
      ...(pace.perSecond === null ? {} : { intervalCap: pace.perSecond, interval: 1000 }),
    })
    this.#clock = clock
    this.#changed = changed
    this.#queue.addEventListener('active', changed)
    this.#queue.addEventListener('next', changed)
  }

  get underWay(): number {
    return this.#queue.pending
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** Wall time at which requests go on; null when the host has not asked to wait. */
  get pausedUntil(): number | null {
    return this.#pausedUntil
  }

  async pass<Result>(work: () => Promise<Result>, urgency: Urgency, signal: AbortSignal): Promise<Result> {
    return this.#queue.add(work, { priority: priorityOf[urgency], signal })
  }

  /** Nothing begins for so many milliseconds; a longer pause that is already set stays. */
  pause(milliseconds: number): void {
    const until = this.#clock.now() + milliseconds
    if (this.#pausedUntil !== null && this.#pausedUntil >= until) return
    this.#pausedUntil = until
    this.#queue.pause()
    this.#changed()
    void this.#clock.wait(milliseconds).then(() => {
      if (this.#pausedUntil !== until) return
      this.#pausedUntil = null
      this.#queue.start()
      this.#changed()
    })
  }
}
