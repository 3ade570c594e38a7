/**
 * The stream of the core's change announcements, which is reopened after a lost connection. Queries
 * use it to reload stale data.
 */

import type { Announcement } from '#contract/api/api.ts'
import type { Failure } from '#contract/failure.ts'
import { pause, type After } from './timeout.ts'
import { failureToShow } from './request-failed.ts'

/** What the core announces, and that the connection was restored, after which the screen may be stale. */
export type Change = Announcement | { readonly kind: 'reconnected' }

/** Why there is no connection to the core; null while there is one. */
export type ConnectionFailure = Failure | null

const waits = [0, 250, 500, 1000, 2000, 5000] as const

/**
 * The stream of announcements, which is opened again after a lost connection. An announcement says that something changed,
 * without data: a component that shows it requests it again.
 */
export class Changes {
  readonly #subscribe: (signal: AbortSignal) => Promise<AsyncIterable<Announcement>>
  readonly #after: After
  readonly #listeners = new Set<(change: Change) => void>()
  readonly #watchers = new Set<(failure: ConnectionFailure) => void>()
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

  /** Calls the watcher with the reason when the stream ends and at each failed attempt, and with null when it is open again. */
  watchLine(watcher: (failure: ConnectionFailure) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Runs until `close` and never rejects: a stream that ends is subscribed again. */
  async run(): Promise<void> {
    let broken = false
    let attempt = 0
    while (!this.#end.signal.aborted) {
      let failure: Failure = { kind: 'core-stopped' }
      try {
        const stream = await this.#subscribe(this.#end.signal)
        attempt = 0
        this.#report(null)
        if (broken) this.#announce({ kind: 'reconnected' })
        for await (const announcement of stream) this.#announce(announcement)
      } catch (error) {
        failure = failureToShow(error) ?? failure
      }
      if (this.#end.signal.aborted) return
      broken = true
      this.#report(failure)
      await pause(this.#after, waits[Math.min(attempt, waits.length - 1)] ?? 0)
      attempt += 1
    }
  }

  close(): void {
    this.#end.abort()
  }

  #report(failure: ConnectionFailure): void {
    this.#watchers.forEach((watcher) => watcher(failure))
  }

  #announce(change: Change): void {
    this.#listeners.forEach((listener) => listener(change))
  }
}
