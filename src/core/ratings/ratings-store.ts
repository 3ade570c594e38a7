/** SQL of stored ratings: lists, counts and finds them. */

import type { RatingFilter, RatingKind, RatingOrder } from '#contract/api/ratings.ts'
import type { Reader } from '../database/reader-writer.ts'
import { rowPositions } from '../database/row-positions.ts'
import { whereGiven } from '../database/where-given.ts'

/** A rating, with the firm's previous rating of the same security. */
export interface RatingRow {
  readonly recordId: number
  readonly id: number
  readonly firm: string | null
  readonly symbol: string | null
  readonly exchange: string | null
  readonly company: string | null
  readonly action: string | null
  readonly kind: RatingKind
  readonly rating: string | null
  readonly target: string | null
  readonly at: number | null
  readonly createdAt: string | null
  readonly versions: number
  readonly seenAt: number
  readonly beforeId: number | null
  readonly beforeAt: number | null
  readonly beforeAction: string | null
  readonly beforeRating: string | null
  readonly targetBeforeId: number | null
  readonly targetBeforeAt: number | null
  readonly targetBefore: string | null
}

/** The previous rating by the same firm on the same security that meets a condition. */
const before = (says: string) => `(SELECT former.record_id FROM rating AS former
  WHERE former.ticker = rating.ticker AND former.firm = rating.firm AND former.exchange IS rating.exchange
    AND (former.created_ms, former.id) < (rating.created_ms, rating.id) AND ${says}
  ORDER BY former.created_ms DESC, former.id DESC LIMIT 1)`

const columns = `rating.record_id AS recordId, rating.id, rating.firm, rating.ticker AS symbol, rating.exchange, rating.company,
  rating.action, rating.kind, rating.rating, rating.price_target AS target, rating.created_ms AS at, rating.created_at AS createdAt,
  record.revisions AS versions, record.last_seen_at AS seenAt,
  opinion.record_id AS beforeId, opinion.created_ms AS beforeAt, opinion.action AS beforeAction, opinion.rating AS beforeRating,
  previous_target.record_id AS targetBeforeId, previous_target.created_ms AS targetBeforeAt, previous_target.price_target AS targetBefore`
const joined = `rating JOIN ledger_record AS record ON record.id = rating.record_id
  LEFT JOIN rating AS opinion ON opinion.record_id = ${before("former.kind <> 'note'")}
  LEFT JOIN rating AS previous_target ON previous_target.record_id = ${before("trim(coalesce(former.price_target, '')) <> ''")}`

const conditions = {
  symbols: 'rating.ticker IN (SELECT value FROM json_each(@symbols))',
  id: 'rating.id = @id',
  exchange: 'rating.exchange = @exchange COLLATE NOCASE',
  company: "rating.company LIKE @company ESCAPE '\\'",
  firm: 'rating.firm = @firm COLLATE NOCASE',
  from: 'rating.created_ms >= @from',
  to: 'rating.created_ms <= @to',
  kinds: 'rating.kind IN (SELECT value FROM json_each(@kinds))',
  words: `NOT EXISTS (SELECT 1 FROM json_each(@words) WHERE coalesce(rating.ticker, '') || ' ' || coalesce(rating.company, '') || ' ' ||
    coalesce(rating.firm, '') || ' ' || replace(coalesce(rating.firm, ''), '-', ' ') || ' ' || coalesce(rating.action, '') || ' ' ||
    coalesce(rating.rating, '') NOT LIKE value ESCAPE '\\')`,
}

function matching(filter: RatingFilter): string {
  return whereGiven(bound(filter), conditions)
}

const orders = {
  written: 'rating.created_ms',
  symbol: 'rating.ticker COLLATE NOCASE',
  company: 'rating.company COLLATE NOCASE',
  firm: 'rating.firm COLLATE NOCASE',
  action: "nullif(rating.action, '') COLLATE NOCASE",
  rating: "nullif(rating.rating, '') COLLATE NOCASE",
} as const satisfies Record<RatingOrder['by'], string>

/** Rows without a value come last in both directions; within one value the latest comes first. */
export function listRatings(
  db: Reader,
  filter: RatingFilter,
  order: RatingOrder,
  page: { readonly limit: number; readonly offset: number },
): RatingRow[] {
  // The page is selected first, so that previous ratings are looked up for its rows only.
  const found = `SELECT record_id, row_number() OVER (ORDER BY ${inOrder(order)}) AS position FROM rating WHERE ${matching(filter)}
    ORDER BY position LIMIT @limit OFFSET @offset`
  return db.all(
    `SELECT ${columns} FROM (${found}) AS found JOIN ${joined} WHERE rating.record_id = found.record_id ORDER BY found.position`,
    { ...bound(filter), ...page },
  )
}

