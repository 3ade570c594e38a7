import type { Clock } from '#core/clock.ts'

/** Counts the pages that are open, and notices when there has been none for a while. */
export class OpenPages {
  readonly #clock: Clock
  readonly #patience: number
  readonly #leave: () => void
  #pages = 0
  #ended = false
  #wait: AbortController | null = null

  /** `leave` is called once no page has been there for `patience` milliseconds, counted from now. */
  constructor(clock: Clock, patience: number, leave: () => void) {
    this.#clock = clock
    this.#patience = patience
    this.#leave = leave
    this.#startWaiting()
  }

  /** A page came; call what is returned when it goes. */
  enter(): () => void {
    this.#pages += 1
    this.#wait?.abort()
    let here = true
    return () => {
      if (!here) return
      here = false
      this.#pages -= 1
      if (this.#pages === 0 && !this.#ended) this.#startWaiting()
    }
  }

  /** Waits no more. */
  end(): void {
    this.#ended = true
    this.#wait?.abort()
  }

  #startWaiting(): void {
    const wait = new AbortController()
    this.#wait = wait
    this.#clock.wait(this.#patience, wait.signal).then(this.#leave, () => {
      // A page came, or the shell closes.
    })
  }
}
