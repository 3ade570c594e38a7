/** Draws a long list over several frames, so that what is on screen is painted first. */

/** Rows that fill a large screen, and rows of a frame after it. */
const [atFirst, aFrame] = [40, 60]

/** How many rows of a list are drawn. Create it while the component is being created. */
export class DrawnInFrames {
  #count = $state(atFirst)

  /** @param isShown the list is on screen; others wait */
  constructor(total: () => number, isShown: () => boolean) {
    $effect(() => {
      if (!isShown() || this.#count >= total()) return
      const frame = requestAnimationFrame(() => (this.#count += aFrame))
      return () => cancelAnimationFrame(frame)
    })
  }

  get count(): number {
    return this.#count
  }

  /** Draws this row with the next update. */
  include(row: number): void {
    if (row >= this.#count) this.#count = row + atFirst
  }
}
