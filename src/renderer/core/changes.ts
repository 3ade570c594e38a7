import type { Announcement } from '#contract/desk/desk.ts'
import { pause, type After } from './after.ts'

/** What the core announces, and that the line came back after a break: whatever is on screen may be old by then. */
export type Change = Announcement | { readonly kind: 'reconnected' }

export type LineState = 'open' | 'lost'

const waits = [0, 250, 500, 1000, 2000, 5000] as const

/**
 * The one stream of announcements, kept up over broken lines. It says that something changed, never what: who shows it asks again.
 */
export class Changes {
  readonly #subscribe: (signal: AbortSignal) => Promise<AsyncIterable<Announcement>>
  readonly #after: After
  readonly #listeners = new Set<(change: Change) => void>()
  readonly #watchers = new Set<(state: LineState) => void>()
  readonly #end = new AbortController()

  constructor(subscribe: (signal: AbortSignal) => Promise<AsyncIterable<Announcement>>, after: After) {
    this.#subscribe = subscribe
    this.#after = after
  }

  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** `lost` when the stream breaks, `open` when it is there again. */
  watchLine(watcher: (state: LineState) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Runs until `close`. Resolves then, and never rejects: a broken stream is subscribed again. */
  async run(): Promise<void> {
    let broken = false
    let attempt = 0
    while (!this.#end.signal.aborted) {
      try {
        const stream = await this.#subscribe(this.#end.signal)
        attempt = 0
        this.#watchers.forEach((watcher) => watcher('open'))
        if (broken) this.#announce({ kind: 'reconnected' })
        for await (const announcement of stream) this.#announce(announcement)
      } catch {
        // The questions on screen report the same break with their own words.
      }
      if (this.#end.signal.aborted) return
      if (!broken || attempt === 0) this.#watchers.forEach((watcher) => watcher('lost'))
      broken = true
      await pause(this.#after, waits[Math.min(attempt, waits.length - 1)] ?? 0)
      attempt += 1
    }
  }

  close(): void {
    this.#end.abort()
  }

  #announce(change: Change): void {
    this.#listeners.forEach((listener) => listener(change))
  }
}
