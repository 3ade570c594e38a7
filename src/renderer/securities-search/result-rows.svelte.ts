/** The sort order, current row and selection of the search results. */

import type { SecurityHit } from '#contract/api/securities.ts'
import type { ListSorting } from '../ui/column-heads.ts'
import type { RowRange } from '../ui/row-window.ts'
import { compareBy, type ResultColumnKey } from './result-columns.ts'

interface Selection {
  readonly current: string | null
  readonly anchor: string | null
}

const noSelection: Selection = { current: null, anchor: null }

/** The order, the current row and the selection of the results. Rows are identified by id, so that they stay when others come and go. */
export class ResultRows {
  readonly #hits: () => readonly SecurityHit[]
  #sorting = $state.raw<ListSorting<ResultColumnKey> | null>(null)
  readonly #text: () => string
  /** The ids of the current row and of the other end of a selection; none at first, and again for another text. */
  #selection = $derived.by((): Selection => {
    void this.#text()
    return noSelection
  })
  readonly all = $derived.by(() => this.#sorted())
  readonly #index = $derived.by(() => new Map(this.all.map(({ id }, index) => [id, index])))

  /** @param text what was typed into the search box */
  constructor(hits: () => readonly SecurityHit[], text: () => string) {
    this.#hits = hits
    this.#text = text
  }

  /** Null: as the search ranks them. */
  get sorting(): ListSorting<ResultColumnKey> | null {
    return this.#sorting
  }

  /** The first row until one is chosen, or when the chosen one is gone; −1: no rows. */
  get current(): number {
    return this.all.length === 0 ? -1 : this.#at(this.#selection.current)
  }

  get currentHit(): SecurityHit | null {
    return this.all[this.current] ?? null
  }

  /** Both ends included. */
  get range(): RowRange {
    const anchor = this.#selection.anchor === null ? this.current : this.#at(this.#selection.anchor)
    return { first: Math.min(anchor, this.current), last: Math.max(anchor, this.current) }
  }

  get selected(): readonly SecurityHit[] {
    return this.all.slice(Math.max(0, this.range.first), this.range.last + 1)
  }

  moveTo(index: number, extend = false): void {
    const to = Math.max(0, Math.min(this.all.length - 1, index))
    const anchor = extend ? (this.#selection.anchor ?? this.currentHit?.id ?? null) : null
    this.#selection = { current: this.all[to]?.id ?? null, anchor }
  }

  moveBy(rows: number, extend = false): void {
    this.moveTo(this.current + rows, extend)
  }

  selectAll(): void {
    this.#selection = { current: this.all.at(-1)?.id ?? null, anchor: this.all.at(0)?.id ?? null }
  }

  /** Reduces a selection to its current row; false when it is one row already. */
  collapse(): boolean {
    const { first, last } = this.range
    this.#selection = { ...this.#selection, anchor: null }
    return first !== last
  }

  /** Ascending, then descending, then as ranked. */
  sortBy(column: ResultColumnKey): void {
    if (this.#sorting?.by !== column) this.#sorting = { by: column, descending: false }
    else this.#sorting = this.#sorting.descending ? null : { by: column, descending: true }
  }

  unsort(): void {
    this.#sorting = null
  }

  #at(id: string | null): number {
    return (id === null ? 0 : this.#index.get(id)) ?? 0
  }

  #sorted(): readonly SecurityHit[] {
    const hits = this.#hits()
    return this.#sorting === null ? hits : hits.toSorted(compareBy(this.#sorting.by, this.#sorting.descending))
  }
}
