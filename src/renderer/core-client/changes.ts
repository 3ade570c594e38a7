import type { Announcement } from '#contract/api/api.ts'
import type { Failure } from '#contract/failure.ts'
import { pause, type After } from './timeout.ts'
import { failureOf } from './request-failed.ts'

/** What the core announces, and that the line came back after a break: whatever is on screen may be old by then. */
export type Change = Announcement | { readonly kind: 'reconnected' }

/** Why the line to the core is down; null while it is open. */
export type ConnectionFailure = Failure | null

const waits = [0, 250, 500, 1000, 2000, 5000] as const

/**
 * The one stream of announcements, kept up over broken lines. It says that something changed, never what: who shows it asks again.
 */
export class Changes {
  readonly #subscribe: (signal: AbortSignal) => Promise<AsyncIterable<Announcement>>
  readonly #after: After
  readonly #listeners = new Set<(change: Change) => void>()
  readonly #watchers = new Set<(trouble: ConnectionFailure) => void>()
  readonly #end = new AbortController()

  constructor(subscribe: (signal: AbortSignal) => Promise<AsyncIterable<Announcement>>, after: After) {
    this.#subscribe = subscribe
    this.#after = after
  }

  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The same announcements, until the signal aborts. */
  until(signal: AbortSignal): Pick<Changes, 'listen'> {
    return {
      listen: (listener) => {
        const unlisten = this.listen(listener)
        signal.addEventListener('abort', unlisten, { once: true })
        return () => {
          signal.removeEventListener('abort', unlisten)
          unlisten()
        }
      },
    }
  }

  /** Told why when the stream breaks and at each attempt that fails, and null when it is there again. */
  watchLine(watcher: (trouble: ConnectionFailure) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Runs until `close`. Resolves then, and never rejects: a broken stream is subscribed again. */
  async run(): Promise<void> {
    let broken = false
    let attempt = 0
    while (!this.#end.signal.aborted) {
      let trouble: Failure = { kind: 'core-gone' }
      try {
        const stream = await this.#subscribe(this.#end.signal)
        attempt = 0
        this.#tell(null)
        if (broken) this.#announce({ kind: 'reconnected' })
        for await (const announcement of stream) this.#announce(announcement)
      } catch (error) {
        trouble = failureOf(error) ?? trouble
      }
      if (this.#end.signal.aborted) return
      broken = true
      this.#tell(trouble)
      await pause(this.#after, waits[Math.min(attempt, waits.length - 1)] ?? 0)
      attempt += 1
    }
  }

  close(): void {
    this.#end.abort()
  }

  #tell(trouble: ConnectionFailure): void {
    this.#watchers.forEach((watcher) => watcher(trouble))
  }

  #announce(change: Change): void {
    this.#listeners.forEach((listener) => listener(change))
  }
}
