/**
 * The combined list of ratings and news: filtered, counted and sorted from the library, and fetched
 * from the service.
 */

import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { NewsEntry, NewsFilter } from '#contract/api/news.ts'
import type { RatingsNewsEntry, RatingsNewsFilter, RatingsNewsOrder } from '#contract/api/ratings-news.ts'
import type { RatingEntry, RatingFilter } from '#contract/api/ratings.ts'
import { lastOf, type FetchedPage, type LastRequest } from '../ledger/pager-without-totals.ts'
import type { Reader } from '../database/reader-writer.ts'
import { countFacets, filterByFacets, isInTime, isOfFilter } from './facets.ts'
import { ListedRecords, type ListedRating, type ListedRecord } from './listed-records.ts'
import { countQuarters } from './quarters.ts'

type Inputs = ApiInputs['ratingsNews']
type Outputs = ApiOutputs['ratingsNews']

/** How far one of the two lists is fetched, and the cost of its latest page. */
interface ListAtService {
  readonly last: LastRequest
  readonly stale: boolean
  readonly requests: number
}

interface RatingsNewsDependencies {
  readonly reader: Reader
  readonly ratings: {
    entriesOf(recordIds: readonly number[]): ReadonlyMap<number, RatingEntry>
    exchanges(): string[]
    atService(filter: RatingFilter): ListAtService
    fetchPage(request: ApiInputs['ratings']['fetchPage'], signal: AbortSignal): Promise<FetchedPage>
  }
  readonly news: {
    entriesOf(recordIds: readonly number[]): ReadonlyMap<number, NewsEntry>
    atService(filter: NewsFilter): ListAtService & { readonly notRequested: number }
    fetchPage(request: ApiInputs['news']['fetchPage'], signal: AbortSignal): Promise<FetchedPage>
  }
  /** Records of ratings and news that are new on a watchlist. */
  readonly newRecords: () => ReadonlySet<number>
}

/** Ratings and news as one list: filtered, counted and ordered from the library, and fetched from the service. */
export class RatingsNews {
  readonly #dependencies: RatingsNewsDependencies
  readonly #listed: ListedRecords

  constructor(dependencies: RatingsNewsDependencies) {
    this.#dependencies = dependencies
    this.#listed = new ListedRecords(dependencies.reader)
  }

  list({ filter, order, offset, limit, locate = [] }: Inputs['list']): Outputs['list'] {
    const { ratings, newRecords } = this.#dependencies
    const chosen = filter.chosen ?? {}
    const ofFilter = this.#listed.all().filter((record) => isOfFilter(record, filter))
    const inTime = ofFilter.filter((record) => isInTime(record, filter))
    const known = newRecords()
    const unseen = inTime.filter(({ recordId }) => known.has(recordId))
    const counted = filter.unseen === true ? unseen : inTime
    const found = filterByFacets(counted, chosen).toSorted(comparing(order))
    const rows = new Map(found.map(({ recordId }, row) => [recordId, row]))
    const { news, ...atService } = this.#atService(filter)
    const page = found.slice(offset, offset + limit)
    return {
      entries: this.#entriesOf(page),
      unseenRecords: page.flatMap(({ recordId }) => (known.has(recordId) ? [recordId] : [])),
      total: found.length,
      positions: locate.map((recordId) => rows.get(recordId) ?? null),
      facets: countFacets(counted, chosen),
      all: filterByFacets(inTime, chosen).length,
      unseen: filterByFacets(unseen, chosen).length,
      quarters: countQuarters(
        filterByFacets(ofFilter, { ...chosen, sort: [], news: [] }).filter((each) => isRating(each)),
      ),
      unstatedCurrencies: found.filter((record) => isRating(record) && record.isCurrencyUnstated).length,
      exchanges: ratings.exchanges(),
      ...atService,
      notRequested: news,
    }
  }

