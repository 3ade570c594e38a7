/**
 * The resource type of ratings: how they are stored in the library, indexed, found again, and when
 * they are stale.
 */

import type { RatingKind } from '#contract/api/ratings.ts'
import type { RatingRecord } from '#contract/service/ratings.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { whereGiven } from '../database/where-given.ts'
import { instantOf } from '../instant.ts'
import { getLatestRevision } from '../ledger/ledger-store.ts'
import { hours } from '../duration.ts'
import { findPage, pagingOf, type RecordsPage, type ResourceType } from '../ledger/resource-type.ts'
import { indexDocuments, type DocumentToStore } from '../full-text-index/index-documents.ts'
import { kindOf } from './rating-actions.ts'
import { idOf } from './ratings-store.ts'

export const ratingsResource: ResourceType<'ratings'> = {
  operation: 'ratings',
  figures: ['price_target'],
  age: hours,
  identity: (record) => (typeof record.id === 'number' ? String(record.id) : null),
  updatedAt: (record) => record.updated_at ?? null,
  project: (db, recordId, record) => {
    if (typeof record.id === 'number') storeRating(db, { recordId, ...rowOf(record.id, record) })
  },
  index: (db, projected) =>
    indexDocuments(
      db,
      projected.flatMap(({ recordId, record }) => storyOf(db, recordId, record)),
    ),
  find: (db, parameters) => {
    const { page, pageSize, limit, offset } = pagingOf(parameters.page, parameters.page_size)
    const filter: RatingFilter = {
      id: parameters.id === undefined ? null : idOf(parameters.id),
      exchange: parameters.exchange ?? null,
      company: parameters.company ?? null,
      firm: parameters.firm ?? null,
      symbol: parameters.symbol ?? null,
      from: instantOf(parameters.from),
      to: instantOf(parameters.to),
    }
    return { ...findRatings(db, filter, { limit, offset }), page, pageSize }
  },
  announcement: () => ({ kind: 'ratings' }),
}

function storyOf(db: Reader, recordId: number, record: RatingRecord): DocumentToStore[] {
  if (typeof record.id !== 'number') return []
  const title = [record.firm, record.action, record.rating].filter((part) => part).join(' · ')
  return [
    {
      kind: 'rating',
      recordId,
      callId: null,
      symbol: record.ticker ?? null,
      company: record.company ?? null,
      at: instantOf(record.created_at),
      title,
      body: record.story ?? '',
      sentiment: null,
      language: null,
      storedAt: getLatestRevision(db, recordId)?.knownFrom ?? 0,
    },
  ]
}

/** A row of the table, without its ledger id. */
export interface RatingColumns {
  readonly id: number
  readonly firm: string | null
  readonly ticker: string | null
  readonly exchange: string | null
  readonly company: string | null
  readonly action: string | null
  readonly rating: string | null
  readonly price_target: string | null
  readonly created_at: string | null
  readonly created_ms: number | null
  readonly kind: RatingKind
}

export function rowOf(id: number, record: RatingRecord): RatingColumns {
  return {
    id,
    firm: record.firm ?? null,
    ticker: record.ticker ?? null,
    exchange: record.exchange ?? null,
    company: record.company ?? null,
    action: record.action ?? null,
    rating: record.rating ?? null,
    price_target: record.price_target ?? null,
    created_at: record.created_at ?? null,
    created_ms: instantOf(record.created_at),
    kind: kindOf(record),
  }
}

function storeRating(db: Writer, rating: RatingColumns & { readonly recordId: number }): void {
  // Not INSERT OR REPLACE: since it may be rolled back, SQLite would first write all pending full text to disk.
  db.run('DELETE FROM rating WHERE record_id = ?', [rating.recordId])
  db.run(
    `INSERT INTO rating (record_id, id, firm, ticker, exchange, company, action, rating, price_target, created_at, created_ms, kind)
     VALUES (@recordId, @id, @firm, @ticker, @exchange, @company, @action, @rating, @price_target, @created_at, @created_ms, @kind)`,
    { ...rating },
  )
}

interface RatingFilter {
  readonly id: number | null
  readonly exchange: string | null
  readonly company: string | null
  readonly firm: string | null
  readonly symbol: string | null
  /** ms UTC, both ends included. */
  readonly from: number | null
  readonly to: number | null
}

function findRatings(
  db: Reader,
  filter: RatingFilter,
  paging: { limit: number; offset: number },
): Pick<RecordsPage, 'recordIds' | 'hits'> {
  const conditions = {
    id: 'id = @id',
    exchange: 'exchange = @exchange',
    company: 'company = @company',
    firm: 'firm = @firm',
    symbol: 'ticker = @symbol',
    from: 'created_ms >= @from',
    to: 'created_ms <= @to',
  }
  const matches = `FROM rating WHERE ${whereGiven({ ...filter }, conditions)}`
  return findPage(db, { matches, order: 'created_ms DESC, id DESC' }, { ...filter }, paging)
}
