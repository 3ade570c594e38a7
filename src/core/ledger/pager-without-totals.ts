/**
 * Pages through one list without a total, until a page is empty, shorter than an earlier one, or
 * repeated, and tells what of the list is stored.
 */

import type { ListGap } from '#contract/api/list-gap.ts'
import type { OperationName, ParametersOf } from '#contract/service/operations.ts'
import { canonicalJson } from '../canonical-json.ts'
import { fail } from '../failure-error.ts'
import { requestAndStore } from './request-and-store.ts'
import { getResponseRecords, getLatestResponse, type LedgerResponse } from './ledger-store.ts'
import { gapText, unreadCountOf, neverFetched, type CopyCompleteness } from './copy-completeness.ts'
import { listGap, receivedRecords, sumOfGaps } from './list-gap.ts'
import type { LibraryContext } from './library-context.ts'
import type { Urgency } from '../service/rate-limited-queue.ts'
import type { ResourceType } from './resource-type.ts'

/** Most requests for loading one more page of a list. */
const mostPages = 10

/** When a list was last requested, whether there may be more than is known, and what of it did not arrive. */
export interface LastRequest {
  /** ms UTC; null: never. */
  readonly requestedAt: number | null
  readonly more: boolean
  readonly gap: ListGap | null
}

export interface FetchedPage {
  readonly added: number
  readonly changed: number
  readonly more: boolean
}

/**
 * A list whose responses state neither how many records match nor how many pages there are (ratings, news): it ends at a page
 * that is empty, shorter than an earlier one, or repeated. Pages shift while records are added; known records are never listed
 * twice.
 */
export class PagerWithoutTotals<Name extends OperationName> {
  readonly #library: LibraryContext
  readonly #resource: ResourceType<Name>
  readonly #parametersOf: (page: number, pageSize: number) => ParametersOf<Name>
  readonly #urgency: Urgency
  /** While it is requested: the size that is tried. */
  #pageSize: number

  constructor(
    library: LibraryContext,
    resource: ResourceType<Name>,
    parametersOf: (page: number, pageSize: number) => ParametersOf<Name>,
    urgency: Urgency = 'user',
  ) {
    this.#library = library
    this.#resource = resource
    this.#parametersOf = parametersOf
    this.#urgency = urgency
    this.#pageSize = library.client.pageSizes.of(resource.operation)
  }

