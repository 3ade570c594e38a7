/**
 * SQL that reads what conditions on other things than figures need, for all companies at once:
 * listings, calls, rating actions. Times are ms UTC.
 */

import type { ScreenRatingAction } from '#contract/api/screen-terms.ts'
import { days } from '../duration.ts'
import type { Reader } from '../database/reader-writer.ts'
import { shownHistory } from '../ledger/shown-records.ts'
import { rowOf, securitiesResource } from '../securities/resource.ts'

export interface CompanyListing {
  readonly symbol: string
  readonly name: string
  readonly exchange: string | null
  readonly country: string | null
  readonly type: string | null
  /** As named by the service, at any level. */
  readonly industry: string | null
  readonly gicsCode: string | null
  readonly currency: string | null
  readonly marketCap: number | null
}

/** The largest listing of each symbol. */
export function getCompanyListings(db: Reader, symbols: readonly string[]): ReadonlyMap<string, CompanyListing> {
  const rows = db.all<CompanyListing>(
    `SELECT wanted.value AS symbol, name, exchange, country, security.type, sector AS industry, gics_code AS gicsCode, currency,
       market_cap AS marketCap
     FROM json_each(?) AS wanted JOIN security ON security.record_id =
       (SELECT record_id FROM security WHERE symbol = wanted.value COLLATE NOCASE ORDER BY market_cap DESC, record_id LIMIT 1)`,
    [JSON.stringify(symbols)],
  )
  return new Map(rows.map((row) => [row.symbol, row]))
}

interface ListingRow extends CompanyListing {
  readonly recordId: number
  readonly isRevised: 0 | 1
}

/** The largest listing of each symbol as the library knew it at a moment; a listing that came later is left out. */
export function getCompanyListingsAsOf(
  db: Reader,
  symbols: readonly string[],
  asOf: number,
): ReadonlyMap<string, CompanyListing> {
  const rows = db.all<ListingRow>(
    `SELECT wanted.value AS symbol, name, exchange, country, security.type, sector AS industry, gics_code AS gicsCode, currency,
       market_cap AS marketCap, security.record_id AS recordId, record.revisions > 1 AS isRevised
     FROM json_each(@symbols) AS wanted JOIN security ON security.symbol = wanted.value COLLATE NOCASE
       JOIN ledger_record AS record ON record.id = security.record_id AND record.first_seen_at <= @asOf
     ORDER BY security.record_id`,
    { symbols: JSON.stringify(symbols), asOf },
  )
  const listings = new Map<string, CompanyListing>()
  for (const { recordId, isRevised, ...now } of rows) {
    const listing = isRevised === 0 ? now : listingAsOf(db, now.symbol, recordId, asOf)
    const other = listings.get(now.symbol)
    if (listing && (!other || (listing.marketCap ?? 0) > (other.marketCap ?? 0))) listings.set(now.symbol, listing)
  }
  return listings
}

/** Undefined: the record was of another symbol then. */
function listingAsOf(db: Reader, symbol: string, recordId: number, asOf: number): CompanyListing | undefined {
  const record = shownHistory(db, securitiesResource, recordId, asOf).at(-1)?.shown.record
  const row = record && rowOf(String(recordId), record)
  if (row?.symbol.toLowerCase() !== symbol.toLowerCase()) return undefined
  const { name, exchange, country, type, sector, gics_code: gicsCode, currency, market_cap: marketCap } = row
  return { symbol, name, exchange, country, type, industry: sector, gicsCode, currency, marketCap }
}

