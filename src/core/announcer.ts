/**
 * Tells every open window which kinds of data have changed, over the API's one stream of
 * announcements.
 */

import { EventEmitter, on } from 'node:events'
import type { Announcement } from '#contract/api/api.ts'

/** The one stream of the API: announces what changed to every listener, without data, and never waits for a listener. */
export class Announcer {
  readonly #emitter = new EventEmitter({ captureRejections: false })
  readonly #ending = new AbortController()

  constructor() {
    // One listener a window; more than this many windows on one profile would be a leak.
    this.#emitter.setMaxListeners(64)
  }

  announce(announcement: Announcement): void {
    this.#emitter.emit('change', announcement)
  }

  /** Ends quietly when the listener leaves or the core closes. */
  async *changes(signal: AbortSignal): AsyncGenerator<Announcement, void> {
    const ending = AbortSignal.any([signal, this.#ending.signal])
    try {
      for await (const [announcement] of on(this.#emitter, 'change', { signal: ending }))
        yield announcement as Announcement
    } catch (error) {
      if (!ending.aborted) throw error
    }
  }

  close(): void {
    this.#ending.abort()
  }
}
