/** Opens statements and calls from the library and refreshes stale ones in the background; `fetchThroughLibrary` does it for single responses. */

import type { Freshness } from '#contract/api/provenance.ts'
import type { Urgency } from '../service/rate-limited-queue.ts'
import type { LibraryContext } from './library-context.ts'
import { minutes } from '../duration.ts'

/**
 * What is stored is shown at once and refreshed in the background. For this long no second refresh is tried, whether the first
 * failed or brought nothing new. A refresh that the user requests is always made.
 */
const pause = minutes

interface Opening<Shown> {
  /** What a refresh covers: refreshes of one key never run in parallel. */
  readonly key: string
  readonly freshness: Freshness
  /** Reads the stored copy; undefined: none. */
  readonly read: () => Shown | undefined
  /** Requests it and stores what arrives. One for the user also announces what changed. */
  readonly refresh: (urgency: Urgency, signal: AbortSignal) => Promise<{ readonly changes: number }>
  /** Announces the end of a refresh in the background, with the number of records that changed; 0 also when it failed. */
  readonly refreshed: (changes: number) => void
  /** Fails because the library has nothing, also after a request to the service where `freshness` allows one. */
  readonly missing: () => never
}

/** For reads that take more from the library than one response of the service holds. */
export class StaleWhileRevalidate {
  readonly #library: LibraryContext
  /** When each refresh in the background began, on the monotonic clock, and whether it is still running. */
  readonly #refreshes = new Map<string, { readonly startedAt: number; readonly running: boolean }>()

  constructor(library: LibraryContext) {
    this.#library = library
  }

  /** Throws what the service failed with, or `missing`, only when nothing is stored or the caller insisted on the service. */
  async open<Shown extends { readonly stale: boolean; readonly refreshing: boolean }>(
    opening: Opening<Shown>,
    signal: AbortSignal,
  ): Promise<Shown> {
    const { key, freshness, read, refresh, missing } = opening
    if (freshness === 'service') await refresh('user', signal)
    const stored = read()
    if (freshness !== 'library-first') return stored ?? missing()
    if (!stored) {
      await refresh('user', signal)
      return read() ?? missing()
    }
    // On a read-only profile the copy would stay stale.
    if (stored.stale && this.#library.writer !== null) this.#refreshInBackground(opening)
    return { ...stored, refreshing: this.#refreshes.get(key)?.running ?? false }
  }

  #refreshInBackground({ key, refresh, refreshed }: Omit<Opening<unknown>, 'read'>): void {
    const startedAt = this.#library.clock.monotonic()
    const last = this.#refreshes.get(key)
    if (last && (last.running || startedAt - last.startedAt < pause)) return
    this.#refreshes.set(key, { startedAt, running: true })
    this.#library.inBackground(async (signal) => {
      let changes = 0
      try {
        ;({ changes } = await refresh('background', signal))
      } finally {
        this.#refreshes.set(key, { startedAt, running: false })
        refreshed(changes)
      }
    })
  }
}
