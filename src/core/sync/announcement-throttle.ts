/** Limits how often long-running work announces changes to the windows. */

import type { Announcement } from '#contract/api/api.ts'
import type { Clock } from '../clock.ts'

/** Milliseconds between two rounds of announcements: windows read again what each is about. */
const announceEvery = 1000

/** Announces what changed during long work once a round, however often it changed. */
export class AnnouncementThrottle {
  readonly #clock: Clock
  readonly #announce: (announcement: Announcement) => void
  readonly #closing: AbortSignal
  readonly #pending = new Map<string, Announcement>()
  #flushedAt = Number.NEGATIVE_INFINITY
  #isWaiting = false

  constructor(clock: Clock, announce: (announcement: Announcement) => void, closing: AbortSignal) {
    this.#clock = clock
    this.#announce = announce
    this.#closing = closing
  }

  /** At once when nothing was announced recently. */
  add(announced: readonly Announcement[]): void {
    for (const announcement of announced) this.#pending.set(JSON.stringify(announcement), announcement)
    if (this.#isWaiting || this.#pending.size === 0) return
    const remaining = this.#flushedAt + announceEvery - this.#clock.monotonic()
    if (remaining <= 0) return this.flush()
    this.#isWaiting = true
    const flushLater = () => {
      this.#isWaiting = false
      this.flush()
    }
    this.#clock.wait(remaining, this.#closing).then(flushLater, () => undefined)
  }

  flush(): void {
    this.#flushedAt = this.#clock.monotonic()
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    for (const announcement of pending) this.#announce(announcement)
  }
}
