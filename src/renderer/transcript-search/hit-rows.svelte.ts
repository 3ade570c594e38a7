/** Every hit of a search as rows of a table, loaded page by page as they become visible. */

import { SvelteMap } from 'svelte/reactivity'
import type { HitRow, HitsQuery } from '#contract/api/transcript-search.ts'
import type { Core } from '../core-client/client.ts'
import type { RowRange, Scroll } from '../ui/row-window.ts'
import { hitRowKey } from './hit-keys.ts'

const rowsAPage = 200
/** Rows beyond the visible ones that are loaded before anybody scrolls there. */
const margin = 10

/** The loaded rows of one search. */
interface ReadHits {
  readonly query: HitsQuery
  /** The same for the same search over other texts. */
  readonly key: string
  readonly pages: SvelteMap<number, readonly HitRow[]>
  /** Pages that were requested, read or not. */
  readonly requested: Set<number>
}

/** The current row of the search that has this key. */
interface CurrentRow {
  readonly key: string
  readonly row: number
  readonly scroll: Scroll
}

const atTop: Scroll = { to: 0 }

/** The rows, and which of them is current. While the same search is read again, the former rows stay. */
export class HitRows {
  readonly #search: Pick<Core['search'], 'hits'>
  readonly #wanted: () => HitsQuery | null
  readonly #fail: (error: unknown) => void
  #visible: RowRange = { first: 0, last: 0 }
  readonly #stop = new AbortController()
  /** Another search, or the same over other texts: what was read is read again. */
  readonly #hits: ReadHits | null = $derived.by(() => {
    const query = this.#wanted()
    return query && { query, key: JSON.stringify(query), pages: new SvelteMap(), requested: new Set() }
  })
  /** The last of which every requested page was there. */
  #complete = $state.raw<ReadHits | null>(null)
  #current = $state.raw<CurrentRow | null>(null)
  /** Where the user's last move leads, or the top of another search. Hits that come and go scroll nothing. */
  readonly scroll: Scroll = $derived.by(() => this.#currentOfSearch?.scroll ?? atTop)

  constructor(search: Pick<Core['search'], 'hits'>, wanted: () => HitsQuery | null, fail: (error: unknown) => void) {
    this.#search = search
    this.#wanted = wanted
    this.#fail = fail
  }

  /** Null until it was read. */
  at(row: number): HitRow | null {
    return (this.#former ?? this.#hits)?.pages.get(Math.floor(row / rowsAPage))?.[row % rowsAPage] ?? null
  }

  /** The current row: the first of a search until another is chosen. It goes with its hit when others come and go. */
  get row(): number {
    return this.#currentOfSearch?.row ?? 0
  }

  moveTo(row: number): void {
    if (this.#hits) this.#current = { key: this.#hits.key, row, scroll: { to: row } }
  }

  /** Loads what is missing of the visible rows and of those near them. */
  show(visible: RowRange): void {
    this.#visible = visible
    this.load()
  }

  /** Loads what is missing of the rows that were visible last: for an effect, which calls it for another search too. */
  load(): void {
    const hits = this.#hits
    if (!hits) return
    const { first, last } = this.#visible
    this.#readBetween(hits, first - margin, last + margin)
    // New hits may have moved the current one by as much.
    if (this.#former) this.#readBetween(hits, this.row - rowsAPage, this.row + rowsAPage)
  }

  close(): void {
    this.#stop.abort()
  }

  get #currentOfSearch(): CurrentRow | null {
    return this.#current?.key === this.#hits?.key ? this.#current : null
  }

  /** What is shown while the same search is read again; null: it is not. */
  get #former(): ReadHits | null {
    const [hits, complete] = [this.#hits, this.#complete]
    return hits !== complete && hits?.key === complete?.key ? complete : null
  }

  #readBetween(hits: ReadHits, first: number, last: number): void {
    const from = Math.floor(Math.max(0, first) / rowsAPage)
    for (let page = from; page * rowsAPage <= last; page += 1) void this.#read(hits, page)
  }

  async #read(hits: ReadHits, page: number): Promise<void> {
    const { query, pages, requested } = hits
    if (requested.has(page)) return
    requested.add(page)
    const { signal } = this.#stop
    try {
      const { rows } = await this.#search.hits({ ...query, offset: page * rowsAPage, limit: rowsAPage }, { signal })
      pages.set(page, rows)
      if (hits === this.#hits && pages.size === requested.size) this.#replaceFormer(hits)
    } catch (error) {
      requested.delete(page)
      if (!signal.aborted && hits === this.#hits) this.#fail(error)
    }
  }

  /** All at once: between pages of before and after, a hit would be there twice or not at all. */
  #replaceFormer(hits: ReadHits): void {
    const current = this.#former && this.at(this.row)
    this.#complete = hits
    if (!current) return
    const key = hitRowKey(current)
    for (const [page, rows] of hits.pages) {
      const at = rows.findIndex((row) => hitRowKey(row) === key)
      if (at >= 0) this.#current = { key: hits.key, row: page * rowsAPage + at, scroll: this.scroll }
    }
  }
}
