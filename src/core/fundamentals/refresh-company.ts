import type { Failure } from '#contract/failure.ts'
import type { Edition } from '#contract/desk/financials.ts'
import { operations } from '#contract/service/operations.ts'
import { failureOf } from '../failure-error.ts'
import { askAndKeep } from '../ledger/answer-question.ts'
import type { Library } from '../ledger/library.ts'
import type { Urgency } from '../service/gate.ts'
import { enhancedShelf, liteShelf } from './shelves.ts'

/** Asked for in one request; the service may give fewer (its largest page is not shown), which is read from its answer. */
export const periodsPerPage = 100

/** Twenty years of quarters and years make one page; a service that never ends its pages is left here. */
const mostPages = 20

export interface Refreshed {
  readonly edition: Edition
  /** Why lite was fetched though enhanced was wanted. */
  readonly liteBecause: Failure | null
  /** Records new or changed. */
  readonly moved: number
}

/**
 * Fetches every period of a company: enhanced, or lite where the key does not allow enhanced or enhanced knows nothing of it.
 * With `edition` only that one. Throws what the service failed with; pages that came before stay in the library.
 */
export async function refreshCompany(
  library: Library,
  symbol: string,
  edition: Edition | undefined,
  urgency: Urgency,
  signal: AbortSignal,
): Promise<Refreshed> {
  if (edition === 'lite')
    return { edition, liteBecause: null, moved: await fetchLite(library, symbol, urgency, signal) }
  try {
    const { moved, records } = await fetchEnhanced(library, symbol, urgency, signal)
    if (records > 0 || edition === 'enhanced') return { edition: 'enhanced', liteBecause: null, moved }
  } catch (error) {
    const liteBecause = failureOf(error)
    if (edition === 'enhanced' || (liteBecause?.kind !== 'not-allowed' && liteBecause?.kind !== 'not-found'))
      throw error
    return { edition: 'lite', liteBecause, moved: await fetchLite(library, symbol, urgency, signal) }
  }
  const nothing: Failure = { kind: 'not-found', operation: operations['fundamentals.enhanced'].title }
  return { edition: 'lite', liteBecause: nothing, moved: await fetchLite(library, symbol, urgency, signal) }
}

async function fetchEnhanced(library: Library, symbol: string, urgency: Urgency, signal: AbortSignal) {
  let moved = 0
  let records = 0
  for (let page = 1; page <= mostPages; page += 1) {
    const parameters = { symbol, page, page_size: periodsPerPage }
    const { answer, recorded } = await askAndKeep(library, enhancedShelf, { parameters, urgency, signal })
    moved += recorded ? recorded.added + recorded.changed : 0
    records += answer.records.length
    if (answer.records.length === 0 || page >= (answer.extent.pageCount ?? 1)) break
  }
  return { moved, records }
}

/** No totals: pages are asked for until one is empty or brings nothing that was not on the pages before. */
async function fetchLite(library: Library, symbol: string, urgency: Urgency, signal: AbortSignal): Promise<number> {
  let moved = 0
  const seen = new Set<string>()
  for (let page = 1; page <= mostPages; page += 1) {
    const parameters = { symbol, page, page_size: periodsPerPage }
    const { answer, recorded } = await askAndKeep(library, liteShelf, { parameters, urgency, signal })
    moved += recorded ? recorded.added + recorded.changed : 0
    const before = seen.size
    for (const { body } of answer.records) seen.add(body)
    if (seen.size === before) break
  }
  return moved
}
