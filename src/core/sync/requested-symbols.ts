import type { Reader } from '../database/reader-writer.ts'

/** Companies that the service was asked for anything of, by symbol. */
export function getRequestedSymbols(library: Reader): string[] {
  return library
    .all<{ symbol: string }>(
      `SELECT DISTINCT parameters ->> 'symbol' AS symbol FROM ledger_answer
       WHERE parameters ->> 'symbol' IS NOT NULL ORDER BY symbol`,
    )
    .map(({ symbol }) => symbol)
}
