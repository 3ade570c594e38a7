/**
 * Elements that are used again: what comes into sight takes the element of what went out of it, and what stays, as the cell with
 * the focus does, keeps its own. Making and dropping hundreds of elements a frame is what scrolling would cost otherwise.
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
