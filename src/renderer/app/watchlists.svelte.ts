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
  readonly #members: Query<ApiOutputs['watchlists']['members']>
  readonly #symbolsOf = $derived.by(
    () => new Map(this.#members.result?.lists.map(({ listId, symbols }) => [listId, new Set(symbols)])),
  )
  readonly #core: Pick<Core, 'watchlists'>

  constructor(core: Pick<Core, 'watchlists'>, changes: Pick<Changes, 'listen'>) {
    this.#core = core
    this.#query = new Query(changes, { reloadOn: ({ kind }) => touching.has(kind) })
    this.#members = new Query(changes, { reloadOn: ['watchlists', 'workspaces'] })
  }

  /** Never rejects. */
  reload(): Promise<void> {
    return this.read()
  }

  async read(): Promise<void> {
    await Promise.all([
      this.#query.run((signal) => this.#core.watchlists.all(undefined, { signal })),
      this.#members.run((signal) => this.#core.watchlists.members(undefined, { signal })),
    ])
  }

  get all(): readonly Watchlist[] {
    return this.#query.result?.lists ?? []
  }

  get isRead(): boolean {
    return this.#query.result !== null
  }

  /** They are being read again. */
  get isLoading(): boolean {
    return this.#query.loading
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

  /** Whether a company is on a list, as far as that is known yet. */
  holds(listId: string, symbol: string): boolean {
    return this.#symbolsOf.get(listId)?.has(symbol) === true
  }

  /** The number of new items, each counted once. */
  get unseen(): number {
    const { result } = this.#query
    return result ? totalNewItems(result.unseen) : 0
  }
}
