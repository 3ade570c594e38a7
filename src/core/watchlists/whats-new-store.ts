/** SQL that finds records stored since the user last looked at a company. */

import type { NewItemKind } from '#contract/api/whats-new-kinds.ts'
import type { Reader } from '../database/reader-writer.ts'

/** Since when what comes is new of a company, and how old it may be. ms UTC. */
export interface SeenUntil {
  readonly symbol: string
  readonly seenAt: number
  readonly addedAt: number
  /** A first transcript is new, though its call was known to be over at the look, where the call began at or after this. Absent: never. */
  readonly transcriptsFrom?: number
}

/** Kinds that are published as a separate record. */
type PublishedKind = Exclude<NewItemKind, 'restated' | 'withdrawn' | 'hits'>

export interface NewItemRow {
  readonly kind: PublishedKind
  readonly symbol: string
  readonly id: string
  readonly title: string
  readonly at: number | null
  readonly receivedAt: number
  /** Only of a rating. */
  readonly firm?: string | null
  /** Only of a rating or a news item. */
  readonly recordId?: number
}

/** A quarter is reported within so many days of its end. */
const reportedWithin = 120

const companies = `(SELECT key AS number, value ->> 0 AS symbol, value ->> 1 AS seenAt, value ->> 2 AS addedAt, value ->> 3 AS transcriptsFrom FROM json_each(@companies))`

/** ms UTC of a text of the service; null: SQLite cannot parse it. */
const ms = (text: string) => `CAST(1000 * unixepoch(${text}, 'subsec') AS INTEGER)`

/**
 * New is what was published since the look, or after the latest record of its kind that the library had then, since the library
 * may have lagged. Anything older was only downloaded later. `latestStored`: when that latest record was published.
 */
const isNewer = (published: string) =>
  `${published} > min(seenAt, coalesce(latestStored, seenAt)) AND ${published} >= addedAt`

const latestStored = (table: string, company: string, published: string) =>
  `(SELECT ${published} FROM ${table} AS known JOIN ledger_record AS had ON had.id = known.record_id
     WHERE known.${company} = company.symbol AND had.first_seen_at <= seenAt ORDER BY ${published} DESC LIMIT 1)`

const withStored = (latestStored: string) =>
  `company AS MATERIALIZED (SELECT number, symbol, seenAt, addedAt, transcriptsFrom, ${latestStored} AS latestStored FROM ${companies} AS company)`

/** Whether the list, as stored at the look, said that a call was over; null: the call was not listed. */
const statusThen = `(SELECT content.body ->> '$.status' FROM ledger_revision AS listed
    JOIN ledger_content AS content ON content.id = listed.content_id
    WHERE listed.record_id = call.listed_record_id AND listed.known_from <= seenAt ORDER BY listed.known_from DESC LIMIT 1)`

const newRatings = `WITH ${withStored(latestStored('rating', 'ticker', 'created_ms'))}
   SELECT company.number, 'rating' AS kind, company.symbol, CAST(rating.id AS TEXT) AS id,
     concat_ws(', ', rating.action, rating.rating, rating.price_target) AS title,
     rating.firm, rating.record_id AS recordId,
     rating.created_ms AS at, record.first_seen_at AS receivedAt
   FROM company CROSS JOIN rating ON rating.ticker = company.symbol AND ${isNewer('rating.created_ms')}
   JOIN ledger_record AS record ON record.id = rating.record_id
   WHERE record.first_seen_at > seenAt`

const newNews = `WITH ${withStored(latestStored('news_item', 'ticker', 'created_ms'))}
   SELECT company.number, 'news' AS kind, company.symbol, CAST(news_item.id AS TEXT) AS id, coalesce(news_item.headline, '') AS title,
     news_item.record_id AS recordId,
     news_item.created_ms AS at, record.first_seen_at AS receivedAt
   FROM company CROSS JOIN news_item ON news_item.ticker = company.symbol AND ${isNewer('news_item.created_ms')}
   JOIN ledger_record AS record ON record.id = news_item.record_id
   WHERE record.first_seen_at > seenAt`

