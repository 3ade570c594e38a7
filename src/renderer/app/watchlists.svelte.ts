import type { ApiOutputs } from '#contract/api/api.ts'
import { totalNewItems } from '#contract/api/whats-new-kinds.ts'
import type { Watchlist } from '#contract/api/watchlists.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { Reading } from '../core-client/reading.svelte.ts'

const touching = new Set(['watchlists', 'fundamentals', 'call', 'calls', 'ratings', 'news', 'searches', 'workspaces'])

/** The analyst's lists, for rail, palette and screens; and how much is new on all of them. */
export class Watchlists {
  readonly #reading: Reading<ApiOutputs['watchlists']['all']>
  readonly #core: Pick<Core, 'watchlists'>

  constructor(core: Pick<Core, 'watchlists'>, changes: Pick<Changes, 'listen'>) {
    this.#core = core
    this.#reading = new Reading(changes, { touchedBy: ({ kind }) => touching.has(kind) })
  }

  read(): Promise<void> {
    return this.#reading.ask((signal) => this.#core.watchlists.all(undefined, { signal }))
  }

  get all(): readonly Watchlist[] {
    return this.#reading.answer?.lists ?? []
  }

  get isRead(): boolean {
    return this.#reading.answer !== null
  }

  get failure() {
    return this.#reading.failure
  }

  byId(id: string): Watchlist | undefined {
    return this.all.find((list) => list.id === id)
  }

  /** Things that came, each once. */
  get fresh(): number {
    const { answer } = this.#reading
    return answer ? totalNewItems(answer.fresh) : 0
  }
}
