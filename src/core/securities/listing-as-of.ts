/** Reads a company's largest listing as the library knew it at an earlier moment. */

import type { SecurityRecord } from '#contract/service/securities.ts'
import { getKnownAsOf } from '../ledger/ledger-store.ts'
import type { Reader } from '../database/reader-writer.ts'
import { readShownAsOf } from '../ledger/shown-records.ts'
import { oneLine } from './single-line-name.ts'
import { securitiesResource } from './resource.ts'
import { getBySymbol } from './securities-store.ts'

interface ListingAsOf {
  readonly recordId: number
  readonly record: SecurityRecord
  /** Null: the record has none. */
  readonly name: string | null
  /** When the service had last sent it, ms since 1970. */
  readonly fetchedAt: number
}

/** A company's largest listing as the library knew it at a moment (null: now); null: none was stored then. */
export function listingAsOf(db: Reader, symbol: string, asOf: number | null): ListingAsOf | null {
  const listings = getBySymbol(db, symbol)
  const recordIds = listings.map(({ recordId }) => recordId)
  const seenAt =
    asOf === null
      ? new Map(listings.map(({ recordId, lastSeenAt }) => [recordId, lastSeenAt]))
      : new Map(getKnownAsOf(db, recordIds, asOf).map((known) => [known.recordId, known.seenAt]))
  const known = readShownAsOf(
    db,
    securitiesResource,
    recordIds.filter((recordId) => seenAt.has(recordId)),
    asOf,
  )
  const sizeOf = (record: SecurityRecord) => record['financials.market_cap'] ?? -1
  const [largest] = known.toSorted((one, other) => sizeOf(other.record) - sizeOf(one.record))
  if (!largest) return null
  const { id, record } = largest
  return { recordId: id, record, name: oneLine(record.name ?? '') || null, fetchedAt: seenAt.get(id) ?? 0 }
}
