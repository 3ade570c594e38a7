/** The state of Home: new items from the core, the filter by kind, and the active row. */

import { countOf, homeKinds, type HomeKind } from '#contract/api/home-counts.ts'
import type { Home, HomeCompany, HomeItem, SeenMoments } from '#contract/api/home.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { Query } from '../core-client/query.svelte.ts'
import { ListCursor } from '../ui/list-cursor.svelte.ts'
import type { Scroll } from '../ui/row-window.ts'
import { countAll, homeItemKey } from './home-rows.ts'

const changesHome = ['watchlists', 'fundamentals', 'call', 'calls', 'ratings', 'news', 'searches', 'synced'] as const

interface HomePageDependencies {
  readonly core: { readonly home: Pick<Core['home'], 'read' | 'markSeen' | 'restoreSeen'> }
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
  readonly #cursor = new ListCursor<ListedItem>(
    () => this.items,
    ({ item }) => homeItemKey(item),
  )
  /** The user went to the current row. */
  #isRowChosen = false
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
    // Each time that Home is shown it begins at its top, unless the user had gone to a row.
    if (!this.#isRowChosen && this.chosen > 0) this.#cursor.moveTo(0)
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
    this.#cursor.moveTo(0)
    this.#isRowChosen = false
  }

  readonly items: readonly ListedItem[] = $derived(
    this.companies.flatMap((company) =>
      company.items
        .filter((item) => this.#kind === null || countOf(item, this.#kind) > 0)
        .map((item) => ({ company, item })),
    ),
  )

  /** Index of the chosen row; −1: none. The row goes with its item when others come and go. */
  get chosen(): number {
    return this.#cursor.row
  }

  get chosenItem(): ListedItem | undefined {
    return this.#cursor.item
  }

  /** Where the user's last move leads. */
  get scroll(): Scroll | null {
    return this.#cursor.scroll
  }

  choose(row: number): void {
    this.#cursor.moveTo(row)
    this.#isRowChosen = true
  }

  /** The first row of a company. */
  chooseCompany(symbol: string): void {
    const row = this.items.findIndex(({ company }) => company.symbol === symbol)
    if (row >= 0) this.choose(row)
  }

  get canUndo(): boolean {
    return this.#undo !== null
  }

  /** Marks companies as seen (null: all of them); they leave the table, and the next one is chosen. */
  async see(symbols: string[] | null): Promise<void> {
    const { core, say, fail } = this.#dependencies
    try {
      const { previous } = await core.home.markSeen({ symbols })
      this.#undo = previous
      say(symbols === null ? 'All marked as seen.' : `${symbols.join(', ')} marked as seen.`)
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
