/**
 * The resource type of news: how items are stored in the library, indexed, found again, and when
 * they are stale.
 */

import type { NewsItem } from '#contract/service/news.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { whereGiven } from '../database/where-given.ts'
import { instantOf } from '../instant.ts'
import { getLatestRevision } from '../ledger/ledger-store.ts'
import { minutes } from '../duration.ts'
import { findPage, pagingOf, type RecordsPage, type ResourceType } from '../ledger/resource-type.ts'
import { indexDocuments, type DocumentToStore } from '../full-text-index/index-documents.ts'
import { linksOf } from './news-links.ts'
import { storeNamed } from './news-store.ts'

export const newsResource: ResourceType<'news'> = {
  operation: 'news',
  age: 15 * minutes,
  identity: (record) => (typeof record.id === 'number' ? String(record.id) : null),
  updatedAt: (record) => record.updated_at ?? null,
  project: (db, recordId, record) => {
    if (typeof record.id !== 'number') return
    const links = linksOf(record)
    storeNewsItem(db, { recordId, ...rowOf(record.id, record) })
    storeNamed(db, recordId, { tickers: tickersNamed(record), links })
  },
  index: (db, projected) =>
    indexDocuments(
      db,
      projected.flatMap(({ recordId, record }) => textOf(db, recordId, record)),
    ),
  find: (db, parameters) => {
    const { page, pageSize, limit, offset } = pagingOf(parameters.page, parameters.page_size)
    const filter: NewsFilter = {
      symbol: parameters.symbol,
      type: parameters.type ?? null,
      id: parameters.id ?? null,
      figi: parameters.share_class_figi ?? null,
    }
    return { ...findNews(db, filter, { limit, offset }), page, pageSize }
  },
  announcement: () => ({ kind: 'news' }),
}

/** Of the companies that the item names, next to its own. */
export function tickersNamed(record: NewsItem): string[] {
  return (record.securities ?? []).flatMap(({ ticker }) => ticker || [])
}

/** Name of the item's own security. */
function companyOf(record: NewsItem): string | null {
  return record.securities?.find(({ ticker }) => ticker === record.ticker)?.name ?? null
}

function textOf(db: Reader, recordId: number, record: NewsItem): DocumentToStore[] {
  if (typeof record.id !== 'number') return []
  return [
    {
      kind: 'news',
      recordId,
      callId: null,
      symbol: record.ticker ?? null,
      company: companyOf(record),
      at: instantOf(record.created_at),
      title: record.headline ?? '',
      body: record.catalyst ?? '',
      sentiment: null,
      language: null,
      storedAt: getLatestRevision(db, recordId)?.knownFrom ?? 0,
    },
  ]
}

/** A row of the table, without its ledger id. */
interface NewsColumns {
  readonly id: number
  readonly news_id: string | null
  readonly ticker: string | null
  readonly type: string | null
  readonly share_class_figi: string | null
  readonly headline: string | null
  readonly catalyst: string | null
  readonly created_at: string | null
  readonly created_ms: number | null
  readonly company: string | null
  readonly securities: number
  readonly links: number
}

export function rowOf(id: number, record: NewsItem): NewsColumns {
  return {
    id,
    news_id: record.news_id ?? null,
    ticker: record.ticker ?? null,
    type: record.type ?? null,
    share_class_figi: record.share_class_figi ?? null,
    headline: record.headline ?? null,
    catalyst: record.catalyst ?? null,
    created_at: record.created_at ?? null,
    created_ms: instantOf(record.created_at),
    company: companyOf(record),
    securities: record.securities?.length ?? 0,
    links: linksOf(record).length,
  }
}

function storeNewsItem(db: Writer, item: NewsColumns & { readonly recordId: number }): void {
  db.run('DELETE FROM news_item WHERE record_id = ?', [item.recordId])
  db.run(
    `INSERT INTO news_item (record_id, id, news_id, ticker, type, share_class_figi, headline, catalyst, created_at, created_ms,
       company, securities, links)
     VALUES (@recordId, @id, @news_id, @ticker, @type, @share_class_figi, @headline, @catalyst, @created_at, @created_ms,
       @company, @securities, @links)`,
    { ...item },
  )
}

interface NewsFilter {
  readonly symbol: string
  readonly type: string | null
  readonly id: number | null
  readonly figi: string | null
}

function findNews(
  db: Reader,
  filter: NewsFilter,
  paging: { limit: number; offset: number },
): Pick<RecordsPage, 'recordIds' | 'hits'> {
  const conditions = { type: 'type = @type', id: 'id = @id', figi: 'share_class_figi = @figi' }
  const matches = `FROM news_item WHERE ticker = @symbol AND ${whereGiven({ ...filter }, conditions)}`
  return findPage(db, { matches, order: 'created_ms DESC, id DESC' }, { ...filter }, paging)
}
