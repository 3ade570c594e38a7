/** SQL of stored news: lists, counts and finds items. */

import type { NewsFilter, NewsKind } from '#contract/api/news.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { rowPositions } from '../database/row-positions.ts'
import { whereGiven } from '../database/where-given.ts'
import type { LinkOf, ReadLink } from './news-links.ts'

export interface NewsRow {
  readonly recordId: number
  readonly id: number
  readonly headline: string | null
  readonly catalyst: string | null
  readonly type: string | null
  readonly symbol: string | null
  readonly company: string | null
  readonly securities: number
  readonly links: number
  readonly at: number | null
  readonly createdAt: string | null
  readonly versions: number
  readonly seenAt: number
}

const columns = `news_item.record_id AS recordId, news_item.id, news_item.headline, news_item.catalyst, news_item.type,
  news_item.ticker AS symbol, news_item.company, news_item.securities, news_item.links, news_item.created_ms AS at,
  news_item.created_at AS createdAt, record.revisions AS versions, record.last_seen_at AS seenAt`
const joined = 'news_item JOIN ledger_record AS record ON record.id = news_item.record_id'
const latestFirst = 'news_item.created_ms IS NULL, news_item.created_ms DESC, news_item.id DESC'
const kind = "CASE WHEN type IN ('gainers', 'losers') THEN type ELSE 'unknown' END"

/** Own news of some companies and those that name them, by the indexes of both tables. */
const ofSymbols = `news_item.record_id IN (
    SELECT own.record_id FROM json_each(@symbols) AS wanted CROSS JOIN news_item AS own ON own.ticker = wanted.value
    UNION SELECT named.record_id FROM json_each(@symbols) AS wanted CROSS JOIN news_security AS named ON named.ticker = wanted.value)`
const conditions = {
  symbols: ofSymbols,
  kind: `${kind} = @kind`,
  figi: 'news_item.share_class_figi = @figi',
  id: 'news_item.id = @id',
  from: 'news_item.created_ms >= @from',
  to: 'news_item.created_ms <= @to',
  words: `NOT EXISTS (SELECT 1 FROM json_each(@words) WHERE coalesce(news_item.ticker, '') || ' ' || coalesce(news_item.company, '') ||
    ' ' || coalesce(news_item.headline, '') || ' ' || coalesce(news_item.catalyst, '') NOT LIKE value ESCAPE '\\')`,
}

function matching(filter: NewsFilter): string {
  return whereGiven(bound(filter), conditions)
}

export function listNews(
  db: Reader,
  filter: NewsFilter,
  page: { readonly limit: number; readonly offset: number },
): NewsRow[] {
  return db.all(
    `SELECT ${columns} FROM ${joined} WHERE ${matching(filter)} ORDER BY ${latestFirst} LIMIT @limit OFFSET @offset`,
    { ...bound(filter), ...page },
  )
}

/** How many items of each kind match the other filters. */
export function countNews(db: Reader, filter: NewsFilter): { kind: NewsKind; items: number }[] {
  const others = { ...filter, kind: undefined }
  return db.all(
    `SELECT ${kind} AS kind, count(*) AS items FROM news_item WHERE ${matching(others)} GROUP BY 1`,
    bound(others),
  )
}