/** When the last call of each company began that had begun, and that the library knew of. */
export function getCallsBegun(db: Reader, now: number): ReadonlyMap<string, number> {
  const rows = db.all<{ symbol: string; at: number }>(
    `SELECT call.symbol, max(started_at) AS at FROM call
     LEFT JOIN ledger_record AS listed ON listed.id = call.listed_record_id
     LEFT JOIN ledger_record AS detail ON detail.id = call.detail_record_id
     WHERE call.symbol IS NOT NULL AND started_at <= @now
       AND min(coalesce(listed.first_seen_at, detail.first_seen_at), coalesce(detail.first_seen_at, listed.first_seen_at)) <= @now
     GROUP BY call.symbol`,
    { now },
  )
  return new Map(rows.map(({ symbol, at }) => [symbol, at]))
}

/** Milliseconds after a request for ratings during which no others are assumed to exist. */
const ratingsHoldFor = 7 * days

/** Companies whose ratings were requested by symbol in the week before a moment: for those, what is not stored does not exist. */
export function getRatedCompanies(db: Reader, now: number): ReadonlySet<string> {
  const rows = db.all<{ symbol: string }>(
    `SELECT DISTINCT parameters ->> '$.symbol' AS symbol FROM ledger_response
     WHERE operation = 'ratings' AND is_partial = 0 AND fetched_at BETWEEN @from AND @now AND parameters ->> '$.symbol' IS NOT NULL`,
    { from: now - ratingsHoldFor, now },
  )
  return new Set(rows.map(({ symbol }) => symbol))
}

/** Rating actions of each company after `since`, both as the firm dated them and as the library knew them. */
export function countRatingActions(
  db: Reader,
  { action, since, now }: { readonly action: ScreenRatingAction; readonly since: number; readonly now: number },
): ReadonlyMap<string, number> {
  const rows = db.all<{ symbol: string; actions: number }>(
    `SELECT ticker AS symbol, count(*) AS actions FROM rating JOIN ledger_record AS record ON record.id = rating.record_id
     WHERE created_ms > @since AND created_ms <= @now AND record.first_seen_at <= @now AND ticker IS NOT NULL
       AND (rating.kind = @action OR @action = 'any' AND rating.kind <> 'note')
     GROUP BY ticker`,
    { action, since, now },
  )
  return new Map(rows.map(({ symbol, actions }) => [symbol, actions]))
}

/** The largest restatement of each company that was detected after `since`, as a share of the previous figure, without its sign. */
export function getLargestRestatements(
  db: Reader,
  { field, since, now }: { readonly field: string | null; readonly since: number; readonly now: number },
): ReadonlyMap<string, number> {
  const rows = db.all<{ symbol: string; change: number }>(
    `SELECT period.symbol, max(abs(change.now - change.was) / abs(change.was)) AS change
     FROM figure_change AS change JOIN fundamental_period AS period ON period.record_id = change.record_id
     WHERE change.kind = 'restated' AND change.seen_at > @since AND change.seen_at <= @now
       AND (@field IS NULL OR change.field = @field) AND change.was IS NOT NULL AND change.was <> 0 AND change.now IS NOT NULL
     GROUP BY period.symbol`,
    { field, since, now },
  )
  return new Map(rows.map(({ symbol, change }) => [symbol, change]))
}

/** Companies with a stored transcript. */
export function getTranscribedCompanies(db: Reader): ReadonlySet<string> {
  const rows = db.all<{ symbol: string }>(
    `SELECT DISTINCT call.symbol FROM transcript JOIN call ON call.call_id = transcript.call_id WHERE call.symbol IS NOT NULL`,
  )
  return new Set(rows.map(({ symbol }) => symbol))
}

/** Every company with stored statements, now or at a moment. */
export function getStatedCompanies(db: Reader, asOf: number | null): string[] {
  const rows = db.all<{ symbol: string }>(
    asOf === null
      ? 'SELECT DISTINCT symbol FROM fundamental_period ORDER BY symbol'
      : `SELECT DISTINCT symbol FROM fundamental_period AS period JOIN ledger_record AS record ON record.id = period.record_id
         WHERE record.first_seen_at <= @asOf ORDER BY symbol`,
    asOf === null ? {} : { asOf },
  )
  return rows.map(({ symbol }) => symbol)
}
