import type { Reader } from '../database/reader-writer.ts'

export interface PeriodEnded {
  readonly recordId: number
  readonly symbol: string
  readonly quarter: string
  readonly year: number
  /** YYYY-MM-DD. */
  readonly end: string
  readonly revenue: number | null
  readonly earningsPerShare: number | null
}

/** Every stored period of some companies, of the fuller edition of each. */
export function periodEnds(db: Reader, symbols: readonly string[]): PeriodEnded[] {
  return db.all(
    `SELECT record_id AS recordId, period.symbol, Quarter AS quarter, Year AS year, EndPeriod AS end, Revenue AS revenue,
       DilutedEarningsPerShare AS earningsPerShare
     FROM json_each(?) AS wanted JOIN fundamental_period AS period ON period.symbol = wanted.value
     WHERE period.edition = (SELECT min(edition) FROM fundamental_period WHERE symbol = wanted.value)`,
    [JSON.stringify(symbols)],
  )
}
