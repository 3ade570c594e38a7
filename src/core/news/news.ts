/** The news feature: lists stored news with links, and loads more from the service. */

import type { CallEntry } from '#contract/api/calls.ts'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { NewsEntry, NewsFilter, NewsKind, NewsLink, NewsSecurity } from '#contract/api/news.ts'
import type { RatingEntry } from '#contract/api/ratings.ts'
import type { NewsItem } from '#contract/service/news.ts'
import { fail } from '../failure-error.ts'
import { isStale } from '../ledger/fetch-through-library.ts'
import { getRecords } from '../ledger/ledger-store.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import type { CopyCompleteness } from '../ledger/copy-completeness.ts'
import { lastOf, type LastRequest, type PagerWithoutTotals } from '../ledger/pager-without-totals.ts'
import { ListPagination } from '../ledger/list-pagination.ts'
import { readShown } from '../ledger/shown-records.ts'
import { linksOf, type ReadLink } from './news-links.ts'
import {
  countNews,
  findReferredCalls,
  getLinks,
  getAlsoNamed,
  getNewsReferringTo,
  getNewsPositions,
  getNewsKinds,
  getNewsRow,
  getNewsRows,
  getOldestNews,
  getTranscriptIds,
  listNews,
  type NewsRow,
} from './news-store.ts'
import { newsAsOf } from './news-as-of.ts'
import { newsResource } from './resource.ts'

type Inputs = ApiInputs['news']
type Outputs = ApiOutputs['news']

/** Most companies requested separately in one step: the coverage of an analyst. */
const mostSymbols = 60

/** The stored records that news refer to. */
interface NamedByNews {
  ratings(ids: readonly number[]): ReadonlyMap<number, RatingEntry>
  calls(callIds: readonly string[]): ReadonlyMap<string, CallEntry>
}

interface NewsOfCompany {
  readonly entry: NewsEntry
  /** The wanted company: its own, else one that it names. */
  readonly about: string
  readonly calls: readonly string[]
  /** Records. */
  readonly ratings: readonly number[]
}

export class News {
  readonly #library: LibraryContext
  readonly #pagers: ListPagination<'news'>
  readonly #named: NamedByNews

