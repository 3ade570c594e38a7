import type { Reader } from '../database/reader-writer.ts'

/** Which of the given companies have a revised statement since a moment (ms UTC); only these are checked for tie-outs. */
export function getChangedCompanies(db: Reader, symbols: readonly string[], since: number): string[] {
  return db
    .all<{ symbol: string }>(
      `SELECT DISTINCT period.symbol FROM json_each(@symbols) AS wanted
       CROSS JOIN fundamental_period AS period ON period.symbol = wanted.value
       JOIN ledger_revision AS revision ON revision.record_id = period.record_id AND revision.known_from > @since`,
      { symbols: JSON.stringify(symbols), since },
    )
    .map(({ symbol }) => symbol)
}
