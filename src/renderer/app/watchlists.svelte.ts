/**
 * The user's watchlists with their counts of new items, as reactive state for rail, palette and
 * screens.
 */

import type { ApiOutputs } from '#contract/api/api.ts'
import { totalNewItems } from '#contract/api/whats-new-kinds.ts'
import type { Watchlist } from '#contract/api/watchlists.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { Query } from '../core-client/query.svelte.ts'

const touching = new Set(['watchlists', 'fundamentals', 'call', 'calls', 'ratings', 'news', 'searches', 'workspaces'])

export class Watchlists {
  readonly #query: Query<ApiOutputs['watchlists']['all']>
  readonly #core: Pick<Core, 'watchlists'>

  constructor(core: Pick<Core, 'watchlists'>, changes: Pick<Changes, 'listen'>) {
    this.#core = core
    this.#query = new Query(changes, { reloadOn: ({ kind }) => touching.has(kind) })
  }

  /** Never rejects. */
  reload(): Promise<void> {
    return this.read()
  }

  read(): Promise<void> {
    return this.#query.run((signal) => this.#core.watchlists.all(undefined, { signal }))
  }

  get all(): readonly Watchlist[] {
    return this.#query.result?.lists ?? []
  }

  get isRead(): boolean {
    return this.#query.result !== null
  }

  get failure() {
    return this.#query.failure
  }

  get settledAt(): number | null {
    return this.#query.settledAt
  }

  byId(id: string): Watchlist | undefined {
    return this.all.find((list) => list.id === id)
  }

  /** The number of new items, each counted once. */
  get unseen(): number {
    const { result } = this.#query
    return result ? totalNewItems(result.unseen) : 0
  }
}
