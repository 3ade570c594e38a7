import type { Reader } from '../database/reader-writer.ts'

/** Companies for which anything was requested from the service, by symbol. */
export function getRequestedSymbols(library: Reader): string[] {
  return library
    .all<{ symbol: string }>(
      `SELECT DISTINCT parameters ->> 'symbol' AS symbol FROM ledger_response
       WHERE parameters ->> 'symbol' IS NOT NULL ORDER BY symbol`,
    )
    .map(({ symbol }) => symbol)
}