  /** Throws `read-only` and the failure of the service; records received before it stay in the library. */
  async fetchPage({ filter, page }: Inputs['fetchPage'], signal: AbortSignal): Promise<Outputs['fetchPage']> {
    const { ratings, news } = this.#dependencies
    const wanted = requestedLists(filter)
    const fetched = await Promise.allSettled([
      ...(wanted.ratings ? [ratings.fetchPage({ filter: wanted.ratings, page }, signal)] : []),
      ...(wanted.news ? [news.fetchPage({ filter: wanted.news, page }, signal)] : []),
    ])
    const failed = fetched.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
    const pages = fetched.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    return {
      added: pages.reduce((sum, { added }) => sum + added, 0),
      changed: pages.reduce((sum, { changed }) => sum + changed, 0),
      more: pages.some(({ more }) => more),
    }
  }

  #atService(filter: RatingsNewsFilter) {
    const { ratings, news } = this.#dependencies
    const wanted = requestedLists(filter)
    const newsState = wanted.news && news.atService(wanted.news)
    const lists = [...(wanted.ratings ? [ratings.atService(wanted.ratings)] : []), ...(newsState ? [newsState] : [])]
    return {
      ...lastOf(lists.map(({ last }) => last)),
      stale: lists.some(({ stale }) => stale),
      requests: lists.reduce((sum, { requests }) => sum + requests, 0),
      news: newsState?.notRequested ?? 0,
    }
  }

  #entriesOf(records: readonly ListedRecord[]): RatingsNewsEntry[] {
    const idsOf = (sort: ListedRecord['sort']) =>
      records.filter((record) => record.sort === sort).map(({ recordId }) => recordId)
    const ratings = this.#dependencies.ratings.entriesOf(idsOf('rating'))
    const news = this.#dependencies.news.entriesOf(idsOf('news'))
    return records.flatMap(({ sort, recordId }): RatingsNewsEntry[] => {
      if (sort === 'rating') {
        const entry = ratings.get(recordId)
        return entry ? [{ sort, ...entry }] : []
      }
      const entry = news.get(recordId)
      return entry ? [{ sort, ...entry }] : []
    })
  }
}

/** The requests for the two lists, without the facets, which apply to the library only. The service has news by symbol only. */
function requestedLists(filter: RatingsNewsFilter): {
  readonly ratings: RatingFilter | null
  readonly news: NewsFilter | null
} {
  const { symbols, from, to, id, exchange, company, shareClassFigi, chosen } = filter
  const sorts = chosen?.sort ?? []
  if (symbols?.length === 0) return { ratings: null, news: null }
  const isWanted = (sort: ListedRecord['sort']) => sorts.length === 0 || sorts.includes(sort)
  return {
    ratings:
      isWanted('rating') && shareClassFigi === undefined
        ? { symbols, from, to, exchange, company, id: id === undefined ? undefined : String(id) }
        : null,
    news: isWanted('news') && exchange === undefined && symbols !== undefined ? { symbols, id, shareClassFigi } : null,
  }
}

function isRating(record: ListedRecord): record is ListedRating {
  return record.sort === 'rating'
}

/** Records without a value come last in both directions; among equals the latest is first. */
function comparing({ by, descending }: RatingsNewsOrder): (one: ListedRecord, other: ListedRecord) => number {
  const sign = descending ? -1 : 1
  return (one, other) => {
    const [value, otherValue] = [orderValue(one, by), orderValue(other, by)]
    if (value === null || otherValue === null) {
      if (value !== otherValue) return value === null ? 1 : -1
    } else if (value !== otherValue) return value < otherValue ? -sign : sign
    return (other.at ?? 0) - (one.at ?? 0) || other.id - one.id
  }
}

function orderValue(record: ListedRecord, by: RatingsNewsOrder['by']): string | number | null {
  switch (by) {
    case 'date':
      return record.at
    case 'symbol':
      return record.symbols[0]?.toLowerCase() ?? null
    case 'company':
      return record.company.toLowerCase() || null
    default:
      if (record.sort === 'news') return null
      return by === 'change' ? record.change : record[by].toLowerCase() || null
  }
}
