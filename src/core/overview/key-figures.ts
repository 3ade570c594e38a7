/** Calculates the key figures of a company's overview. */

import { comparedLines } from '#contract/api/figure-lines.ts'
import type { Figure, Period } from '#contract/api/financials.ts'
import { tyingPeriods } from '#contract/api/tie-out-counts.ts'
import type { KeyFigure, OverviewFigures, OverviewSeries } from '#contract/api/overview.ts'
import { adjustedForSplits } from '../fundamentals/adjust-splits.ts'
import type { KnownBreaksOfCompany } from '../fundamentals/known-break-marks.ts'
import { shareBasesIn, type BothEditions } from '../fundamentals/company-series.ts'
import { endFields, flowFields } from './key-figure-lines.ts'
import { spanOf } from './line-period-basis.ts'
import { consecutiveQuarters, consecutiveYears, type ConsecutivePeriod } from './consecutive-periods.ts'
import { shownPeriods, overviewColumns, shownTwelveMonths } from './overview-periods.ts'
import { ConsecutiveFigures, type ConsecutiveFiguresOptions } from './consecutive-figures.ts'

export interface KeyFigureOptions {
  readonly known: KnownBreaksOfCompany
  readonly adjustSplits: boolean
  /** Whether figures fetched then, ms since 1970, are stale. */
  readonly isOld: (fetchedAt: number) => boolean
  /** Lines that have no row: see `linesLeftOut`. */
  readonly leftOut: ReadonlySet<string>
}

/** A company's key figures from its stored periods. Pure. */
export function keyFigures(
  both: BothEditions,
  { known, adjustSplits, isOld, leftOut }: KeyFigureOptions,
): Omit<OverviewFigures, 'stale' | 'fetchedAt'> {
  const { periods } = adjustSplits ? adjustedForSplits(both.series) : both.series
  const bases = shareBasesIn(periods)
  const shown = shownPeriods(both, { periods, bases, known, isOld })
  const quarters = new ShownSeries(consecutiveQuarters(periods), 4, { periods, bases, leftOut, shown })
  const years = new ShownSeries(consecutiveYears(periods), 1, { periods, bases, leftOut, shown })
  const main = quarters.isEmpty ? years : quarters
  const latest = quarters.columns.at(-1)?.wholeYear
  return {
    symbol: both.series.symbol,
    edition: both.series.edition,
    basis: quarters.isEmpty ? 'annual' : 'quarterly',
    rows: allFields.filter((field) => !leftOut.has(field)).flatMap((field) => main.row(field) ?? []),
    quarters: quarters.series,
    years: years.series,
    twelveMonths: latest ? { period: shownTwelveMonths(shown, periods, latest), lines: quarters.latestYear } : null,
    ties: tyingPeriods(shown),
  }
}

interface SeriesOptions extends ConsecutiveFiguresOptions {
  /** The same periods as they cross to the window. */
  readonly shown: readonly Period[]
}

/** Consecutive periods with the figures of each, and of the year that ends with it. */
class ShownSeries {
  readonly columns: readonly ConsecutivePeriod[]
  readonly #perYear: 1 | 4
  readonly #figures: ConsecutiveFigures
  readonly #shown: readonly Period[]

  /** @param perYear periods in a year */
  constructor(columns: readonly ConsecutivePeriod[], perYear: 1 | 4, { shown, ...options }: SeriesOptions) {
    this.columns = columns
    this.#perYear = perYear
    this.#shown = shown
    this.#figures = new ConsecutiveFigures(columns, options)
  }

  get isEmpty(): boolean {
    return this.#figures.isEmpty
  }

  get series(): OverviewSeries {
    const lines = allFields.map((field) => [field, this.#figures.line(field, spanOf(field))] as const)
    return { columns: overviewColumns(this.columns, this.#shown), lines: Object.fromEntries(lines) }
  }

  /** The figures of the year that ends with the latest period. */
  get latestYear(): Record<string, Figure> {
    const last = this.columns.length - 1
    return Object.fromEntries(allFields.map((field) => [field, this.#figures.at(field, 'year', last)]))
  }

  row(field: string): KeyFigure | undefined {
    const line = comparedLines.get(field)
    if (!line) return undefined
    const { label, unit, favor } = line
    const span = spanOf(field)
    const latest = this.columns.length - 1
    const known = this.#figures.line(field, span).filter((figure) => typeof figure === 'number')
    return {
      field,
      label,
      unit,
      favor,
      group: endFields.includes(field) ? 'end' : 'flow',
      span,
      sequential: this.#figures.change(field, span, latest, latest - 1),
      yearOverYear: this.#figures.change(field, span, latest, latest - this.#perYear),
      twelveMonthChange: this.#figures.change(field, 'year', latest, latest - this.#perYear),
      low: known.length < 2 ? null : Math.min(...known),
      high: known.length < 2 ? null : Math.max(...known),
    }
  }
}

const allFields = [...flowFields, ...endFields]
