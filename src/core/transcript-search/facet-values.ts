/** Facet values that turns and documents have in common, and their numbering. */

/** The values of the sentiment facet. */
export const sentiments = ['negative', 'neutral', 'positive', 'none'] as const

/** Index into `sentiments`; NaN is none. */
export function signOf(sentiment: number): number {
  if (Number.isNaN(sentiment)) return 3
  return sentiment < 0 ? 0 : sentiment > 0 ? 2 : 1
}

/** Numbers values in the order of their first use; 0 is no value. */
export class Numbered {
  readonly values: string[] = ['']
  readonly labels: string[] = ['']
  readonly #numbers = new Map<string, number>()

  numberOf(value: string | null, label = value): number {
    if (value === null || value === '') return 0
    const known = this.#numbers.get(value)
    if (known !== undefined) {
      // An item without the company's name may come before one that has it.
      if (label !== null && this.labels[known] === value) this.labels[known] = label
      return known
    }
    this.#numbers.set(value, this.values.length)
    this.values.push(value)
    this.labels.push(label ?? value)
    return this.values.length - 1
  }

  /** Undefined: nothing has this value. */
  find(value: string): number | undefined {
    return this.#numbers.get(value)
  }
}

/** The value of a company in its facet. */
export function companyName(of: { readonly symbol: string | null; readonly company: string | null }): string | null {
  return of.symbol ?? of.company
}

export function calendarYear(at: number | null): string | null {
  return at === null ? null : String(new Date(at).getUTCFullYear())
}
