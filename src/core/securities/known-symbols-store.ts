/** SQL that finds the symbols of which the library has anything. */

import type { Reader } from '../database/reader-writer.ts'

/** As the index of symbols has them, and then to the letter. */
const isListingOf = 'security.symbol = wanted.value COLLATE NOCASE AND security.symbol = wanted.value'

/** Those of some symbols of which the library has nothing at all. */
export function getMissing(db: Reader, symbols: readonly string[]): string[] {
  const ofCompany = {
    security: isListingOf,
    fundamental_period: 'symbol = wanted.value',
    call: 'symbol = wanted.value',
    rating: 'ticker = wanted.value',
    news_item: 'ticker = wanted.value',
    news_security: 'ticker = wanted.value',
  }
  const isNowhere = Object.entries(ofCompany)
    .map(([table, condition]) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE ${condition})`)
    .join(' AND ')
  return db
    .all<{ symbol: string }>(`SELECT wanted.value AS symbol FROM json_each(?) AS wanted WHERE ${isNowhere}`, [
      JSON.stringify(symbols),
    ])
    .map(({ symbol }) => symbol)
}

/** In the order of their characters. */
export function getEverySymbol(db: Reader): string[] {
  return db
    .all<{ symbol: string | null }>(
      `SELECT symbol FROM security UNION SELECT symbol FROM fundamental_period UNION SELECT symbol FROM call
       UNION SELECT ticker FROM rating UNION SELECT ticker FROM news_item UNION SELECT ticker FROM news_security
       ORDER BY 1`,
    )
    .flatMap(({ symbol }) => symbol ?? [])
}
