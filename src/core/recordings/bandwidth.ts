/** Limits and measures the bandwidth of downloads. */

import type { Clock } from '../clock.ts'

/** Milliseconds by which bytes may exceed the limit, so that small pieces do not wait. */
const ahead = 100

/** A limit on the bytes of all downloads together. */
export class BandwidthLimit {
  readonly #clock: Clock
  /** When the bytes let through so far are paid for. */
  #paid = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Waits until so many bytes more may pass. `bytesPerSecond` null: at once. */
  async pass(bytes: number, bytesPerSecond: number | null, signal: AbortSignal): Promise<void> {
    if (bytesPerSecond === null) return
    const now = this.#clock.monotonic()
    this.#paid = Math.max(this.#paid, now) + (bytes / bytesPerSecond) * 1000
    const wait = this.#paid - now - ahead
    if (wait > 0) await this.#clock.wait(wait, signal)
  }
}

/** Bytes a second over the last seconds. */
export class Speed {
  readonly #clock: Clock
  #marks: { readonly at: number; readonly bytes: number }[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** `bytes`: there altogether. */
  mark(bytes: number): void {
    const at = this.#clock.monotonic()
    const last = this.#marks.at(-1)
    if (last !== undefined && at - last.at < 100) return
    this.#marks = [...this.#marks.filter((mark) => at - mark.at < 3000 && mark.bytes <= bytes), { at, bytes }]
  }

  forget(): void {
    this.#marks = []
  }

  get bytesPerSecond(): number | null {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)]
    if (first === undefined || last === undefined || last.at === first.at) return null
    return Math.round(((last.bytes - first.bytes) / (last.at - first.at)) * 1000)
  }
}