export function countRatings(db: Reader, filter: RatingFilter): number {
  return (
    db.get<{ count: number }>(`SELECT count(*) AS count FROM rating WHERE ${matching(filter)}`, bound(filter))?.count ??
    0
  )
}

/** Positions of ratings in the list, from 0; null: not in the list. */
export function getRatingPositions(
  db: Reader,
  filter: RatingFilter,
  order: RatingOrder,
  recordIds: readonly number[],
): (number | null)[] {
  const list = {
    key: 'record_id',
    from: `rating WHERE ${matching(filter)}`,
    order: inOrder(order),
    bound: bound(filter),
  }
  return rowPositions(db, list, recordIds)
}

/** How many ratings of each kind match the other filters. */
export function countKinds(db: Reader, filter: RatingFilter): { kind: RatingKind; ratings: number }[] {
  const others = { ...filter, kinds: undefined }
  return db.all(`SELECT kind, count(*) AS ratings FROM rating WHERE ${matching(others)} GROUP BY kind`, bound(others))
}

export function getRatingRows(db: Reader, recordIds: readonly number[]): RatingRow[] {
  return db.all(`SELECT ${columns} FROM ${joined} WHERE rating.record_id IN (SELECT value FROM json_each(?))`, [
    JSON.stringify(recordIds),
  ])
}

/** By the service's ids. */
export function getRatingRowsById(db: Reader, ids: readonly number[]): RatingRow[] {
  return db.all(`SELECT ${columns} FROM ${joined} WHERE rating.id IN (SELECT value FROM json_each(?))`, [
    JSON.stringify(ids),
  ])
}

/** Ratings of a company, latest first; of one firm when a firm is given. */
export function getCompanyRatings(db: Reader, symbol: string, firm: string | null): RatingRow[] {
  return db.all(
    `SELECT ${columns} FROM ${joined} WHERE rating.ticker = @symbol AND (@firm IS NULL OR rating.firm = @firm)
     ORDER BY rating.created_ms IS NULL, rating.created_ms DESC, rating.id DESC`,
    { symbol, firm },
  )
}

/** Records of a company's ratings, in any order. */
export function getCompanyRecords(db: Reader, symbol: string): number[] {
  return db
    .all<{ recordId: number }>('SELECT record_id AS recordId FROM rating WHERE ticker = ?', [symbol])
    .map(({ recordId }) => recordId)
}

/** Date of the oldest of some records, ms UTC; null when none has a date. */
export function getOldestRating(db: Reader, recordIds: readonly number[]): number | null {
  const oldest = db.get<{ at: number | null }>(
    'SELECT min(created_ms) AS at FROM rating WHERE record_id IN (SELECT value FROM json_each(?))',
    [JSON.stringify(recordIds)],
  )
  return oldest?.at ?? null
}

export function getFirms(db: Reader): string[] {
  return db
    .all<{ firm: string }>("SELECT DISTINCT firm FROM rating WHERE firm <> '' ORDER BY firm LIMIT 2000")
    .map(({ firm }) => firm)
}

export function getExchanges(db: Reader): string[] {
  return db
    .all<{ exchange: string }>("SELECT DISTINCT exchange FROM rating WHERE exchange <> '' ORDER BY exchange LIMIT 500")
    .map(({ exchange }) => exchange)
}

function inOrder({ by, descending }: RatingOrder): string {
  const value = orders[by]
  return `${value} IS NULL, ${value} ${descending ? 'DESC' : 'ASC'}, rating.created_ms DESC, rating.id DESC`
}

function bound(filter: RatingFilter): Readonly<Record<string, string | number | null>> {
  const words = (filter.text ?? '').split(/\s+/).filter((word) => word !== '')
  const within = (letters: string) => `%${letters.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return {
    symbols: filter.symbols ? JSON.stringify(filter.symbols) : null,
    id: filter.id === undefined ? null : idOf(filter.id),
    exchange: filter.exchange ?? null,
    company: filter.company === undefined ? null : within(filter.company),
    firm: filter.firm ?? null,
    from: filter.from ?? null,
    to: filter.to ?? null,
    kinds: filter.kinds && filter.kinds.length > 0 ? JSON.stringify(filter.kinds) : null,
    words: words.length === 0 ? null : JSON.stringify(words.map(within)),
  }
}

/** A rating's id from text; for text that is not a number, an id that no rating has. */
export function idOf(text: string): number {
  const id = Number(text)
  return text.trim() !== '' && Number.isSafeInteger(id) ? id : -1
}
