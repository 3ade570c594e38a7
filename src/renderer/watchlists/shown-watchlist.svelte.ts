/** The watchlist on screen. It stays the same one while lists are added, moved and deleted. */

import type { Watchlist } from '#contract/api/watchlists.ts'
import type { TabLocationOf } from '../app/tab-locations.ts'
import type { Watchlists } from '../app/watchlists.svelte.ts'

interface ShownWatchlistDependencies {
  readonly watchlists: Pick<Watchlists, 'all' | 'byId' | 'isRead' | 'isLoading'>
  readonly location: () => TabLocationOf<'watchlists'>
  /** Puts a list into the tab; null: there is none. */
  readonly show: (list: Watchlist | null) => void
  /** Another list took the place of one that was deleted. */
  readonly onreplaced: () => void
  readonly say: (sentence: string) => void
}

export class ShownWatchlist {
  readonly #dependencies: ShownWatchlistDependencies
  /** Ids of lists that are deleted here, which is said in another way. */
  readonly #deletedHere = new Set<string>()
  /** The one that was on screen last, for a tab that names none. */
  #pinned = $state.raw<Watchlist | null>(null)
  readonly now: Watchlist | undefined = $derived.by(() => {
    const { watchlists, location } = this.#dependencies
    return watchlists.byId(location().id) ?? watchlists.byId(this.#pinned?.id ?? '') ?? watchlists.all[0]
  })

  constructor(dependencies: ShownWatchlistDependencies) {
    this.#dependencies = dependencies
  }

  /** Stays on the list that is shown, and says so when that no longer exists. For an effect, while the screen is visible. */
  follow(): void {
    const { watchlists, location, show, onreplaced, say } = this.#dependencies
    // A list that was just created elsewhere may still be on its way.
    if (!watchlists.isRead || watchlists.isLoading) return
    const { now } = this
    const named = location()
    // The pinned one has its latest name, the tab perhaps a former one.
    const before = named.id === '' || named.id === this.#pinned?.id ? this.#pinned : named
    this.#pinned = now ?? null
    if (before === null || before.id === now?.id) return
    if (named.id !== '') show(now ?? null)
    onreplaced()
    if (this.#deletedHere.delete(before.id)) return
    say(`${before.name || 'The watchlist'} no longer exists.${now ? ` ${now.name} is shown.` : ''}`)
  }

  /** Deletes a list; `remove` asks the core. Rejects when it was not deleted. */
  async deleting(listId: string, remove: () => Promise<unknown>): Promise<void> {
    this.#deletedHere.add(listId)
    try {
      await remove()
    } catch (error) {
      this.#deletedHere.delete(listId)
      throw error
    }
  }
}
