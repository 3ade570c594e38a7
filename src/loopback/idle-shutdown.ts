/** Ends the program when no page has been open for a while. */

import type { Clock } from '#core/clock.ts'

export class IdleShutdown {
  readonly #clock: Clock
  readonly #idleTime: number
  readonly #shutDown: () => void
  #pages = 0
  #ended = false
  #wait: AbortController | null = null

  /** `shutDown` is called once no page has been open for `idleTime` milliseconds, counted from now. */
  constructor(clock: Clock, idleTime: number, shutDown: () => void) {
    this.#clock = clock
    this.#idleTime = idleTime
    this.#shutDown = shutDown
    this.#startWaiting()
  }

  /** A page was opened; call what is returned when it is closed. */
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

  /** Stops watching. */
  end(): void {
    this.#ended = true
    this.#wait?.abort()
  }

  #startWaiting(): void {
    const wait = new AbortController()
    this.#wait = wait
    this.#clock.wait(this.#idleTime, wait.signal).then(this.#shutDown, () => {
      // A page came, or the shell closes.
    })
  }
}
