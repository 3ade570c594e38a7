import type { Reader } from '../database/reader-writer.ts'

/** A company's name from its largest listing; null: no stored listing has the symbol. */
export function nameOfSymbol(db: Reader, symbol: string): string | null {
  return (
    db.get<{ name: string }>('SELECT name FROM security WHERE symbol = ? ORDER BY market_cap DESC LIMIT 1', [symbol])
      ?.name ?? null
  )
}
