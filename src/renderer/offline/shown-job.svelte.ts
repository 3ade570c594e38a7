/** Which download job the Offline downloads screen shows, and its commands act on. */

import type { SyncJob } from '#contract/api/sync.ts'
import { ListCursor } from '../ui/list-cursor.svelte.ts'

export class ShownJob {
  readonly #jobs: () => readonly SyncJob[]
  readonly #located: () => number
  readonly #cursor: ListCursor<SyncJob>

  /** @param located the job of the tab's location; −1: the first one, which stays the same when another begins above it */
  constructor(jobs: () => readonly SyncJob[], located: () => number) {
    this.#jobs = jobs
    this.#located = located
    this.#cursor = new ListCursor(jobs, ({ id }) => String(id))
  }

  /** Undefined: there are no jobs. */
  get job(): SyncJob | undefined {
    const id = this.#located()
    return this.#jobs().find((each) => each.id === id) ?? this.#cursor.item
  }
}
