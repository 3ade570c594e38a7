/**
 * The figures of one compared company, one per column: stored and calculated lines and the user's
 * metrics.
 */

import { needingYear, statedAtEnd } from '#contract/api/calculated-lines.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { figureOf, notAvailable, numberOf, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import { figureFields, figureIndexes } from '../fundamentals/figure-fields.ts'
import { lastTwelveMonths, twelveMonthShares, type TwelveMonthShares } from '../fundamentals/last-twelve-months.ts'
import { calculatedFormulas } from '../fundamentals/calculate-lines.ts'
import { comparisonFormulas, twelveMonthFormulas } from '../fundamentals/comparison-formulas.ts'
import type { Formula } from '../metrics/formula.ts'
import { LineCache } from '../metrics/line-cache.ts'
import { evaluate, sharesIn, type Earlier, type SharesAround } from '../metrics/evaluate-formula.ts'
import type { SeriesPeriod } from '../fundamentals/company-series.ts'
import type { ShareBases } from '../fundamentals/share-split.ts'
import type { OrderedPeriodColumn, PeriodColumnSource } from './period-columns.ts'

interface ColumnFiguresOptions {
  readonly periods: readonly SeriesPeriod[]
  /** The shares that each period counts in. */
  readonly shareBases: ShareBases
  readonly columns: readonly OrderedPeriodColumn[]
  readonly sources: ReadonlyMap<string, PeriodColumnSource>
  /** The user's own metrics, by field. */
  readonly own: ReadonlyMap<string, Formula>
  readonly prior: Earlier
  readonly yearAgo: Earlier
}

/**
 * A company's figures, column by column. Calculated lines and the user's metrics use the column's own figures, so that a margin
 * over twelve months is one of sums and not a sum of margins.
 */
export class ColumnFigures {
  readonly #options: ColumnFiguresOptions
  /** The periods behind each column: one, four that add up, or none. */
  readonly #periods: readonly (readonly SeriesPeriod[])[]
  /** The columns of more than one. */
  readonly #summed: readonly number[]
  /** Figures of columns with one period, grouped by line in the order of `figureFields`; read on first use. */
  #filed: FigureNumbers | null = null
  readonly #lines: LineCache
  /** The shares in which each column's EPS and shares count, and the lines that a split changes. */
  readonly shares: SharesAround
  /** For each column that sums four quarters: the shares behind its EPS. */
  readonly twelveMonths: ReadonlyMap<number, TwelveMonthShares>

  constructor(options: ColumnFiguresOptions) {
    const { columns, sources, periods, shareBases, own } = options
    this.#options = options
    this.#periods = columns.map(({ key }) => (sources.get(key)?.at ?? []).flatMap((at) => periods[at] ?? []))
    this.#summed = this.#periods.flatMap((of, column) => (of.length > 1 ? [column] : []))
    this.#lines = new LineCache(columns.length, (field) => this.#calculate(field))
    const positions = columns.map(({ key }) => sources.get(key)?.at ?? [])
    this.twelveMonths = new Map(
      this.#summed.map((column) => [column, twelveMonthShares(periods, shareBases, positions[column] ?? [])]),
    )
    this.shares = {
      bases: Float64Array.from(
        positions,
        (at, column) => this.twelveMonths.get(column)?.base ?? shareBases.of(at[0] ?? -1),
      ),
      isOf: sharesIn(own),
    }
  }

  /** One figure a column; all n/a for a line that is not known. */
  readonly line = (field: string): FigureNumbers => this.#lines.line(field)

  /** The periods that EPS and shares of a column come from. */
  perShareSources(key: string): readonly SeriesPeriod[] {
    const { columns, periods } = this.#options
    const column = columns.findIndex((each) => each.key === key)
    const year = periods[this.twelveMonths.get(column)?.year ?? -1]
    return year ? [year] : (this.#periods[column] ?? [])
  }

  #calculate(field: string): FigureNumbers {
    const { own } = this.#options
    const index = figureIndexes.get(field)
    if (index !== undefined) return this.#stored(field, index)
    const formula = calculatedFormulas.get(field) ?? comparisonFormulas.get(field) ?? own.get(field)
    if (!formula) return this.#lines.notAvailable
    const figures = this.#evaluate(formula)
    if (!needingYear.has(field)) return figures
    return figures.map((figure, column) => (this.#options.columns[column]?.kind === 'quarter' ? notAvailable : figure))
  }

  #evaluate(formula: Formula): FigureNumbers {
    const { columns, prior, yearAgo } = this.#options
    return evaluate(formula, { columns: columns.length, line: this.line, prior, yearAgo, shares: this.shares })
  }

  /** Whether the service states a metric of the company: banks have no days, and none are calculated. */
  readonly states = (field: string): boolean => {
    const index = figureIndexes.get(field) ?? -1
    return this.#options.periods.some(({ figures }) => Number.isFinite(figures[index] ?? notAvailable))
  }

  #stored(field: string, index: number): FigureNumbers {
    this.#filed ??= filedLines(this.#periods)
    const count = this.#periods.length
    const figures = this.#filed.subarray(index * count, (index + 1) * count)
    if (figureLines.get(field)?.measure === null) return this.#metricOver(field, index, figures)
    for (const column of this.#summed) {
      const quarters = this.#periods[column]?.map((period) => figureOf(period.figures[index])) ?? []
      const { year, isOneBase = true } = this.twelveMonths.get(column) ?? {}
      const yearly = figureOf(this.#options.periods[year ?? -1]?.figures[index])
      figures[column] = numberOf(lastTwelveMonths(field, quarters, { year: yearly, isOneBase }))
    }
    return figures
  }

  /** The service states metrics for single periods: over four quarters they are calculated, or the last quarter's is taken. */
  #metricOver(field: string, index: number, figures: FigureNumbers): FigureNumbers {
    const formula = twelveMonthFormulas.get(field)
    if (this.#summed.length === 0) return figures
    if (statedAtEnd.has(field)) {
      for (const column of this.#summed) figures[column] = this.#periods[column]?.at(-1)?.figures[index] ?? notAvailable
    } else if (formula && this.states(field)) {
      const calculated = this.#evaluate(formula)
      for (const column of this.#summed) figures[column] = calculated[column] ?? notAvailable
    }
    return figures
  }
}

function filedLines(columns: readonly (readonly SeriesPeriod[])[]): FigureNumbers {
  const lines = new Float64Array(columns.length * figureFields.length).fill(notAvailable)
  for (const [column, [period, ...others]] of columns.entries()) {
    if (!period || others.length > 0) continue
    const { figures } = period
    for (let index = 0; index < figures.length; index += 1) {
      lines[index * columns.length + column] = figures[index] ?? notAvailable
    }
  }
  return lines
}
