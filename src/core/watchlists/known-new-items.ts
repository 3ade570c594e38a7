/** Keeps what is new of each company until a record comes or changes. */

import type { Reader } from '../database/reader-writer.ts'
import { getNewItems, getNewItemsMark, type NewItemRow, type SeenUntil } from './whats-new-store.ts'

/**
 * New items by company and look. They are needed whenever the user opens or marks something and whenever a response is stored: with five
 * thousand companies on a list, reading all of them each time would delay what was opened by a quarter of a second.
 */
export class KnownNewItems {
  readonly #library: { readonly reader: Reader }
  #reader: Reader | null = null
  #mark = ''
  readonly #known = new Map<string, readonly NewItemRow[]>()

  constructor(library: { readonly reader: Reader }) {
    this.#library = library
  }

  /** In the order of the companies. */
  of(companies: readonly SeenUntil[]): NewItemRow[] {
    const { reader } = this.#library
    const mark = getNewItemsMark(reader)
    if (reader !== this.#reader || mark !== this.#mark) this.#known.clear()
    this.#reader = reader
    this.#mark = mark
    const unknown = companies.filter((company) => !this.#known.has(keyOf(company)))
    for (const [at, rows] of getNewItems(reader, unknown).entries()) {
      const company = unknown[at]
      if (company) this.#known.set(keyOf(company), rows)
    }
    return companies.flatMap((company) => this.#known.get(keyOf(company)) ?? [])
  }
}

function keyOf({ symbol, seenAt, addedAt, transcriptsFrom }: SeenUntil): string {
  return [symbol, seenAt, addedAt, transcriptsFrom].join(' ')
}
