/** Reads the latest rating of each company. */

import type { RatingKind } from '#contract/api/ratings.ts'
import type { Reader } from '../database/reader-writer.ts'

/** A company's rating, as watchlists and screens show it. */
export interface LatestRating {
  readonly symbol: string
  readonly firm: string | null
  readonly action: string | null
  readonly kind: RatingKind
  readonly rating: string | null
  readonly target: string | null
  readonly at: number | null
}

/**
 * The latest rating of each company; notes without an opinion do not count. @param symbols null: every company @param asOf
 * milliseconds since 1970: leaves out what was dated or stored later; null: nothing is left out
 */
export function readLatestRatings(
  db: Reader,
  { symbols, asOf }: { readonly symbols: readonly string[] | null; readonly asOf: number | null },
): ReadonlyMap<string, LatestRating> {
  const companies =
    symbols === null
      ? 'SELECT DISTINCT ticker AS symbol FROM rating WHERE ticker IS NOT NULL'
      : 'SELECT value AS symbol FROM json_each(@symbols)'
  const rows = db.all<LatestRating>(
    `SELECT company.symbol, firm, action, rating.kind, rating.rating, price_target AS target, created_ms AS at
     FROM (${companies}) AS company JOIN rating ON rating.record_id =
       (SELECT record_id FROM rating AS opinion WHERE ticker = company.symbol AND kind <> 'note' AND (@asOf IS NULL OR
          created_ms <= @asOf AND (SELECT first_seen_at FROM ledger_record WHERE ledger_record.id = record_id) <= @asOf)
        ORDER BY created_ms DESC, id DESC LIMIT 1)`,
    { symbols: JSON.stringify(symbols), asOf },
  )
  return new Map(rows.map((row) => [row.symbol, row]))
}
