/** Refreshes calls that are in progress, as long as a window shows them. */

import { failureOf } from '../failure-error.ts'
import { requestAndStore } from '../ledger/request-and-store.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { minutes } from '../duration.ts'
import { callResource } from './resources.ts'

/** How long a call is refreshed after it was last shown, and the shortest and longest pause between refreshes. */
const shownFor = 30 * minutes
const firstPause = minutes / 2
const longestPause = 10 * minutes
/** Maximum number of calls refreshed at a time: those shown last. */
const mostWatched = 8

interface Watched {
  /** Monotonic time. */
  shownAt: number
  pause: number
  dueAt: number
}

export function isInProgress(status: string | null | undefined): boolean {
  return status === 'IN_PROGRESS'
}

/** Refreshes calls in progress in the background, while they are shown and the workspace is open. */
export class CallsInProgress {
  readonly #library: LibraryContext
  readonly #watched = new Map<string, Watched>()
  #isRunning = false

  constructor(library: LibraryContext) {
    this.#library = library
  }

  /** Call this with the calls in progress that are shown now. */
  show(callIds: readonly string[]): void {
    if (!this.#library.writer) return
    const now = this.#library.clock.monotonic()
    for (const callId of callIds) {
      const known = this.#watched.get(callId)
      this.#watched.delete(callId)
      this.#watched.set(
        callId,
        known ? { ...known, shownAt: now } : { shownAt: now, pause: firstPause, dueAt: now + firstPause },
      )
    }
    for (const callId of this.#watched.keys()) {
      if (this.#watched.size <= mostWatched) break
      this.#watched.delete(callId)
    }
    if (this.#isRunning || this.#watched.size === 0) return
    this.#isRunning = true
    this.#library.inBackground(async (signal) => {
      try {
        await this.#look(signal)
      } finally {
        this.#isRunning = false
      }
    })
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { clock } = this.#library
    while (this.#watched.size > 0) {
      const next = Math.min(...[...this.#watched.values()].map(({ dueAt }) => dueAt))
      await clock.wait(Math.max(0, next - clock.monotonic()), signal)
      const now = clock.monotonic()
      for (const [callId, watched] of this.#watched) {
        if (now - watched.shownAt > shownFor) this.#watched.delete(callId)
        else if (watched.dueAt <= now) await this.#requestAgain(callId, watched, signal)
      }
    }
  }

  async #requestAgain(callId: string, watched: Watched, signal: AbortSignal): Promise<void> {
    const { clock } = this.#library
    const outcome = await this.#requestCall(callId, signal)
    if (outcome === 'over') {
      this.#watched.delete(callId)
      return
    }
    const pause = outcome === 'changed' ? firstPause : Math.min(watched.pause * 2, longestPause)
    const kept = this.#watched.get(callId)
    if (kept) this.#watched.set(callId, { ...kept, pause, dueAt: clock.monotonic() + pause })
  }

  /** An unreachable service is tried again later; the status bar reports it. */
  async #requestCall(callId: string, signal: AbortSignal): Promise<'over' | 'changed' | 'same'> {
    try {
      const { response, recorded } = await requestAndStore(this.#library, callResource, {
        parameters: { call_id: callId },
        urgency: 'background',
        signal,
      })
      const hasChanged = recorded !== null && recorded.added + recorded.changed > 0
      if (hasChanged) {
        this.#library.announce({ kind: 'call', id: callId })
        this.#library.announce({ kind: 'calls' })
      }
      if (!isInProgress(response.records[0]?.record?.status)) return 'over'
      return hasChanged ? 'changed' : 'same'
    } catch (error) {
      const failure = failureOf(error)
      if (!failure || signal.aborted) throw error
      return failure.kind === 'not-found' ? 'over' : 'same'
    }
  }
}
