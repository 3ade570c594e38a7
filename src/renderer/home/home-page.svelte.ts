/** The state of Home: new items from the core, the filter by kind, and the active row. */

import { countOf, homeKinds, type HomeKind } from '#contract/api/home-counts.ts'
import type { Home, HomeCompany, HomeItem, SeenMoments } from '#contract/api/home.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { Query } from '../core-client/query.svelte.ts'
import { countAll } from './home-rows.ts'

const changesHome = ['watchlists', 'fundamentals', 'call', 'calls', 'ratings', 'news', 'searches', 'synced'] as const

interface HomePageDependencies {
  readonly core: Pick<Core, 'home'>
  readonly changes: Pick<Changes, 'listen'>
  readonly fail: (error: unknown) => void
  readonly say: (sentence: string) => void
  /** Home is on screen. It is read each time that it is shown, so that nothing is read for it meanwhile. */
  readonly shown: () => boolean
}

/** An item in the table, with its company. */
interface ListedItem {
  readonly company: HomeCompany
  readonly item: HomeItem
}

export class HomePage {
  readonly query: Query<Home>
  readonly #dependencies: HomePageDependencies
  #kind = $state<HomeKind | null>(null)
  #chosen = $state(0)
  #undo = $state.raw<SeenMoments | null>(null)
  /** Symbols. The order stays until Home is shown again or a refresh has ended: nothing moves under the pointer. */
  #order = $state.raw<readonly string[]>([])
  #isOrderOld = true
  readonly #unlisten: () => void

  constructor(dependencies: HomePageDependencies) {
    this.#dependencies = dependencies
    this.#unlisten = dependencies.changes.listen(({ kind }) => {
      if (kind === 'synced') this.#isOrderOld = true
    })
    this.query = new Query(dependencies.changes, { reloadOn: changesHome, waits: () => !dependencies.shown() })
  }

  async read(): Promise<void> {
    this.#isOrderOld = true
    await this.query.run(async (signal) => {
      const home = await this.#dependencies.core.home.read(undefined, { signal })
      this.#order = orderOf(home.companies, this.#isOrderOld ? [] : this.#order)
      this.#isOrderOld = false
      return home
    })
  }

  get home(): Home | null {
    return this.query.result
  }

  readonly companies: readonly HomeCompany[] = $derived.by(() => {
    const bySymbol = new Map(this.home?.companies.map((company) => [company.symbol, company]))
    return this.#order.flatMap((symbol) => bySymbol.get(symbol) ?? [])
  })

  /** Kinds with a row in the matrix; withdrawals only if there are any. */
  readonly kinds: readonly HomeKind[] = $derived(
    homeKinds.filter((kind) => kind !== 'withdrawn' || countAll(this.companies, kind) > 0),
  )

  readonly total: number = $derived(homeKinds.reduce((sum, kind) => sum + countAll(this.companies, kind), 0))

  get kind(): HomeKind | null {
    return this.#kind
  }

  /** Filters by a kind; the kind already filtered by clears the filter. */
  filterBy(kind: HomeKind | null): void {
    this.#kind = this.#kind === kind ? null : kind
    this.#chosen = 0
  }

  readonly items: readonly ListedItem[] = $derived(
    this.companies.flatMap((company) =>
      company.items
        .filter((item) => this.#kind === null || countOf(item, this.#kind) > 0)
        .map((item) => ({ company, item })),
    ),
  )

  /** Index of the chosen row; −1: none. */
  get chosen(): number {
    return Math.min(this.#chosen, this.items.length - 1)
  }

  get chosenItem(): ListedItem | undefined {
    return this.items[this.chosen]
  }

  choose(row: number): void {
    this.#chosen = Math.max(0, Math.min(this.items.length - 1, row))
  }

  /** The first row of a company. */
  chooseCompany(symbol: string): void {
    const row = this.items.findIndex(({ company }) => company.symbol === symbol)
    if (row >= 0) this.#chosen = row
  }

  get canUndo(): boolean {
    return this.#undo !== null
  }

  /** Marks companies as seen (null: all of them); they leave the table, and the next one is chosen. */
  async see(symbols: string[] | null): Promise<void> {
    const { core, say, fail } = this.#dependencies
    const next = this.items.findIndex(({ company }) => symbols?.includes(company.symbol))
    try {
      const { previous } = await core.home.markSeen({ symbols })
      this.#undo = previous
      say(symbols === null ? 'All marked as seen.' : `${symbols.join(', ')} marked as seen.`)
      if (next >= 0) this.#chosen = next
      await this.query.reload()
    } catch (error) {
      fail(error)
    }
  }

  async undo(): Promise<void> {
    const before = this.#undo
    if (before === null) return
    this.#undo = null
    try {
      await this.#dependencies.core.home.restoreSeen({ previous: [...before] })
      await this.query.reload()
    } catch (error) {
      this.#dependencies.fail(error)
    }
  }

  close(): void {
    this.#unlisten()
    this.query.close()
  }
}

/** Companies of the former order stay where they are; others come after them, in the core's order. */
function orderOf(companies: readonly HomeCompany[], former: readonly string[]): readonly string[] {
  const symbols = companies.map(({ symbol }) => symbol)
  const there = new Set(symbols)
  const remaining = former.filter((symbol) => there.has(symbol))
  const known = new Set(remaining)
  return [...remaining, ...symbols.filter((symbol) => !known.has(symbol))]
}
