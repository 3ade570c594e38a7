/**
 * Reads all stored periods of several companies, each with its end date and its revenue, growth,
 * margin and EPS.
 */

import type { Figure } from '#contract/api/financials.ts'
import type { Reader } from '../database/reader-writer.ts'
import { yearBefore } from './fiscal-period.ts'
import { growth, share } from './growth.ts'

interface ReportedPeriod {
  readonly recordId: number
  readonly symbol: string
  readonly quarter: string
  readonly year: number
  /** YYYY-MM-DD. */
  readonly end: string
  readonly revenue: number | null
  /** Growth of revenue on the same period a year earlier, by `yearBefore`. */
  readonly growth: Figure
  readonly operatingMargin: Figure
  readonly earningsPerShare: number | null
}

type StoredPeriod = Omit<ReportedPeriod, 'growth' | 'operatingMargin'> & { readonly operatingIncome: number | null }

/** Every stored period of some companies, of the fuller edition of each. */
export function reportedPeriods(db: Reader, symbols: readonly string[]): ReportedPeriod[] {
  const periods = db.all<StoredPeriod>(
    `SELECT record_id AS recordId, period.symbol, Quarter AS quarter, Year AS year, EndPeriod AS end, Revenue AS revenue,
       OperatingIncome AS operatingIncome, DilutedEarningsPerShare AS earningsPerShare
     FROM json_each(?) AS wanted JOIN fundamental_period AS period ON period.symbol = wanted.value
     WHERE period.edition = (SELECT min(edition) FROM fundamental_period WHERE symbol = wanted.value)`,
    [JSON.stringify(symbols)],
  )
  const bySymbol = Map.groupBy(periods, ({ symbol }) => symbol)
  return [...bySymbol.values()].flatMap((ofCompany) => {
    const labelled = ofCompany.map(({ quarter, year, end }) => ({ quarter, year, endPeriod: end }))
    return ofCompany.map(({ operatingIncome, ...period }, at) => ({
      ...period,
      growth: growth(period.revenue, ofCompany[yearBefore(labelled, at) ?? -1]?.revenue),
      operatingMargin: share(operatingIncome, period.revenue),
    }))
  })
}