/** A transcript is new with its call, when the call was not over at the look, and when the service has changed it since. */
const newCalls = `WITH ${withStored(`(SELECT known.started_at FROM call AS known
     JOIN ledger_record AS had ON had.id = coalesce(known.listed_record_id, known.detail_record_id)
     WHERE known.symbol = company.symbol AND had.first_seen_at <= seenAt AND known.started_at <= seenAt
     ORDER BY known.started_at DESC LIMIT 1)`)},
   candidate AS (SELECT company.*, call.call_id, call.call_title, call.headline, call.started_at, call.listed_record_id,
       transcript.record_id AS transcript_record_id,
       call.status = 'COMPLETED' AND changed.known_from > seenAt AS hasNewTranscript,
       coalesce(changed.known_from, 0) AS changedAt,
       (SELECT min(first_seen_at) FROM ledger_record WHERE id IN (call.listed_record_id, call.detail_record_id)) AS firstSeenAt,
       coalesce(call.started_at, (SELECT ${ms(`content.body ->> '$.created_at'`)} FROM ledger_record AS record
         JOIN ledger_content AS content ON content.id = record.content_id
         WHERE record.id = coalesce(call.listed_record_id, call.detail_record_id))) AS published
     FROM company CROSS JOIN call ON call.symbol = company.symbol
       AND (call.started_at IS NULL OR call.started_at >= addedAt)
     LEFT JOIN transcript ON transcript.call_id = call.call_id
     LEFT JOIN ledger_revision AS changed ON changed.record_id = transcript.record_id AND changed.known_from =
       (SELECT max(known_from) FROM ledger_revision WHERE record_id = transcript.record_id)),
   flagged AS (SELECT *, firstSeenAt > seenAt AND ${isNewer('published')} AS isNewCall,
       hasNewTranscript AND (${statusThen.replaceAll('call.', 'candidate.')} <> 'COMPLETED' OR started_at >= transcriptsFrom OR EXISTS (SELECT 1 FROM ledger_revision
         WHERE record_id = transcript_record_id AND known_from < changedAt)) AS isNewTranscript FROM candidate)
   SELECT number, CASE WHEN hasNewTranscript THEN 'transcript' ELSE 'call' END AS kind, symbol, call_id AS id,
     coalesce(nullif(call_title, ''), nullif(headline, ''), symbol || ' call') AS title,
     started_at AS at, CASE WHEN hasNewTranscript THEN changedAt ELSE max(changedAt, firstSeenAt) END AS receivedAt
   FROM flagged WHERE isNewCall OR isNewTranscript`

/** The index of periods is by edition before their end: with it, one period of each edition is read, and not eighty of each company. */
const everyEdition = "SELECT 'enhanced' AS name UNION ALL SELECT 'lite'"
const latestPeriod = `SELECT known.EndPeriod FROM fundamental_period AS known CROSS JOIN ledger_record AS had ON had.id = known.record_id
  WHERE known.symbol = company.symbol AND known.edition = edition.name AND had.first_seen_at <= seenAt
  ORDER BY known.EndPeriod DESC LIMIT 1`

/** Each returns the number of the company among those asked for, and the fields of a row. Every one uses an index of the symbol. */
const queries = [
  newCalls,
  newRatings,
  newNews,
  // A period is published some time after its end: only enhanced records tell when. The day is calculated once per company.
  `WITH company AS MATERIALIZED (SELECT number, symbol, seenAt, date(seenAt / 1000, 'unixepoch', '-${reportedWithin} days') AS since,
       (SELECT max(latest) FROM (SELECT (${latestPeriod}) AS latest FROM (${everyEdition}) AS edition)) AS latestStored
     FROM ${companies} AS company)
   SELECT company.number, 'period' AS kind, company.symbol, Quarter || ' ' || Year || ' ' || EndPeriod AS id,
     '' AS title,
     unixepoch(EndPeriod) * 1000 AS at, min(record.first_seen_at) AS receivedAt
   FROM company CROSS JOIN fundamental_period AS period ON period.symbol = company.symbol AND EndPeriod >= since
     AND period.edition IN (${everyEdition})
   JOIN ledger_record AS record ON record.id = period.record_id
   JOIN ledger_content AS content ON content.id = record.content_id
   GROUP BY company.number, Quarter, Year, EndPeriod
   HAVING receivedAt > seenAt AND (EndPeriod > latestStored OR max(${ms(`content.body ->> '$.created_at'`)}) > seenAt)`,
]

/** While it is the same, no record came or changed, and none is still to be read by later rules: what is new is the same. */
export function getNewItemsMark(db: Reader): string {
  const mark = db.get<{ mark: string }>(
    `SELECT (SELECT revisions FROM revision_count) || ' ' || (SELECT count(*) FROM projection_due) AS mark`,
  )
  return mark?.mark ?? ''
}

/** New items of each of some companies since it was seen, except changed figures and searches; in the order of the companies. */
export function getNewItems(db: Reader, seen: readonly SeenUntil[]): NewItemRow[][] {
  const companies = JSON.stringify(
    seen.map(({ symbol, seenAt, addedAt, transcriptsFrom }) => [symbol, seenAt, addedAt, transcriptsFrom ?? null]),
  )
  const found = seen.map((): NewItemRow[] => [])
  for (const query of queries)
    for (const { number, ...row } of db.all<NewItemRow & { readonly number: number }>(query, { companies }))
      found[number]?.push(row)
  return found
}
