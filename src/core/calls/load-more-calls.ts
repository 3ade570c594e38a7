/**
 * Requests further pages of the service's list of calls, and tells how much of the list is stored.
 */

import type { CallFilter } from '#contract/api/calls.ts'
import type { ApiOutputs } from '#contract/api/api.ts'
import type { ListGap } from '#contract/api/list-gap.ts'
import type { CallsParameters } from '#contract/service/calls.ts'
import { canonicalJson } from '../canonical-json.ts'
import { fail } from '../failure-error.ts'
import { requestAndStore } from '../ledger/request-and-store.ts'
import { getResponseRecords, getLatestResponse, type LedgerResponse } from '../ledger/ledger-store.ts'
import { gapText, unreadCountOf, neverFetched, type CopyCompleteness } from '../ledger/copy-completeness.ts'
import { listGap, receivedRecords, sumOfGaps } from '../ledger/list-gap.ts'
import { wideRange } from '../ledger/wide-range.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import type { Urgency } from '../service/rate-limited-queue.ts'
import type { Reader } from '../database/reader-writer.ts'
import { getOldestListed } from './call-completeness-store.ts'
import { callsResource } from './resources.ts'

export type FetchedMore = ApiOutputs['calls']['fetchPage']

/** Maximum number of requests for one step towards newer or older calls. */
const mostPages = 10
/** Up to this many companies are requested separately; above it the list of all companies is used. */
const mostSymbols = 12

/** `hits`: how many matched, null: the service does not say; `more`: there may be older ones. */
type ListPosition = Pick<ApiOutputs['calls']['list'], 'requestedAt' | 'hits' | 'more' | 'gap'>

type ListRequest = Omit<CallsParameters, 'page' | 'page_size'>

/** The requests for a filter: one per company, or one for all. `text`, `download`, `view` and `search` apply to the library only. */
function requestsFor({ symbols, status, ...filter }: CallFilter): ListRequest[] {
  const { from, to } = wideRange(filter)
  const range: ListRequest = {
    ...(from && { from: wireTime(from) }),
    ...(to && { to: wireTime(to) }),
    ...(status !== undefined && { status }),
  }
  if (symbols === undefined || symbols.length === 0 || symbols.length > mostSymbols) return [range]
  return [...new Set(symbols)].map((symbol) => ({ symbol, ...range }))
}

/** YYYY-MM-DDTHH:MM:SS. */
function wireTime(at: Date): string {
  return at.toISOString().slice(0, 19)
}

/** Totals and position over all requests for the latest calls of a filter. */
export function listPosition(library: LibraryContext, filter: CallFilter): ListPosition {
  const positions = requestsFor(filter).map((request): ListPosition => {
    const pages = pagesOf(library, request)
    const latest = pages.latestResponse(1)
    if (!latest) return { requestedAt: null, hits: null, more: true, gap: null }
    return { requestedAt: latest.fetchedAt, hits: latest.hits, more: !pages.isEnded, gap: pages.gap }
  })
  return {
    requestedAt: leastOf(positions.map(({ requestedAt }) => requestedAt)),
    hits: positions.some(({ hits }) => hits === null)
      ? null
      : positions.reduce((sum, { hits }) => sum + (hits ?? 0), 0),
    more: positions.some(({ more }) => more),
    gap: sumOfGaps(positions.map(({ gap }) => gap)),
  }
}

function leastOf(times: readonly (number | null)[]): number | null {
  return times.reduce((least, at) => (least === null || at === null ? null : Math.min(least, at)))
}

/** Throws the failure of the service; pages received before it stay in the library. */
export async function fetchPage(
  library: LibraryContext,
  filter: CallFilter,
  page: 'latest' | 'older',
  signal: AbortSignal,
): Promise<FetchedMore> {
  if (!library.writer) fail({ kind: 'read-only' })
  const total = { added: 0, changed: 0, hits: 0 as number | null, more: false }
  try {
    for (const request of requestsFor(filter)) {
      const { hits, more } = await library.client.pageSizes.withAccepted(callsResource.operation, async (pageSize) => {
        const steps = new Steps(library, new RequestedPages(library.reader, request, pageSize), signal)
        try {
          return page === 'latest' ? await steps.latest() : await steps.older()
        } finally {
          total.added += steps.added
          total.changed += steps.changed
        }
      })
      total.hits = hits === null || total.hits === null ? null : total.hits + hits
      total.more ||= more
    }
  } finally {
    if (total.added + total.changed > 0) library.announce({ kind: 'calls' })
  }
  return total
}

