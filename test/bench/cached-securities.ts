import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Writer } from '#core/database/reader-writer.ts'
import { storeSecurity, type SecurityRow } from '#core/securities/securities-store.ts'

export const cached = 300_000

export type Row = Omit<SecurityRow, 'recordId'>

/** Real listings of funds, repeated under other symbols, where the shared data is present; made ones elsewhere. */
export function securityRows(): { rows: Row[]; source: string } {
  const { rowAt, source } = repeatedSecurities()
  return { rows: Array.from({ length: cached }, (_, index) => rowAt(index)), source }
}

/** The same without an end: a row by its number. */
export function repeatedSecurities(): { rowAt: (index: number) => Row; source: string } {
  const shared = join(import.meta.dirname, '../../../shared/data/securities.jsonl.gz')
  const seeds = existsSync(shared) ? realSeeds(shared) : madeSeeds()
  const rowAt = (index: number): Row => {
    const seed = seeds[index % seeds.length] ?? seeds[0]
    const copy = Math.floor(index / seeds.length)
    if (!seed) throw new Error('no securities')
    return {
      ...empty,
      ...seed,
      id: `${index}_${copy}`,
      symbol: copy === 0 ? seed.symbol : `${seed.symbol}${copy}`,
      market_cap: (index * 7919) % 900_000_000,
    }
  }
  return { rowAt, source: existsSync(shared) ? 'real funds, repeated' : 'made' }
}

const empty: Omit<Row, 'id' | 'symbol' | 'name'> = {
  exchange: null,
  mic: null,
  country: null,
  type: 'ETP',
  sector: null,
  gics_code: null,
  currency: null,
  status: 'ACTIVE',
  market_cap: null,
  isin: null,
  cusip: null,
  figi: null,
  figi_composite: null,
  figi_share_class: null,
  cik: null,
  opol: null,
}

type Seed = Pick<Row, 'symbol' | 'name'> & Partial<Row>

function realSeeds(file: string): Seed[] {
  const [head, ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  const names = JSON.parse(head ?? '') as string[]
  const at = (name: string) => names.indexOf(name)
  const [symbol, name, exchange, mic, currency, isin, sector] = [
    'symbol',
    'name',
    'ex',
    'mic',
    'cur',
    'isin',
    'group',
  ].map(at)
  const text = (cells: unknown[], column: number | undefined) => {
    const cell = cells[column ?? -1]
    return typeof cell === 'string' && cell !== '' ? cell : null
  }
  return lines.map((line) => {
    const cells = JSON.parse(line) as unknown[]
    return {
      symbol: text(cells, symbol) ?? '',
      name: text(cells, name) ?? text(cells, symbol) ?? '',
      exchange: text(cells, exchange),
      mic: text(cells, mic),
      currency: text(cells, currency),
      isin: text(cells, isin),
      sector: text(cells, sector),
    }
  })
}

function madeSeeds(): Seed[] {
  const words = [
    'Global',
    'Core',
    'Equity',
    'Bond',
    'Bank',
    'Energy',
    'Fund',
    'Trust',
    'Industrial',
    'Pacific',
    'Nordic',
  ]
  return Array.from({ length: 60_000 }, (_, index) => ({
    symbol: index.toString(36).toUpperCase().padStart(4, 'A'),
    name: [7, 11, 13].map((prime) => words[(index * prime + Math.floor(index / prime)) % words.length]).join(' '),
    exchange: `Exchange ${index % 40}`,
  }))
}

/** Rows go straight to the feature's tables: the ledger behind them is measured elsewhere. */
export function fill(db: Writer, rows: readonly Row[]): void {
  db.transaction(() => {
    db.run("INSERT INTO ledger_response (operation, parameters, path, fetched_at) VALUES ('securities', '{}', '', 0)")
    db.run("INSERT INTO ledger_content (hash, body) VALUES (x'00', '{}')")
    for (const [index, row] of rows.entries()) {
      const recordId = index + 1
      db.run(
        `INSERT INTO ledger_record (id, kind, identity, content_id, revisions, first_seen_at, last_seen_at, last_response_id)
         VALUES (?, 'securities', ?, 1, 1, 0, 0, 1)`,
        [recordId, row.id],
      )
      storeSecurity(db, recordId, row)
    }
  })
}
