/** Reads a company's name and identifiers from its largest listing. */

import type { Reader } from '../database/reader-writer.ts'

/** A company's name from its largest listing; null: no stored listing has the symbol. */
export function nameOfSymbol(db: Reader, symbol: string): string | null {
  return (
    db.get<{ name: string }>(
      'SELECT name FROM security WHERE symbol = ? COLLATE NOCASE ORDER BY market_cap DESC LIMIT 1',
      [symbol],
    )?.name ?? null
  )
}

interface Listing {
  readonly exchange: string | null
  readonly mic: string | null
  readonly figi: string | null
  readonly cik: string | null
}

/** Symbol, exchange and identifiers of a company's largest listing; only the symbol when none is stored. */
export function identityOf(db: Reader, symbol: string): string {
  const listing = db.get<Listing>(
    'SELECT exchange, mic, figi, cik FROM security WHERE symbol = ? COLLATE NOCASE ORDER BY market_cap DESC LIMIT 1',
    [symbol],
  )
  const { exchange = null, mic = null, figi = null, cik = null } = listing ?? {}
  const market = exchange === null || mic === null || exchange === mic ? (exchange ?? mic) : `${exchange} (${mic})`
  return [symbol, market, figi === null ? null : `FIGI ${figi}`, cik === null ? null : `CIK ${cik}`]
    .filter((part) => part !== null)
    .join('  ·  ')
}
