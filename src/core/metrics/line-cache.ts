/** Caches lines while metrics are evaluated, and stops metrics that depend on themselves. */

import { notAvailable, type FigureNumbers } from '#contract/api/figure-numbers.ts'

/**
 * Calculates each line once. A metric that depends on itself, directly or not, has no figure: a line requested during its own
 * calculation is n/a.
 */
export class LineCache {
  /** All n/a: a line that is not known. */
  readonly notAvailable: FigureNumbers
  readonly #calculate: (field: string) => FigureNumbers
  readonly #lines = new Map<string, FigureNumbers>()

  /** @param length number of figures in a line */
  constructor(length: number, calculate: (field: string) => FigureNumbers) {
    this.notAvailable = new Float64Array(length).fill(notAvailable)
    this.#calculate = calculate
  }

  readonly line = (field: string): FigureNumbers => {
    const known = this.#lines.get(field)
    if (known) return known
    this.#lines.set(field, this.notAvailable)
    const figures = this.#calculate(field)
    this.#lines.set(field, figures)
    return figures
  }
}
