/**
 * The periods of a company's workbook as columns, annual or quarterly, with the last twelve months.
 * Calculates the figure of every line in every column.
 */

import { figureOf, figuresOf, notAvailable, numberOf } from '#contract/api/figure-numbers.ts'
import type { Figure } from '#contract/api/financials.ts'
import { shareBasesIn, type SeriesPeriod } from '../../fundamentals/company-series.ts'
import {
  fourQuartersBefore,
  isQuarter,
  lastFourQuarters,
  periodBefore,
  yearBefore,
} from '../../fundamentals/fiscal-period.ts'
import { figureIndexes } from '../../fundamentals/figure-fields.ts'
import { lastTwelveMonths, twelveMonthShares } from '../../fundamentals/last-twelve-months.ts'
import { evaluate, sharesIn, type SharesAround } from '../../metrics/evaluate-formula.ts'
import type { Formula } from '../../metrics/formula.ts'

/** Four quarters that a column sums. */
interface TwelveMonths {
  /** Their columns, oldest first. */
  readonly quarters: readonly number[]
  /** The fiscal year that ends with them. */
  readonly year: SeriesPeriod | undefined
  /** The quarters count in the same shares. */
  readonly isOneBase: boolean
  readonly base: number
}

/**
 * Periods of one kind as columns, oldest first, followed by the last twelve months and the twelve months before, where four
 * quarters exist.
 */
export class PeriodGrid {
  readonly periods: readonly SeriesPeriod[]
  /** There is a column for them, also while there are no four quarters. */
  readonly hasTwelveMonths: boolean
  readonly #twelveMonths: readonly (TwelveMonths | null)[]
  readonly #formulas: ReadonlyMap<string, Formula>
  readonly #lines = new Map<string, readonly Figure[]>()

  /** The shares that each column counts in, and the lines that a split changes. */
  readonly shares: SharesAround

  /** @param all of the company's periods, years and quarters */
  constructor(periods: readonly SeriesPeriod[], formulas: ReadonlyMap<string, Formula>, all: readonly SeriesPeriod[]) {
    this.periods = periods
    this.hasTwelveMonths = periods.some(({ quarter }) => isQuarter(quarter))
    this.#formulas = formulas
    const bases = shareBasesIn(all)
    const indices = periods.map((period) => all.indexOf(period))
    this.#twelveMonths = [lastFourQuarters(periods), fourQuartersBefore(periods)].map((quarters) => {
      if (!quarters) return null
      const { year, isOneBase, base } = twelveMonthShares(
        all,
        bases,
        quarters.flatMap((column) => indices[column] ?? []),
      )
      return { quarters, year: all[year ?? -1], isOneBase, base }
    })
    this.shares = {
      bases: Float64Array.from([
        ...indices.map((at) => bases.of(at)),
        ...this.#twelveMonths.map((sum) => sum?.base ?? notAvailable),
      ]),
      isOf: sharesIn(formulas),
    }
  }

  /** Columns of a table: the periods, and the last twelve months if any. */
  get columns(): number {
    return this.periods.length + (this.#twelveMonths[0] ? 1 : 0)
  }

  /** The column of the last twelve months. */
  get latest(): number {
    return this.periods.length
  }

  /** The column of the twelve months before those. */
  get before(): number {
    return this.periods.length + 1
  }

  /** Null: the column is a period, or there are no four quarters for it. */
  twelveMonths(column: number): TwelveMonths | null {
    return this.#twelveMonths[column - this.periods.length] ?? null
  }

  /** When its period ends, YYYY-MM-DD; of twelve months, when their last quarter does. */
  endOf(column: number): string {
    const { quarters = [] } = this.twelveMonths(column) ?? {}
    return this.periods[column < this.periods.length ? column : (quarters.at(-1) ?? -1)]?.endPeriod ?? ''
  }

  /** One figure a column. */
  line(field: string): readonly Figure[] {
    const known = this.#lines.get(field)
    if (known) return known
    const figures = this.#calculate(field)
    this.#lines.set(field, figures)
    return figures
  }

  /** @param yearAgo the column that growth is measured from; usually no twelve months have one, as on the screen */
  calculated(formula: Formula, yearAgo: (column: number) => number | undefined = this.yearAgo): readonly Figure[] {
    const columns = this.periods.length + this.#twelveMonths.length
    const earlier = (of: (column: number) => number | undefined) =>
      Int32Array.from({ length: columns }, (_, column) => of(column) ?? -1)
    return figuresOf(
      evaluate(formula, {
        columns,
        line: (field) => Float64Array.from({ length: columns }, (_, column) => numberOf(this.line(field)[column])),
        prior: earlier(this.prior),
        yearAgo: earlier(yearAgo),
        shares: this.shares,
      }),
    )
  }

  /** Before the last twelve months there is no column. */
  readonly prior = (column: number): number | undefined =>
    column < this.periods.length ? periodBefore(this.periods, column) : undefined

  readonly yearAgo = (column: number): number | undefined =>
    column < this.periods.length ? yearBefore(this.periods, column) : undefined

  /** As `yearAgo`; for the last twelve months, those before them. */
  readonly yearAgoOfAll = (column: number): number | undefined =>
    column === this.latest ? this.before : this.yearAgo(column)

  #calculate(field: string): readonly Figure[] {
    const index = figureIndexes.get(field)
    const formula = this.#formulas.get(field)
    if (index === undefined) {
      // A line that its own formula refers to is n/a.
      this.#lines.set(field, [])
      return formula ? this.calculated(formula) : []
    }
    const stored = this.periods.map(({ figures }) => figureOf(figures[index]))
    return [
      ...stored,
      ...this.#twelveMonths.map((sum): Figure => {
        if (!sum) return null
        const quarters = sum.quarters.map((column) => stored[column] ?? null)
        const shares = { year: figureOf(sum.year?.figures[index]), isOneBase: sum.isOneBase }
        return lastTwelveMonths(field, quarters, shares)
      }),
    ]
  }
}
