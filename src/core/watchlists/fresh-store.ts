import type { FreshKind } from '#contract/desk/fresh-kinds.ts'
import type { Reader } from '../database/handles.ts'

/** Since when what comes is new of a company, and how old it may be. ms UTC. */
export interface SeenUntil {
  readonly symbol: string
  readonly seenAt: number
  readonly addedAt: number
}

export interface FreshRow {
  readonly kind: FreshKind
  readonly symbol: string
  readonly id: string
  readonly title: string
  readonly at: number | null
  readonly cameAt: number
  /** Of a rating. */
  readonly firm?: string | null
}

/** A quarter is reported within so many days of its end. */
const reportedWithin = 120

const companies = `(SELECT value ->> 0 AS symbol, value ->> 1 AS seenAt, value ->> 2 AS addedAt FROM json_each(@companies))`

/** Each gives kind, symbol, id, title, at, cameAt; that of ratings the firm too. Every one is a walk over an index of the symbol. */
const queries = [
  `SELECT CASE WHEN spoken.call_id IS NOT NULL AND call.status = 'COMPLETED' AND changed.known_from > seenAt THEN 'transcript' ELSE 'call' END AS kind,
     company.symbol, call.call_id AS id,
     coalesce(nullif(call.call_title, ''), nullif(call.headline, ''), call.symbol || ' call') AS title,
     call.started_at AS at, max(coalesce(changed.known_from, 0), first.first_seen_at) AS cameAt
   FROM ${companies} AS company JOIN call ON call.symbol = company.symbol
   JOIN ledger_record AS first ON first.id = coalesce(call.listed_record_id, call.detail_record_id)
   LEFT JOIN spoken_call AS spoken ON spoken.call_id = call.call_id
   LEFT JOIN ledger_revision AS changed ON changed.record_id = spoken.record_id AND changed.known_from =
     (SELECT max(known_from) FROM ledger_revision WHERE record_id = spoken.record_id)
   WHERE (first.first_seen_at > seenAt OR (call.status = 'COMPLETED' AND changed.known_from > seenAt))
     AND (call.started_at IS NULL OR call.started_at >= addedAt)`,
  `SELECT 'rating' AS kind, company.symbol, CAST(rating.id AS TEXT) AS id,
     concat_ws(', ', rating.action, rating.rating, rating.price_target) AS title,
     rating.firm,
     rating.created_ms AS at, record.first_seen_at AS cameAt
   FROM ${companies} AS company JOIN rating ON rating.ticker = company.symbol AND rating.created_ms >= addedAt
   JOIN ledger_record AS record ON record.id = rating.record_id
   WHERE record.first_seen_at > seenAt`,
  `SELECT 'news' AS kind, company.symbol, CAST(news_item.id AS TEXT) AS id, coalesce(news_item.headline, '') AS title,
     news_item.created_ms AS at, record.first_seen_at AS cameAt
   FROM ${companies} AS company JOIN news_item ON news_item.ticker = company.symbol AND news_item.created_ms >= addedAt
   JOIN ledger_record AS record ON record.id = news_item.record_id
   WHERE record.first_seen_at > seenAt`,
  // The day is reckoned once a company: once a period, it is most of what this costs.
  `WITH company AS MATERIALIZED (SELECT symbol, seenAt, date(addedAt / 1000, 'unixepoch', '-${reportedWithin} days') AS since FROM ${companies})
   SELECT 'period' AS kind, company.symbol, Quarter || ' ' || Year || ' ' || EndPeriod AS id,
     '' AS title,
     unixepoch(EndPeriod) * 1000 AS at, min(record.first_seen_at) AS cameAt
   FROM company CROSS JOIN fundamental_period AS period ON period.symbol = company.symbol AND EndPeriod >= since
   JOIN ledger_record AS record ON record.id = period.record_id
   GROUP BY company.symbol, Quarter, Year, EndPeriod HAVING cameAt > seenAt`,
]

/** What came of some companies since each was seen, but for changed figures and searches. */
export function getFresh(db: Reader, seen: readonly SeenUntil[]): FreshRow[] {
  const bound = { companies: JSON.stringify(seen.map(({ symbol, seenAt, addedAt }) => [symbol, seenAt, addedAt])) }
  return queries.flatMap((query) => db.all<FreshRow>(query, bound))
}
