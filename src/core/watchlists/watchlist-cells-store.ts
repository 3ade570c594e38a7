/**
 * SQL that reads what watchlist cells show: listing, latest call and news, and how much is stored. Times are ms UTC.
 */

import { readLatestScores } from '../calls/call-series.ts'
import type { Reader } from '../database/reader-writer.ts'

/** The requested companies, in their order. */
const wanted = `(SELECT key AS position, value AS symbol FROM json_each(@symbols))`

function bySymbol<Row extends { readonly symbol: string }>(
  db: Reader,
  sql: string,
  symbols: readonly string[],
): ReadonlyMap<string, Row> {
  return new Map(db.all<Row>(sql, { symbols: JSON.stringify(symbols) }).map((row) => [row.symbol, row]))
}

export interface LatestCall {
  readonly symbol: string
  readonly callId: string
  readonly title: string
  readonly startedAt: number | null
  /** The service's scores of the summaries of this call and the previous one; null: not stored, or not scored. */
  readonly sentiment: number | null
  readonly previousSentiment: number | null
}

/** The last call that has begun. */
export function getLatestCalls(db: Reader, symbols: readonly string[], now: number): ReadonlyMap<string, LatestCall> {
  const latest = readLatestScores(db, symbols, now)
  const described = db.all<Omit<LatestCall, 'sentiment' | 'previousSentiment'>>(
    `SELECT symbol, call_id AS callId, started_at AS startedAt,
       coalesce(nullif(call_title, ''), nullif(headline, ''), symbol || ' call') AS title
     FROM call WHERE call_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify([...latest.values()].map(({ callId }) => callId))],
  )
  return new Map(
    described.map((call) => {
      const { sentiment = null, previous = [] } = latest.get(call.symbol) ?? {}
      return [call.symbol, { ...call, sentiment, previousSentiment: previous[0] ?? null }]
    }),
  )
}

/** When the latest call of any company began; null: none has. Results that depend on it are valid until it changes. */
export function getLastBegun(db: Reader, now: number): number | null {
  return (
    db.get<{ at: number | null }>('SELECT max(started_at) AS at FROM call WHERE started_at <= ?', [now])?.at ?? null
  )
}

export interface LatestNews {
  readonly symbol: string
  readonly headline: string | null
  readonly at: number | null
}

export function getLatestNews(db: Reader, symbols: readonly string[]): ReadonlyMap<string, LatestNews> {
  return bySymbol(
    db,
    `SELECT wanted.symbol, headline, created_ms AS at
     FROM ${wanted} AS wanted JOIN news_item ON news_item.record_id =
       (SELECT record_id FROM news_item WHERE ticker = wanted.symbol ORDER BY created_ms DESC, id DESC LIMIT 1)`,
    symbols,
  )
}

export interface StoredPeriods {
  readonly symbol: string
  readonly periods: number
  readonly fetchedAt: number | null
}

export function getStoredPeriods(db: Reader, symbols: readonly string[]): ReadonlyMap<string, StoredPeriods> {
  return bySymbol(
    db,
    `SELECT wanted.symbol,
       (SELECT count(*) FROM (SELECT DISTINCT Quarter, Year, EndPeriod FROM fundamental_period WHERE symbol = wanted.symbol)) AS periods,
       (SELECT max(record.last_seen_at) FROM fundamental_period AS period JOIN ledger_record AS record
          ON record.id = period.record_id WHERE period.symbol = wanted.symbol) AS fetchedAt
     FROM ${wanted} AS wanted`,
    symbols,
  )
}

export interface StoredContent {
  readonly symbol: string
  /** Calls with a transcript. */
  readonly calls: number
  /** Ended calls whose transcript was never requested. */
  readonly missing: number
  readonly hasStatements: 0 | 1
}

export function getStoredContent(db: Reader, symbols: readonly string[]): ReadonlyMap<string, StoredContent> {
  return bySymbol(
    db,
    `SELECT wanted.symbol,
       (SELECT count(*) FROM call JOIN transcript ON transcript.call_id = call.call_id WHERE call.symbol = wanted.symbol) AS calls,
       (SELECT count(*) FROM call LEFT JOIN transcript ON transcript.call_id = call.call_id
          WHERE call.symbol = wanted.symbol AND transcript.call_id IS NULL AND call.status IS NOT 'FAILED'
            AND call.status IS NOT 'IN_PROGRESS' AND NOT EXISTS (SELECT 1 FROM ledger_record AS record
              WHERE record.kind = 'calls.one' AND record.identity = call.call_id || ' json verbatim')) AS missing,
       EXISTS (SELECT 1 FROM fundamental_period WHERE symbol = wanted.symbol) AS hasStatements
     FROM ${wanted} AS wanted`,
    symbols,
  )
}

export interface Listing {
  readonly position: number
  readonly name: string
  readonly exchange: string | null
  readonly mic: string | null
  readonly country: string | null
  readonly type: string | null
  readonly sector: string | null
  readonly currency: string | null
  readonly isin: string | null
  readonly figi: string | null
  readonly cusip: string | null
  readonly cik: string | null
  readonly marketCap: number | null
}

/** The chosen listing of each company, else the largest one of its symbol; by position among those requested. */
export function getListings(
  db: Reader,
  chosen: readonly { readonly symbol: string; readonly securityId: string | null }[],
): ReadonlyMap<number, Listing> {
  const rows = db.all<Listing>(
    `SELECT wanted.key AS position, name, exchange, mic, country, security.type, sector, currency, isin, figi, cusip, cik, market_cap AS marketCap
     FROM json_each(?) AS wanted JOIN security ON security.record_id = coalesce(
       (SELECT id FROM ledger_record WHERE kind = 'securities' AND identity = wanted.value ->> 1),
       (SELECT record_id FROM security WHERE symbol = wanted.value ->> 0 COLLATE NOCASE ORDER BY market_cap DESC, record_id LIMIT 1))`,
    [JSON.stringify(chosen.map(({ symbol, securityId }) => [symbol, securityId]))],
  )
  return new Map(rows.map((row) => [row.position, row]))
}