  /** When its first page was last requested (null: never), and whether there may be more than is known. */
  get last(): LastRequest {
    const first = this.#responseOf(1)
    return { requestedAt: first?.fetchedAt ?? null, more: !hasEnded(this.#pages()), gap: this.gap }
  }

  /** A service that does not count may still send records that cannot be identified. */
  get gap(): ListGap | null {
    return listGap(this.#library.reader, this.#resource.operation, this.#responses())
  }

  /**
   * From the first page until one has a record that this request brought before: then there is no gap between them. `isEnough`:
   * whether the first page suffices, whatever follows.
   */
  latest(signal: AbortSignal, isEnough: () => boolean = () => false): Promise<FetchedPage> {
    return this.#withAcceptedPages(() => this.#fetchLatest(signal, isEnough))
  }

  async #fetchLatest(signal: AbortSignal, isEnough: () => boolean): Promise<FetchedPage> {
    const known = new Set(this.#pages().flat())
    const count = { added: 0, changed: 0 }
    let page = await this.#request(1, count, signal)
    // A short page is either the service's page limit or the whole list; only the next page shows which.
    const tells = known.size === 0 && page.length > 0 && page.length < this.#pageSize && !isEnough()
    if (tells) await this.#request(2, count, signal)
    for (let number = 2; known.size > 0 && number <= mostPages; number += 1) {
      if (page.length === 0 || page.some((id) => known.has(id))) break
      page = await this.#request(number, count, signal)
    }
    return { ...count, more: this.last.more }
  }

  /**
   * Fetches the page after the last requested one. If it has nothing new, either records added at the front moved known ones
   * there, or the service repeats one page: requesting the previous page once more tells.
   */
  older(signal: AbortSignal): Promise<FetchedPage> {
    return this.#withAcceptedPages(() => this.#older(signal))
  }

  async #older(signal: AbortSignal): Promise<FetchedPage> {
    const pages = this.#pages()
    const known = new Set(pages.flat())
    const count = { added: 0, changed: 0 }
    let number = pages.length + 1 - (pages.at(-1)?.length === 0 ? 1 : 0)
    let page = await this.#request(number, count, signal)
    for (
      let requests = 1;
      requests < mostPages && page.length > 0 && page.every((id) => known.has(id));
      requests += 2
    ) {
      const before = number > 1 ? await this.#request(number - 1, count, signal) : []
      if (before.join() === page.join()) break
      number += 1
      page = await this.#request(number, count, signal)
    }
    return { ...count, more: this.last.more }
  }

  /**
   * Fetches the latest page, then older ones until the last page has a record from before `from` (ms UTC; null: only the latest),
   * or none are left. `oldestOf`: when the oldest of some records is from, null: unknown.
   */
  async back(
    from: number | null,
    oldestOf: (recordIds: readonly number[]) => number | null,
    signal: AbortSignal,
  ): Promise<FetchedPage> {
    let fetched = await this.latest(signal, () => from !== null && this.#coversFrom(from, oldestOf))
    while (from !== null && fetched.more && !this.#coversFrom(from, oldestOf)) {
      const before = this.#pages().length
      const { added, changed, more } = await this.older(signal)
      fetched = { added: fetched.added + added, changed: fetched.changed + changed, more }
      if (this.#pages().length === before) break
    }
    return fetched
  }

  /** Coverage of the list back to a moment. */
  completeness(from: number, oldestOf: (recordIds: readonly number[]) => number | null): CopyCompleteness {
    const { requestedAt, more } = this.last
    const latest = new Set(this.#pages().flat())
    if (requestedAt === null) return neverFetched
    const lost = unreadCountOf(this.#library.reader, [...latest])
    const isComplete = !more || this.#coversFrom(from, oldestOf)
    const count = () => receivedRecords(this.#library.reader, this.#resource.operation, this.#responses()).size
    return {
      requestedAt,
      // Counted where it is shown: of a list that was refreshed a thousand times it takes milliseconds.
      get items() {
        return count()
      },
      lacks:
        lost > 0
          ? `${lost} of ${latest.size} are no longer in the library`
          : isComplete
            ? null
            : 'older items are missing',
      gap: gapText(this.gap, 'record', 'records'),
    }
  }

  /** When the oldest come first, those since `from` are on the last page. */
  #coversFrom(from: number, oldestOf: (recordIds: readonly number[]) => number | null): boolean {
    const last = this.#pages().at(-1) ?? []
    const [oldest, upper, lower] = [oldestOf(last), oldestOf(last.slice(0, 1)), oldestOf(last.slice(-1))]
    const isLatestFirst = upper === null || lower === null || upper >= lower
    return oldest !== null && oldest < from && isLatestFirst
  }

  #withAcceptedPages(work: () => Promise<FetchedPage>): Promise<FetchedPage> {
    return this.#library.client.pageSizes.withAccepted(this.#resource.operation, (pageSize) => {
      this.#pageSize = pageSize
      return work()
    })
  }

  async #request(
    page: number,
    count: { added: number; changed: number },
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const parameters = this.#parametersOf(page, this.#pageSize)
    const { recorded, storeFailure } = await requestAndStore(this.#library, this.#resource, {
      parameters,
      urgency: this.#urgency,
      signal,
    })
    if (!recorded) fail(storeFailure ?? { kind: 'read-only' })
    count.added += recorded.added
    count.changed += recorded.changed
    return recorded.recordIds
  }

  /** Records of the pages from the first on that were ever requested without one missing. */
  #pages(): (readonly number[])[] {
    return this.#responses().map(({ id }) => getResponseRecords(this.#library.reader, id))
  }

  #responses(): LedgerResponse[] {
    const responses: LedgerResponse[] = []
    for (let response = this.#responseOf(1); response; response = this.#responseOf(responses.length + 1))
      responses.push(response)
    return responses
  }

  #responseOf(page: number): LedgerResponse | undefined {
    return getLatestResponse(
      this.#library.reader,
      this.#resource.operation,
      canonicalJson(this.#parametersOf(page, this.#pageSize)),
    )
  }
}

function hasEnded(pages: readonly (readonly number[])[]): boolean {
  const last = pages.at(-1)
  if (last === undefined) return false
  if (last.length === 0) return true
  const before = pages.slice(0, -1)
  if (before.some(({ length }) => length > last.length)) return true
  const known = new Set(before.flat())
  return last.every((id) => known.has(id))
}

/** Several requests of one list as one, dated by the oldest of them. */
export function lastOf(requests: readonly LastRequest[]): LastRequest {
  const times = requests.map(({ requestedAt }) => requestedAt)
  const known = times.filter((at) => at !== null)
  return {
    requestedAt: times.length > 0 && known.length === times.length ? Math.min(...known) : null,
    more: requests.some(({ more }) => more),
    gap: sumOfGaps(requests.map(({ gap }) => gap)),
  }
}
