/**
 * Aligns the periods of several companies to common columns: fiscal or calendar, annual, quarterly
 * or last twelve months.
 */

import type { Alignment, ComparisonBasis, PeriodColumn, PeriodColumnRecords } from '#contract/api/comparisons.ts'
import { calendarQuarterOf, calendarYearOf } from '../fundamentals/calendar-periods.ts'
import { isFullYear, isQuarter, periodBefore, quartersUpTo, type FiscalPeriod } from '../fundamentals/fiscal-period.ts'

/** The periods behind a column, by index into the series: one, or four quarters. */
export interface PeriodColumnSource {
  readonly at: readonly number[]
  readonly how: PeriodColumnRecords['how']
}

/** A column of the comparison, with its place in the order of columns. */
export interface OrderedPeriodColumn extends PeriodColumn {
  readonly order: number
}

/** A company's periods by the key of their column. */
export interface CompanyPeriodColumns {
  readonly sources: ReadonlyMap<string, PeriodColumnSource>
  readonly columns: readonly OrderedPeriodColumn[]
  /** Why a column is empty. */
  readonly missing: readonly string[]
}

export function periodColumnsOf(
  periods: readonly FiscalPeriod[],
  basis: ComparisonBasis,
  alignment: Alignment,
): CompanyPeriodColumns {
  const found = new CompanyColumns()
  switch (basis) {
    case 'annual':
      years(periods, alignment, found)
      break
    case 'annual-ltm':
      years(periods, alignment, found)
      latestTwelveMonths(periods, found)
      break
    case 'quarterly':
      quarters(periods, alignment, found, (at) => ({ at: [at], how: alignment === 'fiscal' ? 'filed' : 'midpoint' }))
      break
    case 'ltm':
      quarters(periods, alignment, found, (at) => {
        const four = quartersUpTo(periods, at, 4)
        return four && { at: four, how: 'sum' }
      })
      break
    default:
      basis satisfies never
  }
  return found
}

class CompanyColumns implements CompanyPeriodColumns {
  readonly sources = new Map<string, PeriodColumnSource>()
  readonly columns: OrderedPeriodColumn[] = []
  readonly missing: string[] = []
  readonly #ambiguous = new Set<string>()