/** By record. */
export function getNewsKinds(db: Reader, recordIds: readonly number[]): ReadonlyMap<number, NewsKind> {
  const rows = db.all<{ recordId: number; kind: NewsKind }>(
    `SELECT record_id AS recordId, ${kind} AS kind FROM news_item WHERE record_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(recordIds)],
  )
  return new Map(rows.map((row) => [row.recordId, row.kind]))
}

/** Positions of items in the list, from 0; null: not in the list. */
export function getNewsPositions(db: Reader, filter: NewsFilter, recordIds: readonly number[]): (number | null)[] {
  const list = {
    key: 'record_id',
    from: `news_item WHERE ${matching(filter)}`,
    order: latestFirst,
    bound: bound(filter),
  }
  return rowPositions(db, list, recordIds)
}

/** Date of the oldest of some records, ms UTC; null when none has a date. */
export function getOldestNews(db: Reader, recordIds: readonly number[]): number | null {
  const oldest = db.get<{ at: number | null }>(
    'SELECT min(created_ms) AS at FROM news_item WHERE record_id IN (SELECT value FROM json_each(?))',
    [JSON.stringify(recordIds)],
  )
  return oldest?.at ?? null
}

export function getNewsRow(db: Reader, recordId: number): NewsRow | undefined {
  return db.get(`SELECT ${columns} FROM ${joined} WHERE news_item.record_id = ?`, [recordId])
}

export function getNewsRows(db: Reader, recordIds: readonly number[]): NewsRow[] {
  return db.all(`SELECT ${columns} FROM ${joined} WHERE news_item.record_id IN (SELECT value FROM json_each(?))`, [
    JSON.stringify(recordIds),
  ])
}

/** News that refer to any of these, latest first. */
export function getNewsReferringTo(db: Reader, of: LinkOf, names: readonly string[]): NewsRow[] {
  return db.all(
    `SELECT ${columns} FROM ${joined} WHERE news_item.record_id IN (SELECT record_id FROM news_link
     WHERE of = @of AND name IN (SELECT value FROM json_each(@names))) ORDER BY ${latestFirst} LIMIT 200`,
    { of, names: JSON.stringify(names) },
  )
}

/** Calls by their ids or those of their transcripts, each under the name that was looked up. List records have the latter. */
export function findReferredCalls(
  db: Reader,
  names: readonly string[],
  symbols: readonly string[],
): { readonly name: string; readonly callId: string }[] {
  return db.all(
    `SELECT named.value AS name, call.call_id AS callId FROM json_each(@names) AS named
       JOIN call ON call.call_id IN (named.value, lower(named.value), upper(named.value))
     UNION SELECT named.value, call.call_id FROM call ${transcripts}
       JOIN json_each(@names) AS named ON named.value = json_extract(transcript.value, '$.transcript_id') COLLATE NOCASE
       WHERE call.symbol IN (SELECT value FROM json_each(@symbols))`,
    { names: JSON.stringify(names), symbols: JSON.stringify(symbols) },
  )
}

/** One of some companies that each item names among its securities. */
export function getAlsoNamed(
  db: Reader,
  recordIds: readonly number[],
  symbols: readonly string[],
): ReadonlyMap<number, string> {
  const rows = db.all<{ recordId: number; symbol: string }>(
    `SELECT record_id AS recordId, min(ticker) AS symbol FROM news_security
     WHERE record_id IN (SELECT value FROM json_each(@recordIds)) AND ticker IN (SELECT value FROM json_each(@symbols))
     GROUP BY record_id`,
    { recordIds: JSON.stringify(recordIds), symbols: JSON.stringify(symbols) },
  )
  return new Map(rows.map(({ recordId, symbol }) => [recordId, symbol]))
}

/** The stored calls and ratings that items refer to. */
export function getLinks(
  db: Reader,
  recordIds: readonly number[],
): ReadonlyMap<number, { readonly calls: readonly string[]; readonly ratings: readonly number[] }> {
  const wanted = { recordIds: JSON.stringify(recordIds) }
  const some = 'link.record_id IN (SELECT value FROM json_each(@recordIds))'
  const ratings = db.all<{ recordId: number; ratingId: number }>(
    `SELECT link.record_id AS recordId, rating.record_id AS ratingId FROM news_link AS link
     JOIN rating ON rating.id = CAST(link.name AS INTEGER)
     WHERE link.of = 'rating' AND link.name NOT GLOB '*[^0-9]*' AND ${some}`,
    wanted,
  )
  const named = db.all<{ recordId: number; name: string; symbol: string | null }>(
    `SELECT link.record_id AS recordId, link.name, news_item.ticker AS symbol FROM news_link AS link
     JOIN news_item ON news_item.record_id = link.record_id WHERE link.of = 'transcript' AND ${some}`,
    wanted,
  )
  const names = [...new Set(named.map(({ name }) => name))]
  const symbols = [...new Set(named.flatMap(({ symbol }) => symbol ?? []))]
  const callOf = new Map(findReferredCalls(db, names, symbols).map(({ name, callId }) => [name, callId]))
  const found = new Map<number, { calls: string[]; ratings: number[] }>()
  const at = (recordId: number) => {
    const links = found.get(recordId) ?? { calls: [], ratings: [] }
    found.set(recordId, links)
    return links
  }
  for (const { recordId, ratingId } of ratings) at(recordId).ratings.push(ratingId)
  for (const { recordId, name } of named) {
    const callId = callOf.get(name)
    if (callId !== undefined) at(recordId).calls.push(callId)
  }
  return found
}

/** The ids of a call's transcripts. */
export function getTranscriptIds(db: Reader, callId: string): string[] {
  return db
    .all<{ id: unknown }>(
      `SELECT json_extract(transcript.value, '$.transcript_id') AS id FROM call ${transcripts} WHERE call.call_id = ?`,
      [callId],
    )
    .flatMap(({ id }) => (typeof id === 'string' ? [id.toLowerCase()] : []))
}

const transcripts = `JOIN ledger_record AS listed ON listed.id = coalesce(call.listed_record_id, call.detail_record_id)
  JOIN ledger_content AS content ON content.id = listed.content_id
  LEFT JOIN shown_record AS shown ON shown.record_id = listed.id
  JOIN json_each(coalesce(shown.body, content.body), '$.transcripts') AS transcript`

/** Replaces the stored links of the item. */
export function storeNamed(
  db: Writer,
  recordId: number,
  { tickers, links }: { readonly tickers: readonly string[]; readonly links: readonly ReadLink[] },
): void {
  db.run('DELETE FROM news_security WHERE record_id = ?', [recordId])
  db.run('DELETE FROM news_link WHERE record_id = ?', [recordId])
  for (const ticker of new Set(tickers)) db.run('INSERT INTO news_security VALUES (?, ?)', [recordId, ticker])
  for (const { of, names } of links) {
    for (const name of names) db.run('INSERT OR IGNORE INTO news_link VALUES (?, ?, ?)', [recordId, of, name])
  }
}

function bound(filter: NewsFilter): Readonly<Record<string, string | number | null>> {
  const words = (filter.text ?? '').split(/\s+/).filter((word) => word !== '')
  const symbols = filter.symbols ?? []
  return {
    symbols: symbols.length > 0 ? JSON.stringify(symbols) : null,
    kind: filter.kind ?? null,
    figi: filter.shareClassFigi ?? null,
    id: filter.id ?? null,
    from: filter.from ?? null,
    to: filter.to ?? null,
    words:
      words.length === 0
        ? null
        : JSON.stringify(words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)),
  }
}
