import type { SecurityHit } from '#contract/api/securities.ts'
import type { ListSorting } from '../ui/column-heads.ts'
import type { RowRange } from '../ui/row-window.ts'
import { compareBy, type ResultColumnKey } from './result-columns.ts'

/** The order, the current row and the selection of the results; held by id, so that they stay when rows come and go. */
export class ResultRows {
  readonly #hits: () => readonly SecurityHit[]
  #sorting = $state.raw<ListSorting<ResultColumnKey> | null>(null)
  #currentId = $state<string | null>(null)
  #anchorId = $state<string | null>(null)
  readonly all = $derived.by(() => this.#sorted())
  readonly #index = $derived.by(() => new Map(this.all.map(({ id }, index) => [id, index])))

  constructor(hits: () => readonly SecurityHit[]) {
    this.#hits = hits
  }

  /** Null: as the search ranks them. */
  get sorting(): ListSorting<ResultColumnKey> | null {
    return this.#sorting
  }

  /** The first row until one is chosen, and when the chosen one is gone; −1 when there is none. */
  get current(): number {
    return this.all.length === 0 ? -1 : this.#at(this.#currentId)
  }

  get currentHit(): SecurityHit | null {
    return this.all[this.current] ?? null
  }

  /** Both ends included. */
  get range(): RowRange {
    const anchor = this.#anchorId === null ? this.current : this.#at(this.#anchorId)
    return { first: Math.min(anchor, this.current), last: Math.max(anchor, this.current) }
  }

  get selected(): readonly SecurityHit[] {
    return this.all.slice(Math.max(0, this.range.first), this.range.last + 1)
  }

  moveTo(index: number, extend = false): void {
    const to = Math.max(0, Math.min(this.all.length - 1, index))
    if (!extend) this.#anchorId = null
    else this.#anchorId ??= this.currentHit?.id ?? null
    this.#currentId = this.all[to]?.id ?? null
  }

  moveBy(rows: number, extend = false): void {
    this.moveTo(this.current + rows, extend)
  }

  selectAll(): void {
    this.#anchorId = this.all.at(0)?.id ?? null
    this.#currentId = this.all.at(-1)?.id ?? null
  }

  /** From a selection back to its current row; false when it is one row already. */
  collapse(): boolean {
    const { first, last } = this.range
    this.#anchorId = null
    return first !== last
  }

  /** Back to the first row, as for another text. */
  reset(): void {
    this.#currentId = null
    this.#anchorId = null
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
