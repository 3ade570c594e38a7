/**
 * The vertical position of each turn of a call: estimated until the turn is rendered, then
 * measured.
 */

/** Position of each turn of a call, in pixels from the first: estimated until the turn is rendered, then measured. */
export class TurnHeights {
  readonly #heights: Float64Array
  /** One more than there are turns: the last is the end of the call. */
  readonly #tops: Float64Array
  /** Tops up to this turn are valid; those after it are calculated when they are requested. */
  #calculated = 0

  constructor(estimates: ArrayLike<number>) {
    this.#heights = Float64Array.from(estimates)
    this.#tops = new Float64Array(estimates.length + 1)
  }

  get count(): number {
    return this.#heights.length
  }

  get total(): number {
    return this.top(this.count)
  }

  height(turn: number): number {
    return this.#heights[turn] ?? 0
  }

  /** For the turn after the last: the end of the call. */
  top(turn: number): number {
    const wanted = Math.min(Math.max(turn, 0), this.count)
    for (let at = this.#calculated; at < wanted; at += 1) {
      this.#tops[at + 1] = (this.#tops[at] ?? 0) + (this.#heights[at] ?? 0)
    }
    this.#calculated = Math.max(this.#calculated, wanted)
    return this.#tops[wanted] ?? 0
  }

  /** The turn at this height; the first above all, the last below; −1: no turns. */
  at(offset: number): number {
    if (offset >= this.total) return this.count - 1
    let [low, high] = [0, this.count - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.top(middle) <= offset) low = middle
      else high = middle - 1
    }
    return Math.min(low, this.count - 1)
  }

  /** Returns whether anything moved. */
  measure(turn: number, height: number): boolean {
    if (turn < 0 || turn >= this.count || Math.abs(this.height(turn) - height) < 0.01) return false
    this.#heights[turn] = height
    this.#calculated = Math.min(this.#calculated, turn)
    return true
  }
}
