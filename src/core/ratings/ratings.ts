/** The ratings feature: lists stored ratings, and loads more from the service. */

import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { RatingEntry, RatingFilter } from '#contract/api/ratings.ts'
import type { RatingsParameters } from '#contract/service/ratings.ts'
import { fail } from '../failure-error.ts'
import { isStale } from '../ledger/fetch-through-library.ts'
import { getRecords } from '../ledger/ledger-store.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import type { CopyCompleteness } from '../ledger/copy-completeness.ts'
import { lastOf, type LastRequest, type PagerWithoutTotals } from '../ledger/pager-without-totals.ts'
import { wideRange } from '../ledger/wide-range.ts'
import { ListPagination } from '../ledger/list-pagination.ts'
import { readShown } from '../ledger/shown-records.ts'
import { firmName } from './rating-actions.ts'
import { latestOfFirms, targetRanges } from './firm-targets.ts'
import { entryOf } from './rating-entries.ts'
import {
  countKinds,
  countRatings,
  getCompanyRatings,
  getExchanges,
  getFirms,
  getOldestRating,
  getRatingPositions,
  getRatingRows,
  getRatingRowsById,
  listRatings,
} from './ratings-store.ts'
import { ratingsAsOf } from './ratings-as-of.ts'
import { ratingsResource } from './resource.ts'

type Inputs = ApiInputs['ratings']
type Outputs = ApiOutputs['ratings']

/** Up to this many companies are requested separately; above it the list of all companies is used. */
const mostSymbols = 12

/** Analyst ratings: stored ones, and loading more from the service. */
export class Ratings {
  readonly #library: LibraryContext
  readonly #pagers: ListPagination<'ratings'>

  constructor(library: LibraryContext) {
    this.#library = library
    this.#pagers = new ListPagination({
      library,
      resource: ratingsResource,
      announcement: { kind: 'ratings' },
      pageOf: (parameters, page, pageSize) => ({
        ...parameters,
        page: String(page),
        page_size: String(pageSize),
      }),
      oldestOf: getOldestRating,
    })
  }

  list({ filter, order, offset, limit, locate = [] }: Inputs['list']): Outputs['list'] {
    const { reader } = this.#library
    const { last, stale } = this.atService(filter)
    return {
      entries: listRatings(reader, filter, order, { offset, limit }).map(entryOf),
      total: countRatings(reader, filter),
      positions: getRatingPositions(reader, filter, order, locate),
      kinds: countKinds(reader, filter),
      firms: getFirms(reader).map((firm) => ({ firm, firmName: firmName(firm) })),
      exchanges: getExchanges(reader),
      ...last,
      stale,
    }
  }

  /** Ratings by record id. */
  entriesOf(recordIds: readonly number[]): ReadonlyMap<number, RatingEntry> {
    return new Map(getRatingRows(this.#library.reader, recordIds).map((row) => [row.recordId, entryOf(row)]))
  }

  exchanges(): string[] {
    return getExchanges(this.#library.reader)
  }

  /** How far the list is fetched. */
  atService(filter: RatingFilter): { readonly last: LastRequest; readonly stale: boolean; readonly requests: number } {
    const lists = this.#lists(filter)
    const last = lastOf(lists.map((list) => list.last))
    const now = this.#library.clock.now()
    return {
      last,
      stale: last.requestedAt === null || isStale(last.requestedAt, ratingsResource.age, now),
      requests: lists.length,
    }
  }

  /** Throws `read-only` and the failure of the service; records received before it stay in the library. */
  fetchPage({ filter, page }: Inputs['fetchPage'], signal: AbortSignal): Promise<Outputs['fetchPage']> {
    return this.#pagers.fetchMore(this.#lists(filter), page, signal)
  }

  /** Fetches records since a date (null: the latest page) in the background; the caller announces the change. */
  fetchBack(symbol: string, from: number | null, signal: AbortSignal): Promise<{ changes: number }> {
    return this.#pagers.fetchBack({ symbol }, from, signal)
  }

  completeness(symbol: string, from: number): CopyCompleteness {
    return this.#pagers.completeness({ symbol }, from)
  }

  open({ recordId }: Inputs['open']): Outputs['open'] {
    const { reader } = this.#library
    const [row] = getRatingRows(reader, [recordId])
    const [stored] = getRecords(reader, [recordId])
    if (!row || !stored) fail({ kind: 'not-in-library' })
    const { record, marks } = readShown('ratings', stored)
    const listing =
      row.symbol === null
        ? [row]
        : getCompanyRatings(reader, row.symbol, null).filter(({ exchange }) => exchange === row.exchange)
    const history = row.firm === null ? [row] : listing.filter(({ firm }) => firm === row.firm)
    const entries = listing.map(entryOf)
    return {
      entry: entryOf(row),
      story: record?.story ?? '',
      updatedAt: record?.updated_at ?? null,
      firmHistory: history.map(entryOf),
      latest: latestOfFirms(entries),
      ranges: targetRanges(entries, this.#library.clock.now()),
      marks: marks.map((mark) => ({ record: 0, ...mark })),
    }
  }

  /** All stored ratings of companies. */
  ofCompanies(symbols: readonly string[]): RatingEntry[] {
    const order = { by: 'written', descending: true } as const
    return listRatings(this.#library.reader, { symbols: [...symbols] }, order, { offset: 0, limit: -1 }).map(entryOf)
  }

  /** All ratings of a company that were stored at a moment, latest first, as they were then; null: now. */
  ofCompanyAsOf(symbol: string, asOf: number | null): RatingEntry[] {
    return asOf === null ? this.ofCompanies([symbol]) : ratingsAsOf(this.#library.reader, symbol, asOf)
  }

  /** Stored ratings by the service's ids. */
  entries(ids: readonly number[]): ReadonlyMap<number, RatingEntry> {
    return new Map(getRatingRowsById(this.#library.reader, ids).map((row) => [row.id, entryOf(row)]))
  }

  /** One request per company, or one for all. Kinds and text are filtered in the library. */
  #lists({ symbols, id, exchange, company, firm, ...range }: RatingFilter): PagerWithoutTotals<'ratings'>[] {
    const { from, to } = wideRange(range)
    const filters: RatingsParameters = {
      ...(id !== undefined && { id }),
      ...(exchange !== undefined && { exchange }),
      ...(company !== undefined && { company }),
      ...(firm !== undefined && { firm }),
      ...(from && { from: wireTime(from) }),
      ...(to && { to: wireTime(to) }),
    }
    const wanted = [...new Set(symbols)]
    const requests =
      wanted.length === 0 || wanted.length > mostSymbols ? [filters] : wanted.map((symbol) => ({ ...filters, symbol }))
    return requests.map((parameters) => this.#pagers.pager(parameters, 'user'))
  }
}

/** YYYY-MM-DD HH:MM:SS. */
function wireTime(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}
