/**
 * A list of thousands of entries of which only the rows around the visible ones are loaded. Lists
 * of calls, ratings, news and jobs use it.
 */

import { untrack } from 'svelte'
import type { Failure } from '#contract/failure.ts'
import type { Changes } from '../core-client/changes.ts'
import { Query, type QueryOptions } from '../core-client/query.svelte.ts'
import type { RowRange, Scroll } from '../ui/row-window.ts'

export interface ListRequest<Filter, Key> {
  readonly filter: Filter
  readonly offset: number
  readonly limit: number
  /** Entries whose row numbers are requested. */
  readonly locate: Key[]
}

/** Some rows of a list. */
export interface ListPage<Entry> {
  readonly entries: readonly Entry[]
  /** Rows of the whole list. */
  readonly total: number
  /** The rows of the entries to locate; null: not in the list. */
  readonly positions: readonly (number | null)[]
}

interface FetchedRows<Entry> {
  readonly entries: readonly Entry[]
  /** Rows of the whole list. */
  readonly total: number
}

interface WindowedListDependencies<Filter, Entry, Key, Page> {
  readonly list: (request: ListRequest<Filter, Key>, signal: AbortSignal) => Promise<Page>
  /** Identifies an entry when rows are added or removed. */
  readonly keyOf: (entry: Entry) => Key
  readonly changes: Pick<Changes, 'listen'>
  readonly reloadOn: NonNullable<QueryOptions['reloadOn']>
}

/** Rows per request, and how many of them precede the first visible one. */
const windowRows = 300
const windowBefore = 100
/** The most rows that the core returns at once. */
const mostRows = 500
/** Rows beyond the visible ones that are requested before anybody scrolls there. */
const margin = 30

interface Window<Filter, Page> {
  readonly filter: Filter
  readonly first: number
  readonly page: Page
}

/**
 * A list of the library in a table of thousands of rows: only a window around the visible rows is loaded. The current row is known by
 * its key, and the visible rows stay where they are when entries are added above.
 */
export class WindowedList<Filter, Entry, Key extends string | number, Page extends ListPage<Entry>> {
  readonly #list: WindowedListDependencies<Filter, Entry, Key, Page>['list']
  readonly #keyOf: (entry: Entry) => Key
  readonly #query: Query<Page>
  #filter: Filter
  #window = $state.raw<Window<Filter, Page> | null>(null)
  /** As reported by the table, or expected after its latest scroll. */
  #visible: RowRange = { first: 0, last: 0 }
  /** Null: no row was chosen. */
  #current = $state.raw<{ readonly key: Key | null; readonly index: number } | null>(null)
  /** Chosen from elsewhere, until the user moves: it outlasts another filter, which may come with it. */
  #wanted: Key | null = null
  /** The other end of a range that reaches to the current row; null: the current row alone. */
  #anchor = $state<number | null>(null)
  #scroll = $state.raw<Scroll | null>(null)
  #above = $state(0)
  /** The next page is of another filter or order: it begins at the top. */
  #isOther = true

  constructor({ list, keyOf, changes, reloadOn }: WindowedListDependencies<Filter, Entry, Key, Page>, filter: Filter) {
    this.#list = list
    this.#keyOf = keyOf
    this.#filter = filter
    this.#query = new Query<Page>(changes, { reloadOn })
    void this.reload()
  }

  /** The latest page; null before the first. */
  get page(): Page | null {
    return this.#window?.page ?? null
  }

  get failure(): Failure | null {
    return this.#query.failure
  }

  get settledAt(): number | null {
    return this.#query.settledAt
  }

  /** Draw the skeleton. */
  get slow(): boolean {
    return this.#query.slow
  }

  /** The filter that the rows on screen match; null before the first page. */
  get pageFilter(): Filter | null {
    return this.#window?.filter ?? null
  }

  get total(): number {
    return this.page?.total ?? 0
  }

  /** The latest scroll, for the table to make; the same object is one scroll. */
  get scroll(): Scroll | null {
    return this.#scroll
  }

  /** Rows that were added above the visible ones and have not been scrolled to since. */
  get above(): number {
    return this.#above
  }

