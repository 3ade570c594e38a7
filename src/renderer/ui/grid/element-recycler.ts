/**
 * Reuses a grid's elements while it scrolls, so that few are created: what becomes visible takes
 * the element of what left the view.
 */

/**
 * Reuses elements: what becomes visible takes the element of what left the view, and what stays, such as the focused cell, keeps
 * its own. Otherwise scrolling would create and drop hundreds of elements per frame.
 */
export class ElementRecycler {
  #rows: readonly (number | undefined)[] = []
  #slots: ReadonlyMap<number, number> = new Map()

  /** The indices in the order of their elements, which is not theirs. */
  arrange(indices: readonly number[]): readonly number[] {
    const coming = new Set(indices)
    const rows = this.#rows.map((index) => (index !== undefined && coming.delete(index) ? index : undefined))
    let free = 0
    for (const index of coming) {
      while (rows[free] !== undefined) free += 1
      rows[free] = index
    }
    this.#rows = rows
    this.#slots = new Map(rows.flatMap((index, slot) => (index === undefined ? [] : [[index, slot]])))
    return [...this.#slots.keys()]
  }

  /** The slot of the element that an arranged row or column has; −1: it has none. */
  slotOf(index: number): number {
    return this.#slots.get(index) ?? -1
  }
}