/**
 * In the background: fetches a company's latest calls, then older ones until a page has one from before `from` (ms UTC; null:
 * only the latest), or none are left. Announces nothing.
 */
export async function fetchBackTo(
  library: LibraryContext,
  symbol: string,
  from: number | null,
  signal: AbortSignal,
): Promise<{ changes: number }> {
  if (!library.writer) fail({ kind: 'read-only' })
  return library.client.pageSizes.withAccepted(callsResource.operation, async (pageSize) => {
    const pages = new RequestedPages(library.reader, { symbol }, pageSize)
    const steps = new Steps(library, pages, signal, 'background')
    let { more } = await steps.latest()
    while (from !== null && more && !pages.reaches(from)) {
      const before = pages.depth
      const next = new Steps(library, pages, signal, 'background')
      more = (await next.older()).more
      steps.added += next.added
      steps.changed += next.changed
      if (pages.depth === before) break
    }
    return { changes: steps.added + steps.changed }
  })
}

/** How many of a company's calls since a date the service listed, and the records of that list. */
export function listCompleteness(
  library: LibraryContext,
  symbol: string,
  from: number,
): { readonly list: CopyCompleteness; readonly listed: readonly number[] } {
  const pages = pagesOf(library, { symbol })
  const first = pages.latestResponse(1)
  if (!first) return { list: neverFetched, listed: [] }
  const listed = [...pages.received]
  const latest = [...pages.known]
  const lost = unreadCountOf(library.reader, latest)
  const lacks =
    lost > 0
      ? `${lost} of ${latest.length} calls are no longer in the library`
      : pages.isEnded || pages.reaches(from)
        ? null
        : 'older items are missing'
  const gap = gapText(pages.gap, 'call', 'calls')
  return { list: { requestedAt: first.fetchedAt, items: listed.length, lacks, gap }, listed }
}

interface Page {
  readonly hits: number | null
  /** Records on the page that no earlier response to this request had. */
  readonly unseen: number
  readonly records: number
  readonly isLast: boolean
}

/** Reads the pages of one request, which shift while calls are added. */
class Steps {
  readonly #library: LibraryContext
  readonly #pages: RequestedPages
  readonly #signal: AbortSignal
  readonly #urgency: Urgency
  /** Records that earlier pages of this request had. */
  readonly #known: ReadonlySet<number>
  added = 0
  changed = 0

  constructor(library: LibraryContext, pages: RequestedPages, signal: AbortSignal, urgency: Urgency = 'user') {
    this.#urgency = urgency
    this.#library = library
    this.#pages = pages
    this.#signal = signal
    this.#known = pages.known
  }

