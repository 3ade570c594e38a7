/** Calculates any line over the latest quarters of companies, for the columns of a watchlist. */

import { notAvailable, numberOf, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import { calculatedByField } from '#contract/api/calculated-lines.ts'
import type { Reader } from '../database/reader-writer.ts'
import { periodBefore, yearBefore } from '../fundamentals/fiscal-period.ts'
import { latestQuarters, type StoredQuarter } from '../fundamentals/latest-quarters.ts'
import { calculatedFormulas } from '../fundamentals/calculate-lines.ts'
import { isSameBase, shareBasesOf, shareLines, splitEvidence } from '../fundamentals/share-split.ts'
import { evaluate, isOfShares, sharesIn, type SharesAround } from '../metrics/evaluate-formula.ts'
import { LineCache } from '../metrics/line-cache.ts'
import { fieldsOf, type Formula } from '../metrics/formula.ts'

/** The latest quarters of one company, with any line in each of them. */
export class CompanyQuarters {
  readonly periods: readonly StoredQuarter[]
  readonly #indexes: ReadonlyMap<string, number>
  readonly #own: ReadonlyMap<string, Formula>
  readonly #lines: LineCache
  /** Index of the latest quarter, and of the same one a year before; undefined when it is not there. */
  readonly latest: number | undefined
  readonly yearBefore: number | undefined
  readonly #isOfShares: SharesAround['isOf']
  #bases: FigureNumbers | undefined

  constructor(
    periods: readonly StoredQuarter[],
    indexes: ReadonlyMap<string, number>,
    own: ReadonlyMap<string, Formula>,
  ) {
    this.periods = periods
    this.#indexes = indexes
    this.#own = own
    this.#lines = new LineCache(periods.length, (field) => this.#calculate(field))
    this.latest = periods.length === 0 ? undefined : periods.length - 1
    this.#isOfShares = sharesIn(own)
    this.yearBefore = this.latest === undefined ? undefined : yearBefore(periods, this.latest)
  }

  /** One figure a quarter, oldest first; all n/a for a line that is not known. */
  readonly line = (field: string): FigureNumbers => this.#lines.line(field)

  /** Whether a line counts in the same shares in two quarters; always true for one that a split does not change. */
  isSameBase(field: string, one: number, other: number): boolean {
    if (!this.#isOfShares(field)) return true
    return isSameBase(this.#shareBases[one] ?? notAvailable, this.#shareBases[other] ?? notAvailable)
  }

  get #shareBases(): FigureNumbers {
    if (!this.#bases) {
      const { periods } = this
      const figure = (at: number, field: string) => numberOf(periods[at]?.figures[this.#indexes.get(field) ?? -1])
      const bases = shareBasesOf(periods, figure)
      this.#bases = Float64Array.from(periods, (_, at) => bases.of(at))
    }
    return this.#bases
  }

  #calculate(field: string): FigureNumbers {
    const { periods } = this
    const index = this.#indexes.get(field)
    if (index !== undefined) return Float64Array.from(periods, ({ figures }) => numberOf(figures[index]))
    const formula = calculatedFormulas.get(field) ?? this.#own.get(field)
    if (!formula) return this.#lines.notAvailable
    const { line } = this
    const bases = () => this.#shareBases
    const isOf = this.#isOfShares
    const earlier = (of: typeof periodBefore) => Int32Array.from(periods, (_, at) => of(periods, at) ?? -1)
    // Looked for only where a formula needs it: most are of one period.
    return evaluate(formula, {
      columns: periods.length,
      line,
      get prior() {
        return earlier(periodBefore)
      },
      get yearAgo() {
        return earlier(yearBefore)
      },
      get shares() {
        return isOfShares(formula, { isOf }) ? { bases: bases(), isOf } : undefined
      },
    })
  }
}

/** Companies with what is needed to calculate these lines, by symbol. `own`: the analyst's metrics, by field. */
export function companiesWith(
  db: Reader,
  symbols: readonly string[],
  fields: readonly string[],
  own: ReadonlyMap<string, Formula>,
): ReadonlyMap<string, CompanyQuarters> {
  const { fields: stored, bySymbol } = latestQuarters(db, symbols, [...neededFor(fields, own)])
  const indexes = new Map(stored.map((field, at) => [field, at]))
  return new Map([...bySymbol].map(([symbol, periods]) => [symbol, new CompanyQuarters(periods, indexes, own)]))
}

/** The lines themselves and everything that they are calculated from. */
function neededFor(fields: readonly string[], own: ReadonlyMap<string, Formula>): ReadonlySet<string> {
  const needed = new Set<string>()
  const visit = (field: string): void => {
    if (needed.has(field)) return
    needed.add(field)
    const formula = own.get(field)
    for (const input of calculatedByField.get(field)?.inputs ?? (formula ? fieldsOf(formula) : [])) visit(input)
  }
  fields.forEach(visit)
  // Detecting a split needs more than the lines that it changes.
  if ([...needed].some((field) => shareLines.has(field))) for (const field of splitEvidence) needed.add(field)
  return needed
}
