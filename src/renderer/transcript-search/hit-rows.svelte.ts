import { SvelteMap } from 'svelte/reactivity'
import type { HitRow, HitsQuery } from '#contract/api/transcript-search.ts'
import type { Core } from '../core-client/client.ts'
import type { RowRange } from '../ui/row-window.ts'

const rowsAPage = 200
/** Rows beyond the visible ones that are loaded before anybody scrolls there. */
const margin = 10

/** Every hit of a search one by one: a page is requested when one of its rows becomes visible. */
export class HitRows {
  readonly #search: Pick<Core['search'], 'hits'>
  readonly #fail: (error: unknown) => void
  #wanted: HitsQuery | null = null
  /** Null: requested. */
  readonly #pages = new SvelteMap<number, readonly HitRow[] | null>()
  #stop = new AbortController()

  constructor(search: Pick<Core['search'], 'hits'>, fail: (error: unknown) => void) {
    this.#search = search
    this.#fail = fail
  }

  /** Another search, or the same over other texts: what was read is read again. */
  begin(wanted: HitsQuery): void {
    this.#stop.abort()
    this.#stop = new AbortController()
    this.#wanted = wanted
    this.#pages.clear()
  }

  /** Null until it was read. */
  at(row: number): HitRow | null {
    return this.#pages.get(Math.floor(row / rowsAPage))?.[row % rowsAPage] ?? null
  }

  /** Loads what is missing of the visible rows and of those near them. */
  show({ first, last }: RowRange): void {
    const from = Math.floor(Math.max(0, first - margin) / rowsAPage)
    for (let page = from; page * rowsAPage <= last + margin; page += 1) void this.#read(page)
  }

  close(): void {
    this.#stop.abort()
  }

  async #read(page: number): Promise<void> {
    const { signal } = this.#stop
    if (this.#wanted === null || this.#pages.has(page)) return
    this.#pages.set(page, null)
    try {
      const range = { offset: page * rowsAPage, limit: rowsAPage }
      const { rows } = await this.#search.hits({ ...this.#wanted, ...range }, { signal })
      if (!signal.aborted) this.#pages.set(page, rows)
    } catch (error) {
      if (signal.aborted) return
      this.#pages.delete(page)
      this.#fail(error)
    }
  }
}
