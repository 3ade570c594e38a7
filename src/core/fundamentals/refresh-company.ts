/**
 * Fetches a company's statements from the service page by page. Falls back to the lite edition
 * where the enhanced one is unavailable.
 */

import type { Failure } from '#contract/failure.ts'
import type { Edition } from '#contract/api/financials.ts'
import { operations } from '#contract/service/operations.ts'
import { fail, failureOf } from '../failure-error.ts'
import { requestAndStore, type StoredResponse } from '../ledger/request-and-store.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import type { Urgency } from '../service/rate-limited-queue.ts'
import { enhancedResource, liteResource } from './resources.ts'

/** The request for one page of a company's periods; the response for the first page dates the company's last request. */
export function pageOfPeriods(symbol: string, page: number, pageSize: number) {
  return { symbol, page, page_size: pageSize }
}

/** Twenty years of quarters and years make one page; a service that never ends its pages is left here. */
export const mostPages = 20

export interface Refreshed {
  readonly edition: Edition
  /** Why lite was fetched though enhanced was wanted. */
  readonly liteBecause: Failure | null
  /** Records new or changed. */
  readonly changes: number
}

export interface CompanyRefresh {
  readonly symbol: string
  /** Absent: enhanced, or lite where the key does not allow enhanced or enhanced knows nothing of the company. */
  readonly edition?: Edition | undefined
  /** `YYYY-MM-DD`: pages of periods that ended earlier are not needed. Absent: all of them. */
  readonly since?: string | undefined
  readonly urgency: Urgency
}

/** Fetches the periods of a company. Throws what the service failed with; pages that came before stay in the library. */
export async function refreshCompany(
  library: LibraryContext,
  wanted: CompanyRefresh,
  signal: AbortSignal,
): Promise<Refreshed> {
  const { edition } = wanted
  const lite = async (liteBecause: Failure | null): Promise<Refreshed> => {
    const { changes } = await fetchEdition(library, liteResource, wanted, signal)
    return { edition: 'lite', liteBecause, changes }
  }
  if (edition === 'lite') return lite(null)
  try {
    const { changes, records } = await fetchEdition(library, enhancedResource, wanted, signal)
    if (records > 0 || edition === 'enhanced') return { edition: 'enhanced', liteBecause: null, changes }
  } catch (error) {
    const liteBecause = failureOf(error)
    if (edition === 'enhanced' || (liteBecause?.kind !== 'not-allowed' && liteBecause?.kind !== 'not-found'))
      throw error
    return lite(liteBecause)
  }
  return lite({ kind: 'not-found', operation: operations['fundamentals.enhanced'].title })
}

function fetchEdition(
  library: LibraryContext,
  resource: typeof enhancedResource | typeof liteResource,
  { symbol, since, urgency }: CompanyRefresh,
  signal: AbortSignal,
) {
  return library.client.pageSizes.withAccepted(resource.operation, (pageSize) => {
    const requesting = (page: number) => ({ parameters: pageOfPeriods(symbol, page, pageSize), urgency, signal })
    return fetchPages(
      (page): Promise<Page> =>
        resource.operation === 'fundamentals.lite'
          ? requestAndStore(library, resource, requesting(page))
          : requestAndStore(library, resource, requesting(page)),
      since,
    )
  })
}

type Page = StoredResponse<'fundamentals.enhanced'> | StoredResponse<'fundamentals.lite'>

/**
 * Whether a page in order, latest first, extends beyond a day, so that the next pages have nothing of that day or later. A page
 * in another order, or entirely before the day, tells nothing about the next one.
 */
export function extendsBefore(periodEnds: readonly (string | null | undefined)[], since: string): boolean {
  const ends = periodEnds.filter((end) => typeof end === 'string')
  const [first = '', last = ''] = [ends[0], ends.at(-1)]
  return first >= since && last < since && ends.every((end, at) => at === 0 || end <= (ends[at - 1] ?? ''))
}

/**
 * Requests pages until one brings nothing new, or by the service's counts of pages and records it was the last, or it extends
 * beyond what is wanted. Throws `wrong-shape` when no record names its period.
 */
async function fetchPages(
  requestPage: (page: number) => Promise<Page>,
  since: string | undefined,
): Promise<{ changes: number; records: number }> {
  let changes = 0
  let unidentified = 0
  const seen = new Set<string>()
  for (let page = 1; page <= mostPages; page += 1) {
    const { response, recorded, storeFailure } = await requestPage(page)
    if (storeFailure) fail(storeFailure)
    changes += recorded ? recorded.added + recorded.changed : 0
    unidentified += recorded?.unidentified ?? 0
    const before = seen.size
    for (const { body } of response.records) seen.add(body)
    const { pageCount, hits } = response.extent
    const isLast = pageCount !== null && page >= pageCount && seen.size >= (hits ?? 0)
    const ends = response.records.map(({ record }) => record?.EndPeriod)
    const isDeep = since !== undefined && extendsBefore(ends, since)
    if (seen.size > before && !isLast && !isDeep) continue
    const { title } = operations[response.operation]
    if (unidentified > 0 && unidentified >= seen.size) {
      fail({ kind: 'wrong-shape', operation: title, detail: 'no record states its period' })
    }
    break
  }
  return { changes, records: seen.size }
}
