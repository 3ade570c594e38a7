import { figureOf, figuresOf, numberOf } from '#contract/api/figure-numbers.ts'
import type { Figure } from '#contract/api/financials.ts'
import { shareBasesIn, type SeriesPeriod } from '../../fundamentals/series.ts'
import { isQuarter, lastFourQuarters, periodBefore, yearBefore } from '../../fundamentals/fiscal-period.ts'
import { figureIndexes } from '../../fundamentals/figure-fields.ts'
import { lastTwelveMonths, twelveMonthShares } from '../../fundamentals/last-twelve-months.ts'
import { evaluate, sharesIn, type SharesAround } from '../../metrics/evaluate-formula.ts'
import type { Formula } from '../../metrics/formula.ts'

/** Periods of one kind as columns, oldest first, and behind them the last twelve months where four quarters give them. */
export class PeriodGrid {
  readonly periods: readonly SeriesPeriod[]
  /** The columns that the last one sums; null: it has no such column. */
  readonly twelveMonths: readonly number[] | null
  /** There is a column for them, also while there are no four quarters. */
  readonly hasTwelveMonths: boolean
  /** Columns as a sheet has them: the twelve months, then the periods. */
  readonly shown: readonly number[]
  readonly #formulas: ReadonlyMap<string, Formula>
  readonly #lines = new Map<string, readonly Figure[]>()

  /** In which shares each column counts, and which lines move with a split. */
  readonly shares: SharesAround
  /** Of the column of twelve months: the fiscal year that ends with it, and whether its quarters count in the same shares. */
  readonly year: SeriesPeriod | undefined
  readonly isOneShareBase: boolean

  /** @param all of the company's periods, years and quarters */
  constructor(periods: readonly SeriesPeriod[], formulas: ReadonlyMap<string, Formula>, all: readonly SeriesPeriod[]) {
    this.periods = periods
    this.twelveMonths = lastFourQuarters(periods) ?? null
    this.hasTwelveMonths = periods.some(({ quarter }) => isQuarter(quarter))
    this.shown = [...(this.hasTwelveMonths ? [periods.length] : []), ...periods.keys()]
    this.#formulas = formulas
    const bases = shareBasesIn(all)
    const indices = periods.map((period) => all.indexOf(period))
    const over =
      this.twelveMonths &&
      twelveMonthShares(
        all,
        bases,
        this.twelveMonths.flatMap((column) => indices[column] ?? []),
      )
    this.year = all[over?.year ?? -1]
    this.isOneShareBase = over?.isOneBase ?? true
    this.shares = {
      bases: Float64Array.from([...indices.map((at) => bases.of(at)), ...(over ? [over.base] : [])]),
      isOf: sharesIn(formulas),
    }
  }

  get columns(): number {
    return this.periods.length + (this.twelveMonths ? 1 : 0)
  }

  /** When its period ends, YYYY-MM-DD; of twelve months, when their last quarter does. */
  endOf(column: number): string {
    return this.periods[column < this.periods.length ? column : (this.twelveMonths?.at(-1) ?? -1)]?.endPeriod ?? ''
  }

  /** One figure a column. */
  line(field: string): readonly Figure[] {
    const known = this.#lines.get(field)
    if (known) return known
    const figures = this.#calculate(field)
    this.#lines.set(field, figures)
    return figures
  }

  calculated(formula: Formula): readonly Figure[] {
    const { columns } = this
    const earlier = (of: (column: number) => number | undefined) =>
      Int32Array.from({ length: columns }, (_, column) => of(column) ?? -1)
    return figuresOf(
      evaluate(formula, {
        columns,
        line: (field) => Float64Array.from({ length: columns }, (_, column) => numberOf(this.line(field)[column])),
        prior: earlier(this.prior),
        yearAgo: earlier(this.yearAgo),
        shares: this.shares,
      }),
    )
  }

  /** Before the last twelve months there is no column. */
  readonly prior = (column: number): number | undefined =>
    column < this.periods.length ? periodBefore(this.periods, column) : undefined

  readonly yearAgo = (column: number): number | undefined =>
    column < this.periods.length ? yearBefore(this.periods, column) : undefined

  #calculate(field: string): readonly Figure[] {
    const index = figureIndexes.get(field)
    const formula = this.#formulas.get(field)
    if (index === undefined) {
      // A line that its own formula refers to is n/a.
      this.#lines.set(field, [])
      return formula ? this.calculated(formula) : []
    }
    const stored = this.periods.map(({ figures }) => figureOf(figures[index]))
    if (!this.twelveMonths) return stored
    const quarters = this.twelveMonths.map((column) => stored[column] ?? null)
    const shares = { year: figureOf(this.year?.figures[index]), isOneBase: this.isOneShareBase }
    return [...stored, lastTwelveMonths(field, quarters, shares)]
  }
}
