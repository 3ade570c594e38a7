/** Figures of any line over consecutive periods, for the overview and tear sheets. */

import { comparedLines } from '#contract/api/figure-lines.ts'
import { figureOf, figuresOf } from '#contract/api/figure-numbers.ts'
import type { Figure } from '#contract/api/financials.ts'
import { isProportion } from '#contract/service/statement-lines.ts'
import { ColumnFigures } from '../comparisons/column-figures.ts'
import { acrossSplit, difference, growth } from '../fundamentals/growth.ts'
import { areApart, isFullYear } from '../fundamentals/fiscal-period.ts'
import type { SeriesPeriod } from '../fundamentals/company-series.ts'
import { isSameBase, type ShareBases } from '../fundamentals/share-split.ts'
import { endFields } from './key-figure-lines.ts'
import type { LineSpan } from './line-period-basis.ts'
import { columnsOf, type ConsecutivePeriod } from './consecutive-periods.ts'

export interface ConsecutiveFiguresOptions {
  readonly periods: readonly SeriesPeriod[]
  readonly bases: ShareBases
  /** Lines that have no figure here: see `linesLeftOut`. */
  readonly leftOut: ReadonlySet<string>
}

/** Figures of consecutive periods for any line: stored, or calculated as in comparisons. */
export class ConsecutiveFigures {
  readonly columns: readonly ConsecutivePeriod[]
  readonly #periods: readonly SeriesPeriod[]
  readonly #figures: ColumnFigures
  readonly #leftOut: ReadonlySet<string>

  constructor(columns: readonly ConsecutivePeriod[], { periods, bases, leftOut }: ConsecutiveFiguresOptions) {
    this.columns = columns
    this.#periods = periods
    this.#leftOut = leftOut
    const nowhere = new Int32Array(2 * columns.length).fill(-1)
    const around = { prior: nowhere, yearAgo: nowhere, own: new Map() }
    this.#figures = new ColumnFigures({ periods, shareBases: bases, ...columnsOf(columns), ...around })
  }

  get isEmpty(): boolean {
    return this.columns.length === 0
  }

  /**
   * The column a number of periods before another, as a base for a change; −1 when the ends of the two contradict their labels,
   * since one of them is mislabelled.
   */
  columnBefore(column: number, count: number): number {
    const [later, earlier] = [this.#periodOf(column), this.#periodOf(column - count)]
    if (!later || !earlier) return column - count
    return areApart(earlier, later, isFullYear(later.quarter) ? 4 * count : count) ? column - count : -1
  }

  /** One figure a column. */
  line(field: string, span: LineSpan): Figure[] {
    const count = this.columns.length
    if (this.#leftOut.has(field)) return this.columns.map(() => null)
    const all = figuresOf(this.#figures.line(field))
    return span === 'year' ? all.slice(count) : all.slice(0, count)
  }

  /** Null where there is no such column. */
  at(field: string, span: LineSpan, column: number): Figure {
    if (column < 0 || column >= this.columns.length || this.#leftOut.has(field)) return null
    return figureOf(this.#figures.line(field)[this.#column(span, column)])
  }

  /**
   * Change of one column's figure on an earlier column's: growth of flows of money, a difference for all others. Null when either
   * is absent, or when their end dates contradict their labels.
   */
  change(field: string, span: LineSpan, column: number, earlierColumn: number): Figure {
    const line = comparedLines.get(field)
    if (!line || this.columnBefore(column, column - earlierColumn) < 0) return null
    const [current, earlier] = [this.at(field, span, column), this.at(field, span, earlierColumn)]
    // A change from or to a figure without meaning (a sum across a split, a ratio to a loss) has none either.
    if (current !== null && earlier !== null && (current === 'n.m.' || earlier === 'n.m.')) return 'n.m.'
    const isDifference = isProportion(line.unit) || endFields.includes(field)
    const change = isDifference ? difference(current, earlier) : growth(current, earlier)
    const { isOf, bases } = this.#figures.shares
    if (!isOf(field) || change === null) return change
    const baseOf = (at: number) => bases[this.#column(span, at)] ?? Number.NaN
    return isSameBase(baseOf(column), baseOf(earlierColumn)) ? change : acrossSplit(change)
  }

  #periodOf(column: number): SeriesPeriod | undefined {
    return this.#periods[this.columns[column]?.at ?? -1]
  }

  #column(span: LineSpan, column: number): number {
    return span === 'year' ? this.columns.length + column : column
  }
}
