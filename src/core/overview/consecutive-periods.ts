/**
 * The latest twelve quarters and the latest years of a company, with gaps where a period is
 * missing.
 */

import type { OrderedPeriodColumn, PeriodColumnSource } from '../comparisons/period-columns.ts'
import { isFullYear, isQuarter, quartersUpTo, type FiscalPeriod } from '../fundamentals/fiscal-period.ts'

/** A period that an overview shows, in its place among consecutive ones. */
export interface ConsecutivePeriod {
  readonly quarter: string
  readonly year: number
  /** Position in the series; null: not stored, or two periods have its label. */
  readonly at: number | null
  /** Positions of the four quarters that end with it; for a fiscal year its own. Null: not all of them are stored. */
  readonly wholeYear: readonly number[] | null
}

const mostQuarters = 12
const mostYears = 10

/** The latest twelve quarters, oldest first; missing ones keep their place, but none before the first that is stored. */
export function consecutiveQuarters(periods: readonly FiscalPeriod[]): readonly ConsecutivePeriod[] {
  const latestAt = latestOf(periods, ({ quarter }) => isQuarter(quarter))
  const latest = periods[latestAt]
  if (!latest) return []
  const last = latest.year * 4 + Number(latest.quarter.slice(1)) - 1
  return columns(mostQuarters, (back) => {
    const number = last - back
    const [quarter, year] = [`Q${(number % 4) + 1}`, Math.floor(number / 4)]
    const at = back === 0 ? latestAt : onlyPeriod(periods, quarter, year)
    return { quarter, year, at, wholeYear: at === null ? null : (quartersUpTo(periods, at, 4) ?? null) }
  })
}

/** The latest fiscal years, in the same way. */
export function consecutiveYears(periods: readonly FiscalPeriod[], most = mostYears): readonly ConsecutivePeriod[] {
  const latestAt = latestOf(periods, ({ quarter }) => isFullYear(quarter))
  const latest = periods[latestAt]
  if (!latest) return []
  return columns(most, (back) => {
    const year = latest.year - back
    const at = back === 0 ? latestAt : onlyPeriod(periods, latest.quarter, year)
    return { quarter: latest.quarter, year, at, wholeYear: at === null ? null : [at] }
  })
}

/** Columns for `ColumnFigures`: first each single period, then each year that ends with one. */
export function columnsOf(shown: readonly ConsecutivePeriod[]): {
  readonly columns: readonly OrderedPeriodColumn[]
  readonly sources: ReadonlyMap<string, PeriodColumnSource>
} {
  const sources = new Map<string, PeriodColumnSource>()
  const columnOf = ({ quarter, year, at, wholeYear }: ConsecutivePeriod, order: number, isWhole: boolean) => {
    const key = `${order}`
    const of = isWhole ? wholeYear : at === null ? null : [at]
    if (of) sources.set(key, { at: of, how: of.length > 1 ? 'sum' : 'filed' })
    const kind = isFullYear(quarter) ? 'annual' : isWhole ? 'ltm' : 'quarter'
    return { key, kind, year, quarter: isFullYear(quarter) ? null : quarter, order } satisfies OrderedPeriodColumn
  }
  return {
    columns: [
      ...shown.map((column, order) => columnOf(column, order, false)),
      ...shown.map((column, order) => columnOf(column, shown.length + order, true)),
    ],
    sources,
  }
}

/** @param periodAt the period so many periods before the latest */
function columns(most: number, periodAt: (back: number) => ConsecutivePeriod): readonly ConsecutivePeriod[] {
  const all = Array.from({ length: most }, (_, index) => periodAt(most - 1 - index))
  return all.slice(all.findIndex(({ at }) => at !== null))
}

/** Position of the period that ends last; -1: none fits. */
function latestOf(periods: readonly FiscalPeriod[], fits: (period: FiscalPeriod) => boolean): number {
  return periods.reduce((best, each, at) => {
    if (!fits(each)) return best
    const leader = periods[best]
    return leader && leader.endPeriod > each.endPeriod ? best : at
  }, -1)
}

/** Null also where two periods have the same label. */
function onlyPeriod(periods: readonly FiscalPeriod[], quarter: string, year: number): number | null {
  const fits = (period: FiscalPeriod) => period.quarter === quarter && period.year === year
  const first = periods.findIndex(fits)
  return first >= 0 && periods.findLastIndex(fits) === first ? first : null
}
