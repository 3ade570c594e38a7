import { figureOfColumn } from '#contract/desk/watchlist-columns.ts'
import type { FreshItem, Watched, WatchlistRow, WatchlistTable } from '#contract/desk/watchlists.ts'
import type { Library } from '../ledger/library.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { cellOf, type KnownCompany } from './cells.ts'
import { countFresh } from './fresh.ts'
import * as latest from './latest-store.ts'
import { companiesWith } from './newest-figures.ts'

export interface TableParts {
  readonly library: Pick<Library, 'reader' | 'clock'>
  readonly metrics: Metrics
  readonly entries: readonly Watched[]
  /** Ids. */
  readonly columns: readonly string[]
  /** What came, by symbol. */
  readonly fresh: ReadonlyMap<string, readonly FreshItem[]>
}

/** Everything that a list shows, a few questions for all of its companies together. */
export function watchlistCells(parts: TableParts): Pick<WatchlistTable, 'rows' | 'names' | 'columns'> {
  const { columns, metrics } = parts
  const fields = columns.flatMap((id) => figureOfColumn(id)?.field ?? [])
  // Only read when a column names one: the grammar takes its time to make.
  const own: ReturnType<Metrics['read']> = fields.some((field) => field.startsWith('own.')) ? metrics.read() : new Map()
  const companies = readCompanies(parts, fields, own)
  const units = new Map([...own].map(([field, { metric }]) => [field, metric.unit]))
  return {
    rows: companies.map(rowOf),
    names: companies.map(({ listing }) => listing?.name ?? null),
    columns: columns.map((id) => ({
      id,
      cells: JSON.stringify(companies.map((company) => cellOf(id, company, units))),
    })),
  }
}

function readCompanies(
  { library: { reader, clock }, entries, fresh }: TableParts,
  fields: readonly string[],
  own: ReturnType<Metrics['read']>,
): KnownCompany[] {
  const symbols = entries.map(({ symbol }) => symbol)
  const formulas = new Map([...own].flatMap(([field, { formula }]) => (formula ? [[field, formula]] : [])))
  const listings = latest.getListings(reader, entries)
  const quarters = companiesWith(reader, symbols, fields, formulas)
  const calls = latest.getLatestCalls(reader, symbols, clock.now())
  const ratings = latest.getLatestRatings(reader, symbols)
  const news = latest.getLatestNews(reader, symbols)
  const stored = latest.getStoredCounts(reader, symbols)
  return entries.map((entry, place) => {
    const { symbol } = entry
    const came = fresh.get(symbol) ?? []
    return {
      entry,
      listing: listings.get(place),
      quarters: quarters.get(symbol),
      call: calls.get(symbol),
      rating: ratings.get(symbol),
      news: news.get(symbol),
      stored: stored.get(symbol),
      fresh: came,
      restated: came.filter(({ kind }) => kind === 'restated').length,
    }
  })
}

function rowOf({ entry, quarters, call, rating, news, fresh }: KnownCompany): WatchlistRow {
  const newest = quarters?.periods.at(-1)
  const before = quarters?.yearBefore === undefined ? undefined : quarters.periods[quarters.yearBefore]
  return {
    symbol: entry.symbol,
    securityId: entry.securityId,
    note: entry.note,
    fresh: countFresh(fresh),
    period: newest
      ? {
          quarter: newest.quarter,
          year: newest.year,
          endPeriod: newest.endPeriod,
          recordId: newest.recordId,
          before: before?.recordId ?? null,
        }
      : null,
    call: call ? { callId: call.callId, title: call.title, startedAt: call.startedAt } : null,
    ratingId: rating?.id ?? null,
    newsId: news?.id ?? null,
  }
}
