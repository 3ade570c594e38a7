/** Reads a company's ratings as the library knew them at an earlier moment. */

import type { RatingEntry } from '#contract/api/ratings.ts'
import type { Reader } from '../database/reader-writer.ts'
import { getKnownAsOf } from '../ledger/ledger-store.ts'
import { readShownAsOf } from '../ledger/shown-records.ts'
import { entryOf } from './rating-entries.ts'
import { getCompanyRecords, type RatingRow } from './ratings-store.ts'
import { ratingsResource, rowOf, type RatingColumns } from './resource.ts'

interface RatingAsOf extends RatingColumns {
  readonly recordId: number
}

/**
 * A company's ratings as known at a moment, latest first: those stored by then, with their content then. The previous rating of
 * the same firm is one of them too.
 */
export function ratingsAsOf(db: Reader, symbol: string, asOf: number): RatingEntry[] {
  const known = new Map(
    getKnownAsOf(db, getCompanyRecords(db, symbol), asOf).map((record) => [record.recordId, record]),
  )
  const ratings = readShownAsOf(db, ratingsResource, [...known.keys()], asOf)
    .flatMap(({ id, record }): RatingAsOf[] =>
      typeof record.id === 'number' ? [{ recordId: id, ...rowOf(record.id, record) }] : [],
    )
    .toSorted(inTime)
  const before = new Map<string, { readonly opinion: RatingAsOf | null; readonly aim: RatingAsOf | null }>()
  const entries = ratings.map((rating): RatingEntry => {
    const { recordId, ticker, firm, exchange, price_target: target, created_ms: at } = rating
    const coverage = ticker === null || firm === null || at === null ? null : JSON.stringify([ticker, firm, exchange])
    const { opinion = null, aim = null } = before.get(coverage ?? '') ?? {}
    if (coverage !== null) {
      before.set(coverage, {
        opinion: rating.kind === 'note' ? opinion : rating,
        aim: (target ?? '').trim() === '' ? aim : rating,
      })
    }
    const { versions, seenAt } = known.get(recordId) ?? { versions: 1, seenAt: asOf }
    return entryOf(rowWith(rating, { opinion, aim, versions, seenAt }))
  })
  return entries.toReversed()
}

/** Those without a date first, as they come last in a list that begins with the latest. */
function inTime(one: RatingAsOf, other: RatingAsOf): number {
  return (one.created_ms ?? -Infinity) - (other.created_ms ?? -Infinity) || one.id - other.id
}

interface RatingContext {
  readonly opinion: RatingAsOf | null
  readonly aim: RatingAsOf | null
  readonly versions: number
  readonly seenAt: number
}

function rowWith(rating: RatingAsOf, { opinion, aim, versions, seenAt }: RatingContext): RatingRow {
  const { recordId, id, firm, ticker, exchange, company, action, kind } = rating
  return {
    recordId,
    id,
    firm,
    symbol: ticker,
    exchange,
    company,
    action,
    kind,
    rating: rating.rating,
    target: rating.price_target,
    at: rating.created_ms,
    createdAt: rating.created_at,
    versions,
    seenAt,
    beforeId: opinion?.recordId ?? null,
    beforeAt: opinion?.created_ms ?? null,
    beforeAction: opinion?.action ?? null,
    beforeRating: opinion?.rating ?? null,
    targetBeforeId: aim?.recordId ?? null,
    targetBeforeAt: aim?.created_ms ?? null,
    targetBefore: aim?.price_target ?? null,
  }
}