  constructor(library: LibraryContext, named: NamedByNews) {
    this.#library = library
    this.#pagers = new ListPagination({
      library,
      resource: newsResource,
      announcement: { kind: 'news' },
      pageOf: (parameters, page, pageSize) => ({ ...parameters, page, page_size: pageSize }),
      oldestOf: getOldestNews,
    })
    this.#named = named
  }

  list({ filter, offset, limit, locate = [] }: Inputs['list']): Outputs['list'] {
    const { reader } = this.#library
    const { last, stale, notRequested } = this.atService(filter)
    const kinds = countNews(reader, filter)
    return {
      entries: listNews(reader, filter, { offset, limit }).map(entryOf),
      total: kinds.reduce(
        (sum, each) => sum + (filter.kind === undefined || filter.kind === each.kind ? each.items : 0),
        0,
      ),
      positions: getNewsPositions(reader, filter, locate),
      kinds,
      ...last,
      stale,
      notRequested,
    }
  }

  /** News items by record id. */
  entriesOf(recordIds: readonly number[]): ReadonlyMap<number, NewsEntry> {
    return new Map(getNewsRows(this.#library.reader, recordIds).map((row) => [row.recordId, entryOf(row)]))
  }

  /** How far the list is fetched. The service has news by symbol only. */
  atService(filter: NewsFilter): {
    readonly last: LastRequest
    readonly stale: boolean
    readonly requests: number
    readonly notRequested: number
  } {
    const lists = this.#lists(filter)
    const last = lastOf(lists.map((list) => list.last))
    const now = this.#library.clock.now()
    return {
      last,
      stale: lists.length > 0 && (last.requestedAt === null || isStale(last.requestedAt, newsResource.age, now)),
      requests: lists.length,
      notRequested: Math.max(0, new Set(filter.symbols).size - mostSymbols),
    }
  }

  /** Kinds of news by record id. */
  kinds(recordIds: readonly number[]): ReadonlyMap<number, NewsKind> {
    return getNewsKinds(this.#library.reader, recordIds)
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
    const row = getNewsRow(reader, recordId)
    const [stored] = getRecords(reader, [recordId])
    if (!row || !stored) fail({ kind: 'not-in-library' })
    const { record, marks } = readShown('news', stored)
    return {
      entry: entryOf(row),
      newsId: record?.news_id ?? null,
      shareClassFigi: record?.share_class_figi ?? null,
      catalystCreated: record?.catalyst_created ?? null,
      onAllTickers: record?.on_all_tickers ?? null,
      onEntities: record?.on_entities ?? null,
      updatedAt: record?.updated_at ?? null,
      securities: (record?.securities ?? []).map(securityOf),
      links: record ? this.#follow(row, record) : [],
      marks: marks.map((mark) => ({ record: 0, ...mark })),
    }
  }

  /** All stored news of companies, each with the stored records that it refers to. */
  ofCompanies(symbols: readonly string[]): NewsOfCompany[] {
    if (symbols.length === 0) return []
    const { reader } = this.#library
    const rows = listNews(reader, { symbols: [...symbols] }, { offset: 0, limit: -1 })
    const wanted = new Set(symbols)
    const others = getAlsoNamed(
      reader,
      rows.filter(({ symbol }) => symbol === null || !wanted.has(symbol)).map(({ recordId }) => recordId),
      symbols,
    )
    const links = getLinks(
      reader,
      rows.map(({ recordId }) => recordId),
    )
    return rows.map((row) => ({
      entry: entryOf(row),
      about: others.get(row.recordId) ?? row.symbol ?? '',
      calls: links.get(row.recordId)?.calls ?? [],
      ratings: links.get(row.recordId)?.ratings ?? [],
    }))
  }

  /** News of a company that were stored at a moment, latest first, as they were then; null: now. `dated`: of these days alone. */
  ofCompanyAsOf(
    symbol: string,
    asOf: number | null,
    dated?: { readonly from: number; readonly to: number },
  ): NewsEntry[] {
    const { reader } = this.#library
    const all = { offset: 0, limit: -1 }
    if (asOf === null) return listNews(reader, { symbols: [symbol], ...dated }, all).map(entryOf)
    // Dates may have changed since, so the days are filtered by the dates of that time.
    const then = newsAsOf(reader, listNews(reader, { symbols: [symbol] }, all), asOf).map(entryOf)
    return dated ? then.filter(({ at }) => at !== null && at >= dated.from && at <= dated.to) : then
  }

  /** The latest of them, and the total. */
  latestAsOf(symbol: string, asOf: number | null, limit: number): { entries: NewsEntry[]; total: number } {
    if (asOf !== null) {
      const all = this.ofCompanyAsOf(symbol, asOf)
      return { entries: all.slice(0, limit), total: all.length }
    }
    const { reader } = this.#library
    const filter = { symbols: [symbol] }
    const total = countNews(reader, filter).reduce((sum, { items }) => sum + items, 0)
    return { entries: listNews(reader, filter, { offset: 0, limit }).map(entryOf), total }
  }

  naming(question: Inputs['naming']): Outputs['naming'] {
    const { reader } = this.#library
    const rows =
      question.of === 'rating'
        ? getNewsReferringTo(reader, 'rating', [String(question.id)])
        : getNewsReferringTo(reader, 'transcript', [
            question.callId.toLowerCase(),
            ...getTranscriptIds(reader, question.callId),
          ])
    const links = getLinks(
      reader,
      rows.map(({ recordId }) => recordId),
    )
    const callIds = new Set([...links.values()].flatMap(({ calls }) => calls))
    if (question.of === 'call') callIds.delete(question.callId)
    return { entries: rows.map(entryOf), calls: [...this.#named.calls([...callIds]).values()] }
  }

  /** The stored record of each link. */
  #follow(row: NewsRow, record: NewsItem): NewsLink[] {
    const { reader } = this.#library
    const links = linksOf(record)
    const namesOf = (of: NewsLink['of']) => links.flatMap((link) => (link.of === of ? link.names : []))
    const symbols = [row.symbol, ...(record.securities ?? []).map(({ ticker }) => ticker)].filter((symbol) => !!symbol)
    const ratings = this.#named.ratings(namesOf('rating').map(Number).filter(Number.isSafeInteger))
    const found = findReferredCalls(
      reader,
      namesOf('transcript'),
      [...new Set(symbols)].filter((each) => each !== null && each !== undefined),
    )
    const callIdOf = new Map(found.map(({ name, callId }) => [name, callId]))
    const calls = this.#named.calls([...new Set(callIdOf.values())])
    return links.map((link) => {
      const first = <Value>(read: (name: string) => Value | undefined): Value | null =>
        link.names.map(read).find((value) => value !== undefined) ?? null
      switch (link.of) {
        case 'rating':
          return linkOf(link, { rating: first((name) => ratings.get(Number(name))) })
        case 'transcript':
          return linkOf(link, { call: first((name) => calls.get(callIdOf.get(name) ?? '')) })
        case 'press-release':
          return linkOf(link, {
            news: getNewsReferringTo(reader, 'press-release', link.names)
              .filter(({ recordId }) => recordId !== row.recordId)
              .map(entryOf),
          })
      }
    })
  }

  /** One request per company. The service filters two types only; other types are filtered in the library. */
  #lists({ symbols, kind, shareClassFigi, id, securities }: NewsFilter): PagerWithoutTotals<'news'>[] {
    const filters = {
      ...(kind !== undefined && kind !== 'unknown' && { type: kind }),
      ...(shareClassFigi !== undefined && { share_class_figi: shareClassFigi }),
      ...(id !== undefined && { id }),
      ...(securities !== undefined && { securities }),
    }
    return [...new Set(symbols)]
      .slice(0, mostSymbols)
      .map((symbol) => this.#pagers.pager({ symbol, ...filters }, 'user'))
  }
}

function entryOf({ type, ...row }: NewsRow): NewsEntry {
  const { headline, catalyst } = row
  return {
    ...row,
    headline: headline || null,
    catalyst: catalyst || null,
    type,
    kind: type === 'gainers' || type === 'losers' ? type : 'unknown',
  }
}

function linkOf(
  { of, received, names }: ReadLink,
  what: Partial<Pick<NewsLink, 'rating' | 'call' | 'news'>>,
): NewsLink {
  const { rating = null, call = null, news = [] } = what
  const state =
    rating !== null || call !== null || news.length > 0 ? 'found' : names.length > 0 ? 'absent' : 'unreadable'
  return { of, received, names: names[0] ?? null, state, rating, call, news }
}

function securityOf(security: NonNullable<NewsItem['securities']>[number]): NewsSecurity {
  const text = (value: string | null | undefined) => value || null
  return {
    figi: text(security.figi),
    name: text(security.name),
    mic: text(security.MIC),
    exchangeCode: text(security.exchcode),
    ticker: text(security.ticker),
    compositeFigi: text(security.compositefigi),
    securityType: text(security.securitytype),
    marketSector: text(security.marketsector),
    shareClassFigi: text(security.shareclassfigi),
  }
}
