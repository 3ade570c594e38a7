/** The current item of a list, which stays current while other items come and go around it. */

import type { Scroll } from './row-window.ts'

/** The list in which an item was current last. */
interface LastList {
  readonly keys: readonly string[]
  readonly row: number
  /** The current item that left last, and whose neighbor is current instead. */
  readonly left: string | null
}

export class ListCursor<Item> {
  readonly #items: () => readonly Item[]
  readonly #keyOf: (item: Item) => string
  /** No state of its own: the next list is compared with it. */
  #last: LastList = { keys: [], row: 0, left: null }
  #scroll = $state.raw<Scroll | null>(null)
  #row = $derived.by(() => {
    const keys = this.#items().map((item) => this.#keyOf(item))
    if (keys.length === 0) return -1
    this.#last = follow(this.#last, keys)
    return this.#last.row
  })

  /** @param keyOf the same for the same item in every list, and another for each item of a list */
  constructor(items: () => readonly Item[], keyOf: (item: Item) => string) {
    this.#items = items
    this.#keyOf = keyOf
  }

  /** Index of the current item: the first of the first list until another is chosen. −1: the list is empty. */
  get row(): number {
    return this.#row
  }

  get item(): Item | undefined {
    return this.#items()[this.row]
  }

  /** Where the user's last move leads. Items that come and go scroll nothing: the user may read elsewhere in the list. */
  get scroll(): Scroll | null {
    return this.#scroll
  }

  /** To the nearest row that the list has. */
  moveTo(row: number): void {
    const keys = this.#items().map((item) => this.#keyOf(item))
    if (keys.length === 0) return
    const to = Math.max(0, Math.min(keys.length - 1, row))
    this.#last = { keys, row: to, left: null }
    this.#row = to
    this.#scroll = { to }
  }
}

/**
 * The current item in the next list. Where it is gone, the nearest one below it is current, else the nearest above it, else the first.
 * When it is back, as after Undo, it is current again.
 */
function follow({ keys: before, row, left }: LastList, keys: readonly string[]): LastList {
  const rows = new Map(keys.map((key, at) => [key, at]))
  const current = before[row] ?? null
  const candidates = [left, ...before.slice(row), ...before.slice(0, row).reverse()]
  const key = candidates.find((each) => each !== null && rows.has(each)) ?? null
  if (key === null) return { keys, row: 0, left: null }
  const hasLeft = key === current ? left : key === left ? null : current
  return { keys, row: rows.get(key) ?? 0, left: hasLeft }
}
