/** Widths of the result columns that the user resized. */

import { narrowestColumn, resultColumns, widestColumn, type ResultColumnKey } from './result-columns.ts'

export class ColumnWidths {
  #set = $state.raw<Readonly<Partial<Record<ResultColumnKey, number>>>>({})
  readonly all = $derived(resultColumns.map(({ key, width }) => this.#set[key] ?? width))
  readonly sum = $derived(this.all.reduce((sum, width) => sum + width, 0))

  of(key: ResultColumnKey): number {
    return this.all[resultColumns.findIndex((column) => column.key === key)] ?? narrowestColumn
  }

  /** Clamped to the maximum width of a column. */
  set(key: ResultColumnKey, width: number): void {
    this.#set = { ...this.#set, [key]: Math.round(Math.max(narrowestColumn, Math.min(widestColumn, width))) }
  }

  /** Back to the width it began with. */
  reset(key: ResultColumnKey): void {
    this.#set = { ...this.#set, [key]: undefined }
  }
}
