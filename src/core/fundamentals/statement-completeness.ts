/** Tells whether all pages of a company's statements are stored. */

import type { Edition } from '#contract/api/financials.ts'
import { canonicalJson } from '../canonical-json.ts'
import { gapText, unreadCountOf, neverFetched, type CopyCompleteness } from '../ledger/copy-completeness.ts'
import { getResponseRecords, getLatestResponse, type LedgerResponse } from '../ledger/ledger-store.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { listGap } from '../ledger/list-gap.ts'
import { getPeriodEndsOf } from './fundamentals-store.ts'
import { mostPages, pageOfPeriods, extendsBefore } from './refresh-company.ts'
import { enhancedResource, liteResource } from './resources.ts'

function operationOf(edition: Edition) {
  return (edition === 'enhanced' ? enhancedResource : liteResource).operation
}

/** The latest responses for the pages of a company's periods, from the first page on that were ever requested without one missing. */
export function responsesForPeriods(
  { reader, client }: LibraryContext,
  symbol: string,
  edition: Edition,
): LedgerResponse[] {
  const operation = operationOf(edition)
  const pageSize = client.pageSizes.of(operation)
  const responses: LedgerResponse[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const response = getLatestResponse(reader, operation, canonicalJson(pageOfPeriods(symbol, page, pageSize)))
    if (!response) break
    responses.push(response)
  }
  return responses
}

/** Coverage of a company's periods by the pages of the last request, as far back as wanted. `since` as in `refreshCompany`. */
export function statementCompleteness(
  library: LibraryContext,
  symbol: string,
  edition: Edition,
  since?: string,
): CopyCompleteness {
  const { reader: db } = library
  const responses = responsesForPeriods(library, symbol, edition)
  const [first] = responses
  if (!first) return neverFetched
  const gap = gapText(listGap(db, operationOf(edition), responses), 'period', 'periods')
  const records = new Set(getResponseRecords(db, first.id))
  const { pageCount, hits } = first
  const isDeep = (responseId: number) =>
    since !== undefined && extendsBefore(getPeriodEndsOf(db, getResponseRecords(db, responseId)), since)
  let latest = first
  for (let page = 2; page <= mostPages && !isDeep(latest.id); page += 1) {
    // Without a count by the service, a page without new records was the last.
    const isLast = pageCount === null ? records.size === 0 : page > pageCount && records.size >= (hits ?? 0)
    if (isLast) break
    const next = responses[page - 1]
    if (!next)
      return { requestedAt: first.fetchedAt, items: records.size, lacks: `page ${page} was not downloaded`, gap }
    const before = records.size
    for (const id of getResponseRecords(db, next.id)) records.add(id)
    if (records.size === before) break
    latest = next
  }
  const lost = unreadCountOf(db, [...records])
  const lacks = lost > 0 ? `${lost} of ${records.size} periods are no longer in the library` : null
  return { requestedAt: first.fetchedAt, items: records.size, lacks, gap }
}
