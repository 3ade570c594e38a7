/** Every hit of a search as rows of a table, loaded page by page as they become visible. */

import { SvelteMap } from 'svelte/reactivity'
import type { HitRow, HitsQuery } from '#contract/api/transcript-search.ts'
import type { Core } from '../core-client/client.ts'
import type { RowRange } from '../ui/row-window.ts'

const rowsAPage = 200
/** Rows beyond the visible ones that are loaded before anybody scrolls there. */
const margin = 10

/** The loaded rows of one search. */
interface ReadHits {
  readonly query: HitsQuery
  readonly pages: SvelteMap<number, readonly HitRow[]>
  /** Pages that were requested, read or not. */
  readonly requested: Set<number>
}

export class HitRows {
  readonly #search: Pick<Core['search'], 'hits'>
  readonly #wanted: () => HitsQuery | null
  readonly #fail: (error: unknown) => void
  #visible: RowRange = { first: 0, last: 0 }
  readonly #stop = new AbortController()
  /** Another search, or the same over other texts: what was read is read again. */
  readonly #hits: ReadHits | null = $derived.by(() => {
    const query = this.#wanted()
    return query && { query, pages: new SvelteMap(), requested: new Set() }
  })

  constructor(search: Pick<Core['search'], 'hits'>, wanted: () => HitsQuery | null, fail: (error: unknown) => void) {
    this.#search = search
    this.#wanted = wanted
    this.#fail = fail
  }

  /** Null until it was read. */
  at(row: number): HitRow | null {
    return this.#hits?.pages.get(Math.floor(row / rowsAPage))?.[row % rowsAPage] ?? null
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
    const from = Math.floor(Math.max(0, first - margin) / rowsAPage)
    for (let page = from; page * rowsAPage <= last + margin; page += 1) void this.#read(hits, page)
  }

  close(): void {
    this.#stop.abort()
  }

  async #read(hits: ReadHits, page: number): Promise<void> {
    const { query, pages, requested } = hits
    if (requested.has(page)) return
    requested.add(page)
    const { signal } = this.#stop
    try {
      const { rows } = await this.#search.hits({ ...query, offset: page * rowsAPage, limit: rowsAPage }, { signal })
      pages.set(page, rows)
    } catch (error) {
      requested.delete(page)
      if (!signal.aborted && hits === this.#hits) this.#fail(error)
    }
  }
}
