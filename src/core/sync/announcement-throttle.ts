import type { Announcement } from '#contract/api/api.ts'
import type { Clock } from '../clock.ts'

/** Milliseconds between two rounds of announcements: windows read again what each tells of. */
const announceEvery = 1000

/** Tells what changed during long work once a round, however often it changed. */
export class AnnouncementThrottle {
  readonly #clock: Clock
  readonly #announce: (announcement: Announcement) => void
  readonly #closing: AbortSignal
  readonly #unstatedFields = new Map<string, Announcement>()
  #toldAt = Number.NEGATIVE_INFINITY
  #isWaiting = false

  constructor(clock: Clock, announce: (announcement: Announcement) => void, closing: AbortSignal) {
    this.#clock = clock
    this.#announce = announce
    this.#closing = closing
  }

  /** At once when nothing was told for a while. */
  add(announced: readonly Announcement[]): void {
    for (const announcement of announced) this.#unstatedFields.set(JSON.stringify(announcement), announcement)
    if (this.#isWaiting || this.#unstatedFields.size === 0) return
    const remaining = this.#toldAt + announceEvery - this.#clock.monotonic()
    if (remaining <= 0) return this.flush()
    this.#isWaiting = true
    const flushLater = () => {
      this.#isWaiting = false
      this.flush()
    }
    this.#clock.wait(remaining, this.#closing).then(flushLater, () => undefined)
  }

  flush(): void {
    this.#toldAt = this.#clock.monotonic()
    const unstatedFields = [...this.#unstatedFields.values()]
    this.#unstatedFields.clear()
    for (const announcement of unstatedFields) this.#announce(announcement)
  }
}
