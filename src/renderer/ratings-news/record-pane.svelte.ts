/** Which record the pane next to the list of ratings and news shows. */

import type { RecordSort } from '#contract/api/ratings-news-facets.ts'

export interface ShownRecord {
  readonly recordId: number
  readonly sort: RecordSort
}

/** Rows that have not been loaded have no entry. */
interface RecordList {
  /** −1: no rows. */
  readonly current: number
  readonly currentEntry: ShownRecord | null
  at(row: number): ShownRecord | null
  moveTo(row: number): void
}

interface RecordPaneOptions {
  /** The record of the tab's location; null: none. */
  readonly located: () => ShownRecord | null
  /** The pane is open from the start, and follows the current row until the user closes it. */
  readonly isOpenAtFirst: () => boolean
}

/** Create it in a component: a record that is still loading is shown by an effect. */
export class RecordPane {
  readonly #list: RecordList
  readonly #located: () => ShownRecord | null
  readonly #isOpenAtFirst: () => boolean
  /** It stays while the list changes, until the user goes to another. `awaited`: that of the current row, which is still loading. */
  #opened: ShownRecord | 'awaited' | null = $derived.by(() => this.#located())
  #isClosed = $state(false)

  constructor(list: RecordList, { located, isOpenAtFirst }: RecordPaneOptions) {
    this.#list = list
    this.#located = located
    this.#isOpenAtFirst = isOpenAtFirst
    $effect(() => {
      if (this.#opened === 'awaited' && list.currentEntry !== null) this.#opened = list.currentEntry
    })
  }

  /** Null: none, or it is still loading. */
  get record(): ShownRecord | null {
    if (this.#opened === 'awaited') return this.#list.currentEntry
    return this.#opened ?? (this.#isOpenAtFirst() && !this.#isClosed ? this.#list.currentEntry : null)
  }

  get isOpen(): boolean {
    return this.record !== null || (this.#opened === 'awaited' && this.#list.current >= 0)
  }

  /** To another row of the list: an open pane shows its record. */
  moveTo(row: number): void {
    if (this.#list.current < 0) return
    const wasOpen = this.isOpen
    this.#list.moveTo(row)
    this.#opened = wasOpen ? (this.#list.currentEntry ?? 'awaited') : null
  }

  /** Shows the record of the current row, or of another that is loaded. */
  openRow(row: number): void {
    this.#opened = this.#list.at(row) ?? 'awaited'
  }

  show(record: ShownRecord): void {
    this.#opened = record
  }

  close(): void {
    this.#opened = null
    this.#isClosed = true
  }
}