  /** From the first page until one has a call that this request brought before: then there is no gap between them. */
  async latest(): Promise<{ hits: number | null; more: boolean }> {
    const { depth } = this.#pages
    let page = await this.#requestPage(1)
    for (
      let number = 2;
      depth > 0 && page.unseen === page.records && !page.isLast && number <= mostPages;
      number += 1
    ) {
      page = await this.#requestPage(number)
    }
    return { hits: page.hits, more: !page.isLast || (depth > 1 && !this.#pages.isEndedAt(depth)) }
  }

  /**
   * Fetches the page after the last requested one. New calls at the front have moved known ones onto it: then also the next.
   * Removed calls have moved unknown ones onto pages that were requested: then also earlier pages, until one joins.
   */
  async older(): Promise<{ hits: number | null; more: boolean }> {
    const { depth } = this.#pages
    const before = depth > 0 ? this.#pages.latestResponse(depth)?.hits : undefined
    let page = await this.#requestPage(depth + 1)
    const joins = page.unseen < page.records || depth === 0 || (page.hits !== null && page.hits === before)
    for (
      let number = depth, requested = 1;
      !joins && page.records > 0 && number >= 1 && requested < mostPages;
      number -= 1
    ) {
      const back = await this.#requestPage(number)
      requested += 1
      if (back.unseen < back.records) break
    }
    for (
      let number = depth + 2, requested = 1;
      page.unseen === 0 && !page.isLast && requested < mostPages;
      number += 1
    ) {
      page = await this.#requestPage(number)
      requested += 1
    }
    return { hits: page.hits, more: !page.isLast }
  }

  async #requestPage(page: number): Promise<Page> {
    const { response, recorded, storeFailure } = await requestAndStore(this.#library, callsResource, {
      parameters: this.#pages.parametersOf(page),
      urgency: this.#urgency,
      signal: this.#signal,
    })
    if (!recorded) fail(storeFailure ?? { kind: 'read-only' })
    this.added += recorded.added
    this.changed += recorded.changed
    const { hits, pageCount, pageSize } = response.extent
    const records = recorded.recordIds.length
    const isShort = records < (pageSize ?? this.#pages.pageSize)
    return {
      hits,
      records,
      unseen: recorded.recordIds.filter((id) => !this.#known.has(id)).length,
      isLast: records === 0 || (pageCount === null ? isShort && pageSize !== null : page >= pageCount),
    }
  }
}

/** What the responses to one request contained, page by page. */
class RequestedPages {
  readonly #reader: Reader
  readonly #request: ListRequest
  readonly pageSize: number

  constructor(reader: Reader, request: ListRequest, pageSize: number) {
    this.#reader = reader
    this.#request = request
    this.pageSize = pageSize
  }

  /** Records of the latest responses for all pages. */
  get known(): Set<number> {
    return new Set(this.#responses().flatMap(({ id }) => getResponseRecords(this.#reader, id)))
  }

  /** The same, and those that have moved off a page since. */
  get received(): ReadonlySet<number> {
    return receivedRecords(this.#reader, callsResource.operation, this.#responses())
  }

  get gap(): ListGap | null {
    return listGap(this.#reader, callsResource.operation, this.#responses())
  }

  #responses(): LedgerResponse[] {
    const responses: LedgerResponse[] = []
    for (let response = this.latestResponse(1); response; response = this.latestResponse(responses.length + 1))
      responses.push(response)
    return responses
  }

  /** Number of consecutive pages, from the first, that were ever requested. */
  get depth(): number {
    let depth = 0
    while (this.latestResponse(depth + 1)) depth += 1
    // A page beyond the end is requested again, because it may have records by now.
    while (depth > 1 && this.#isEmpty(depth)) depth -= 1
    return depth
  }

  /** Whether the deepest requested page was the last one by the service's count. */
  get isEnded(): boolean {
    return this.isEndedAt(this.depth)
  }

  isEndedAt(depth: number): boolean {
    const pageCount = this.latestResponse(depth)?.pageCount
    return pageCount !== null && pageCount !== undefined && depth >= pageCount
  }

  /** Whether the deepest requested page has a call from before a date, or no call. */
  reaches(from: number): boolean {
    const last = this.latestResponse(this.depth)
    const records = last ? getResponseRecords(this.#reader, last.id) : []
    if (records.length === 0) return last !== undefined
    const oldest = getOldestListed(this.#reader, records)
    return oldest !== null && oldest < from
  }

  latestResponse(page: number): LedgerResponse | undefined {
    return getLatestResponse(this.#reader, callsResource.operation, canonicalJson(this.parametersOf(page)))
  }

  parametersOf(page: number): CallsParameters {
    return { ...this.#request, page, page_size: this.pageSize }
  }

  #isEmpty(page: number): boolean {
    const response = this.latestResponse(page)
    return response !== undefined && getResponseRecords(this.#reader, response.id).length === 0
  }
}

/** The request as it would be sent now. */
function pagesOf({ reader, client }: LibraryContext, request: ListRequest): RequestedPages {
  return new RequestedPages(reader, request, client.pageSizes.of(callsResource.operation))
}
