/** Reads the stored quarters of the last three years of several companies at once. */

import type { Reader } from '../database/reader-writer.ts'
import type { FiscalPeriod } from './fiscal-period.ts'
import { figureIndexes } from './figure-fields.ts'

export interface StoredQuarter extends FiscalPeriod {
  readonly recordId: number
  /** In the order of the requested fields. */
  readonly figures: readonly (number | null)[]
}

type Row = readonly [
  symbol: string,
  recordId: number,
  quarter: string,
  year: number,
  endPeriod: string,
  ...(number | null)[],
]

/**
 * The quarters of some companies within three years of each one's latest, oldest first, by symbol: of the fuller edition that is
 * stored. `fields` are statement lines, metrics and insights; others are left out of it.
 */
export function latestQuarters(
  db: Reader,
  symbols: readonly string[],
  fields: readonly string[],
): { readonly fields: readonly string[]; readonly bySymbol: ReadonlyMap<string, readonly StoredQuarter[]> } {
  const stored = fields.filter((field) => figureIndexes.has(field))
  const columns = ['period.symbol', 'record_id', 'Quarter', 'Year', 'EndPeriod', ...stored.map((field) => `"${field}"`)]
  const rows = db.arrays<Row>(
    `WITH fuller AS MATERIALIZED (SELECT key AS place, value AS symbol,
         (SELECT min(edition) FROM fundamental_period WHERE symbol = value) AS edition FROM json_each(?)),
       wanted AS MATERIALIZED (SELECT place, symbol, edition,
         (SELECT date(max(EndPeriod), '-3 years') FROM fundamental_period AS period
            WHERE period.symbol = fuller.symbol AND period.edition = fuller.edition) AS since FROM fuller)
     SELECT ${columns.join(', ')} FROM wanted CROSS JOIN fundamental_period AS period
       ON period.symbol = wanted.symbol AND period.edition = wanted.edition AND EndPeriod >= since
     WHERE Quarter IN ('Q1', 'Q2', 'Q3', 'Q4') ORDER BY place, EndPeriod`,
    [JSON.stringify(symbols)],
  )
  const bySymbol = new Map<string, StoredQuarter[]>()
  for (const [symbol, recordId, quarter, year, endPeriod, ...figures] of rows) {
    const period = { recordId, quarter, year, endPeriod, figures }
    const known = bySymbol.get(symbol)
    if (known) known.push(period)
    else bySymbol.set(symbol, [period])
  }
  return { fields: stored, bySymbol }
}