  /** A second period for a column makes it ambiguous: it stays empty, with a reason. */
  put(column: OrderedPeriodColumn, source: PeriodColumnSource, what: string): void {
    if (this.#ambiguous.has(column.key)) return
    if (!this.sources.has(column.key)) {
      this.sources.set(column.key, source)
      this.columns.push(column)
      return
    }
    this.sources.delete(column.key)
    this.#ambiguous.add(column.key)
    this.missing.push(`two periods are ${what}`)
  }
}

function years(periods: readonly FiscalPeriod[], alignment: Alignment, found: CompanyColumns): void {
  const whole = periods.flatMap((period, at) => (isFullYear(period.quarter) ? [{ period, at }] : []))
  if (alignment === 'fiscal') {
    for (const { period, at } of whole)
      found.put(yearColumn(period.year), { at: [at], how: 'filed' }, `FY${period.year}`)
    return
  }
  const fromQuarters = calendarYears(periods)
  for (const [year, at] of fromQuarters) found.put(yearColumn(year), { at, how: 'sum' }, `calendar ${year}`)
  for (const { period, at } of whole) {
    const year = calendarYearOf(periods, at)
    if (year === undefined || fromQuarters.has(year)) continue
    const isTheYear = period.endPeriod.endsWith('-12-31')
    found.put(yearColumn(year), { at: [at], how: isTheYear ? 'filed' : 'midpoint' }, `calendar ${year}`)
  }
}

/** Calendar years with all four quarters, once each, in sequence. */
function calendarYears(periods: readonly FiscalPeriod[]): Map<number, readonly number[]> {
  const byYear = new Map<number, number[]>()
  for (const [at, period] of periods.entries()) {
    const calendarQuarter = isQuarter(period.quarter) ? calendarQuarterOf(periods, at) : undefined
    if (calendarQuarter) byYear.set(calendarQuarter.year, [...(byYear.get(calendarQuarter.year) ?? []), at])
  }
  const whole = [...byYear].flatMap(([year, at]) => {
    const last = at.at(-1)
    const four = last === undefined || at.length !== 4 ? undefined : quartersUpTo(periods, last, 4)
    return four?.every((each) => at.includes(each)) === true ? [[year, four] as const] : []
  })
  return new Map(whole)
}

function quarters(
  periods: readonly FiscalPeriod[],
  alignment: Alignment,
  found: CompanyColumns,
  sourceOf: (at: number) => PeriodColumnSource | undefined,
): void {
  let before = 0
  for (const [at, period] of periods.entries()) {
    if (!isQuarter(period.quarter)) continue
    // The first three quarters of the history cannot have twelve months behind them, and nothing is missing.
    const isBeginning = before < 3
    before += 1
    const calendarQuarter = alignment === 'fiscal' ? period : calendarQuarterOf(periods, at)
    if (!calendarQuarter) continue
    const source = sourceOf(at)
    const { quarter, year } = calendarQuarter
    if (source) found.put(quarterColumn(year, quarter, source.how === 'sum'), source, `${quarter} ${year}`)
    else if (!isBeginning)
      found.missing.push(`LTM n/a at ${period.quarter} FY${period.year}: not four consecutive quarters`)
  }
}

function latestTwelveMonths(periods: readonly FiscalPeriod[], found: CompanyColumns): void {
  const latest = latestQuarter(periods)
  if (latest === undefined) return
  const eight = quartersUpTo(periods, latest, 8)
  const four = eight?.slice(4) ?? quartersUpTo(periods, latest, 4)
  if (!four) {
    found.missing.push(`LTM n/a: ${missingQuarter(periods, latest)} missing`)
    return
  }
  if (eight) found.put(twelveMonthsBefore, { at: eight.slice(0, 4), how: 'sum' }, 'the twelve months before')
  found.put(twelveMonths, { at: four, how: 'sum' }, 'the last twelve months')
}

function latestQuarter(periods: readonly FiscalPeriod[]): number | undefined {
  const latest = periods.findLastIndex(({ quarter }) => isQuarter(quarter))
  return latest < 0 ? undefined : latest
}

/** The first quarter, going back, that is not where it should be. */
function missingQuarter(periods: readonly FiscalPeriod[], latest: number): string {
  let at = latest
  for (let back = 1; back < 4; back += 1) {
    const before = periodBefore(periods, at)
    if (before === undefined || quartersUpTo(periods, at, 2) === undefined) break
    at = before
  }
  const here = periods[at]
  const number = Number(here?.quarter.slice(1) ?? 1)
  return number === 1 ? `Q4 FY${(here?.year ?? 0) - 1}` : `Q${number - 1} FY${here?.year ?? 0}`
}

function yearColumn(year: number): OrderedPeriodColumn {
  return { key: String(year), kind: 'annual', year, quarter: null, order: year * 4 }
}

function quarterColumn(year: number, quarter: string, isSum: boolean): OrderedPeriodColumn {
  return {
    key: `${year} ${quarter}${isSum ? ' LTM' : ''}`,
    kind: isSum ? 'ltm' : 'quarter',
    year,
    quarter,
    order: year * 4 + Number(quarter.slice(1)) - 1,
  }
}

/** Behind every year. */
export const twelveMonths: OrderedPeriodColumn = { key: 'LTM', kind: 'ltm', year: null, quarter: null, order: 1e6 }
/** The base of growth of the last twelve months; never shown. */
export const twelveMonthsBefore: OrderedPeriodColumn = { ...twelveMonths, key: 'LTM before', order: 1e6 - 4 }
