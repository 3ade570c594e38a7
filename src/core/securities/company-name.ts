import type { Reader } from '../database/reader-writer.ts'

/** A company's name, as its largest listing has it; null: the library has no listing of the symbol. */
export function nameOfSymbol(db: Reader, symbol: string): string | null {
  return (
    db.get<{ name: string }>('SELECT name FROM security WHERE symbol = ? ORDER BY market_cap DESC LIMIT 1', [symbol])
      ?.name ?? null
  )
}