  /** The first row until one is chosen; −1: no rows. */
  get current(): number {
    return Math.min(this.#current?.index ?? 0, this.total - 1)
  }

  get currentEntry(): Entry | null {
    return this.at(this.current)
  }

  /** Null: there is no such row, or it is not loaded yet. */
  at(index: number): Entry | null {
    return this.#window?.page.entries[index - this.#window.first] ?? null
  }

  /** An entry is loaded. */
  has(key: Key): boolean {
    return this.page?.entries.some((entry) => this.#keyOf(entry) === key) ?? false
  }

  /** The rows of a copy; null: none. */
  get selected(): RowRange | null {
    const { current } = this
    if (current < 0) return null
    const other = Math.min(this.#anchor ?? current, this.total - 1)
    return { first: Math.min(current, other), last: Math.max(current, other) }
  }

  /** `extend`: from the row that was current before. */
  moveTo(index: number, extend = false): void {
    const to = Math.max(0, Math.min(this.total - 1, index))
    this.#wanted = null
    this.#anchor = extend ? (this.#anchor ?? this.current) : null
    this.#current = { key: this.#keyAt(to), index: to }
    this.#scroll = { to }
  }

  moveBy(rows: number, extend = false): void {
    this.moveTo(this.current + rows, extend)
  }

  /** Makes the row of an entry the current one, when it is in the list. */
  choose(key: Key): void {
    this.#wanted = key
    void this.reload()
  }

  /** Without a scroll. */
  selectAll(): void {
    const last = this.total - 1
    this.#anchor = 0
    this.#current = { key: this.#keyAt(last), index: last }
  }

  /** Back to the current row alone; false when it is. */
  collapse(): boolean {
    const wasRange = this.#anchor !== null
    this.#anchor = null
    return wasRange
  }

  /** The selected entries; null when some of them are not loaded. */
  get selectedEntries(): readonly Entry[] | null {
    const { selected } = this
    if (selected === null) return []
    const entries: Entry[] = []
    for (let index = selected.first; index <= selected.last; index += 1) {
      const entry = this.at(index)
      if (entry === null) return null
      entries.push(entry)
    }
    return entries
  }

  /** The chosen filter. The visible rows may still be those of the previous one. */
  get filter(): Filter {
    return this.#filter
  }

  /** Rows of the list on screen, requested page by page. Rejects with `RequestFailed`. */
  async fetch({ first, last }: RowRange): Promise<readonly Entry[]> {
    return (await this.#fetchRows(this.pageFilter ?? this.#filter, first, last + 1)).entries
  }

  /** All rows of a filter, or the first so many, requested page by page. Rejects with `RequestFailed`. */
  fetchAll(filter: Filter, most = Infinity, signal?: AbortSignal): Promise<FetchedRows<Entry>> {
    return this.#fetchRows(filter, 0, most, signal)
  }

  goToTop(): void {
    this.#current = null
    this.#anchor = null
    this.#above = 0
    this.#scroll = { to: 0 }
  }

  /** Called by the table whenever other rows are visible: requests those that are not loaded. */
  show(visible: RowRange): void {
    this.#visible = visible
    if (visible.first === 0) this.#above = 0
    this.cover()
  }

  /** Requests the visible rows unless they are loaded or requested. */
  cover(): void {
    if (this.#query.loading || this.#query.failure !== null || this.#window === null) return
    const { first, page } = this.#window
    const from = Math.max(0, this.#visible.first - margin)
    const to = Math.min(page.total - 1, this.#visible.last + margin)
    if (from <= to && (from < first || to >= first + page.entries.length)) void this.reload()
  }

  narrow(filter: Filter): void {
    if (JSON.stringify(filter) === JSON.stringify(this.#filter)) return
    this.#filter = filter
    this.restart()
  }

  /** Begins at the top, as in another order. */
  restart(): void {
    this.#isOther = true
    void this.reload()
  }

  /** Never rejects. */
  reload(): Promise<void> {
    return this.#query.run((signal) => this.#load(signal))
  }

  close(): void {
    this.#query.close()
  }

  async #fetchRows(
    filter: Filter,
    from: number,
    to: number,
    signal = new AbortController().signal,
  ): Promise<FetchedRows<Entry>> {
    const entries: Entry[] = []
    let total = Infinity
    for (let offset = from; offset < Math.min(to, total); offset += mostRows) {
      const limit = Math.min(mostRows, to - offset)
      const page = await this.#list({ filter, offset, limit, locate: [] }, signal)
      entries.push(...page.entries)
      total = page.total
    }
    return { entries, total }
  }

  #keyAt(index: number): Key | null {
    const entry = this.at(index)
    return entry === null ? null : this.#keyOf(entry)
  }

  async #load(signal: AbortSignal): Promise<Page> {
    const isOther = this.#isOther
    const fixed = isOther ? null : this.#fixedRow()
    const chosen = this.#wanted ?? (isOther ? null : (this.#current?.key ?? null))
    const locate = [fixed?.key ?? null, chosen].filter((key) => key !== null)
    const filter = this.#filter
    const offset = isOther ? 0 : Math.max(0, this.#visible.first - windowBefore)
    const page = await this.#list({ filter, offset, limit: windowRows, locate }, signal)
    if (signal.aborted) return page
    const rowOf = (key: Key | null) => (key === null ? null : (page.positions[locate.indexOf(key)] ?? null))
    this.#window = { filter, first: offset, page }
    if (isOther) {
      this.#isOther = false
      this.goToTop()
    } else this.#shift(fixed === null ? 0 : (rowOf(fixed.key) ?? fixed.index) - fixed.index)
    const row = rowOf(chosen)
    if (row !== null && chosen === this.#wanted && this.#current?.key !== chosen) {
      this.#anchor = null
      this.#current = { key: chosen, index: row }
      this.#scroll = { to: row }
    } else if (!isOther) this.#follow(row)
    return page
  }

  /** The row that stays where it is: the chosen one, else the first visible; null at the top, where new rows are shown. */
  #fixedRow(): { readonly key: Key; readonly index: number } | null {
    const { first, last } = this.#visible
    const chosen = this.#current
    if (chosen !== null && chosen.key !== null && chosen.index >= first && chosen.index <= last) {
      return { key: chosen.key, index: chosen.index }
    }
    const key = first > 0 ? this.#keyAt(first) : null
    return key === null ? null : { key, index: first }
  }

  #shift(by: number): void {
    if (by === 0) return
    this.#scroll = { by }
    this.#visible = { first: Math.max(0, this.#visible.first + by), last: this.#visible.last + by }
    this.#above = Math.max(0, this.#above + by)
  }

  /** The current row goes with its entry. When the entry is gone, the next one is current. */
  #follow(row: number | null): void {
    if (this.#current === null) return
    const index = Math.max(0, Math.min(row ?? this.#current.index, this.total - 1))
    if (this.#anchor !== null) this.#anchor = Math.max(0, this.#anchor + index - this.#current.index)
    this.#current = { key: this.#keyAt(index) ?? (row === null ? null : this.#current.key), index }
  }
}

/**
 * A windowed list that requests rows whenever `filter` changes or rows without data become visible, and chooses the entry that `chosen`
 * names. It is closed with the effect or component in which it is created.
 */
export function reactiveWindowedList<
  Filter,
  Entry,
  Key extends string | number,
  Page extends ListPage<Entry> = ListPage<Entry>,
>(
  dependencies: WindowedListDependencies<Filter, Entry, Key, Page>,
  filter: () => Filter,
  chosen: () => Key | null = () => null,
): WindowedList<Filter, Entry, Key, Page> {
  const list = new WindowedList(dependencies, untrack(filter))
  $effect(() => {
    const next = filter()
    untrack(() => list.narrow(next))
  })
  $effect(() => {
    const key = chosen()
    if (key !== null) untrack(() => list.choose(key))
  })
  // Rows may have become visible while a request was under way, and another total moves them.
  $effect(() => list.cover())
  $effect(() => () => list.close())
  return list
}
