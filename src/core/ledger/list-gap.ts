/** Counts the records of a list that have arrived, and those that the service counts but that are not stored. */

import type { ListGap } from '#contract/api/list-gap.ts'
import type { OperationName } from '#contract/service/operations.ts'
import type { Reader } from '../database/reader-writer.ts'
import { countIdentified, getResponseRecords, getEveryRecordOfResponses, type LedgerResponse } from './ledger-store.ts'

/**
 * The records of a list that have arrived, by the latest responses for its pages from the first one on. Pages shift while records are added,
 * so a record from any earlier response for these pages has arrived as well, unless the latest ones have as many as the service counts.
 */
export function receivedRecords(
  db: Reader,
  operation: OperationName,
  pages: readonly LedgerResponse[],
): ReadonlySet<number> {
  const latest = latestRecords(db, pages)
  const reported = pages[0]?.hits ?? null
  return reported !== null && latest.size >= reported ? latest : withEarlier(db, operation, pages, latest)
}

/** What is missing of one list, by the latest responses for its pages. Null: nothing, as far as the service counts. */
export function listGap(db: Reader, operation: OperationName, pages: readonly LedgerResponse[]): ListGap | null {
  const [first] = pages
  if (first === undefined) return null
  const unidentified = pages.reduce((sum, page) => sum + page.unidentified, 0)
  const reported = hasRequestedAll(db, pages) ? first.hits : null
  const count = (records: ReadonlySet<number>) =>
    unidentified === 0 ? records.size : countIdentified(db, records) + unidentified
  const latest = latestRecords(db, pages)
  const isShortOfLatest = reported !== null && count(latest) < reported
  const received = count(isShortOfLatest ? withEarlier(db, operation, pages, latest) : latest)
  const isShort = reported !== null && received < reported
  return isShort || unidentified > 0 ? { reported, received, unidentified } : null
}

function latestRecords(db: Reader, pages: readonly LedgerResponse[]): Set<number> {
  return new Set(pages.flatMap(({ id }) => getResponseRecords(db, id)))
}

function withEarlier(
  db: Reader,
  operation: OperationName,
  pages: readonly LedgerResponse[],
  latest: ReadonlySet<number>,
): Set<number> {
  const requested = pages.map(({ parameters }) => parameters)
  return new Set([...latest, ...getEveryRecordOfResponses(db, operation, requested)])
}

/** Whether all pages by the service's count were fetched, or one without new records: only then can counts be compared. */
function hasRequestedAll(db: Reader, pages: readonly LedgerResponse[]): boolean {
  const last = pages.at(-1)
  if (last === undefined) return false
  if (last.pageCount !== null && pages.length >= last.pageCount) return true
  const previous = new Set(pages.slice(0, -1).flatMap(({ id }) => getResponseRecords(db, id)))
  return getResponseRecords(db, last.id).every((record) => previous.has(record))
}

/** The sum of several requests of one list. */
export function sumOfGaps(gaps: readonly (ListGap | null)[]): ListGap | null {
  const known = gaps.filter((gap) => gap !== null)
  if (known.length === 0) return null
  const counts = known.map(({ reported }) => reported).filter((reported) => reported !== null)
  return {
    reported: counts.length === 0 ? null : counts.reduce((sum, reported) => sum + reported, 0),
    received: known.reduce(
      (sum, { reported, received }) => (counts.length > 0 && reported === null ? sum : sum + received),
      0,
    ),
    unidentified: known.reduce((sum, { unidentified }) => sum + unidentified, 0),
  }
}
