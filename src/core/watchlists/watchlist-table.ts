/** Reads the table of a watchlist: every cell of every company. */

import { toJsonText } from '#contract/api/serialized-json.ts'
import { figureOfColumn } from '#contract/api/watchlist-columns.ts'
import type { NewItem, Watched, WatchlistRow, WatchlistTable } from '#contract/api/watchlists.ts'
import type { Reader } from '../database/reader-writer.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { readLatestRatings, type LatestRating } from '../ratings/latest-ratings.ts'
import { cellOf, type KnownCompany } from './table-cells.ts'
import { countNewItems } from './whats-new.ts'
import * as latest from './watchlist-cells-store.ts'
import { companiesWith, type CompanyQuarters } from './latest-figures.ts'

/** What is stored of some companies: everything in their cells, except what is new since they were seen. */
export interface StoredCompanies {
  readonly listings: ReadonlyMap<number, latest.Listing>
  readonly quarters: ReadonlyMap<string, CompanyQuarters>
  readonly calls: ReadonlyMap<string, latest.LatestCall>
  readonly ratings: ReadonlyMap<string, LatestRating>
  readonly news: ReadonlyMap<string, latest.LatestNews>
  readonly periods: ReadonlyMap<string, latest.StoredPeriods>
  readonly storedContent: ReadonlyMap<string, latest.StoredContent>
}

interface StoredDataOptions {
  readonly reader: Reader
  /** ms UTC. */
  readonly now: number
  readonly entries: readonly Watched[]
  /** Column ids: only what they show is read. */
  readonly columns: readonly string[]
  readonly own: OwnMetrics
}

export type OwnMetrics = ReturnType<Metrics['read']>

/** A few questions for all of the companies together. */
export function readStored({ reader, now, entries, columns, own }: StoredDataOptions): StoredCompanies {
  const symbols = entries.map(({ symbol }) => symbol)
  const fields = columns.flatMap((id) => figureOfColumn(id)?.field ?? [])
  const showsPeriods = columns.includes('periodsStored') || columns.includes('fetchedAt')
  const formulas = new Map([...own].flatMap(([field, { formula }]) => (formula ? [[field, formula]] : [])))
  return {
    listings: latest.getListings(reader, entries),
    quarters: companiesWith(reader, symbols, fields, formulas),
    calls: latest.getLatestCalls(reader, symbols, now),
    ratings: readLatestRatings(reader, { symbols, asOf: null }),
    news: latest.getLatestNews(reader, symbols),
    periods: showsPeriods ? latest.getStoredPeriods(reader, symbols) : new Map(),
    storedContent:
      columns.includes('callsStored') || columns.includes('onDisk')
        ? latest.getStoredContent(reader, symbols)
        : new Map(),
  }
}

interface TableOptions {
  readonly stored: StoredCompanies
  readonly own: OwnMetrics
  readonly entries: readonly Watched[]
  /** Ids. */
  readonly columns: readonly string[]
  /** New items, by symbol. */
  readonly unseen: ReadonlyMap<string, readonly NewItem[]>
}

/** Everything that a list shows. */
export function watchlistCells(options: TableOptions): Pick<WatchlistTable, 'rows' | 'columns'> {
  const companies = options.entries.map((entry, index) => companyOf(options, entry, index))
  const units = new Map([...options.own].map(([field, { metric }]) => [field, metric.unit]))
  return {
    rows: toJsonText(companies.map(rowOf)),
    columns: options.columns.map((id) => ({
      id,
      cells: toJsonText(companies.map((company) => cellOf(id, company, units))),
    })),
  }
}

function companyOf({ stored, unseen }: TableOptions, entry: Watched, index: number): KnownCompany {
  const { symbol } = entry
  const newItems = unseen.get(symbol) ?? []
  return {
    entry,
    listing: stored.listings.get(index),
    quarters: stored.quarters.get(symbol),
    call: stored.calls.get(symbol),
    rating: stored.ratings.get(symbol),
    news: stored.news.get(symbol),
    storedPeriods: stored.periods.get(symbol),
    storedContent: stored.storedContent.get(symbol),
    unseen: newItems,
    restated: newItems.filter(({ kind }) => kind === 'restated').length,
  }
}

function rowOf({ entry: { symbol, note }, listing, quarters, call, unseen }: KnownCompany): WatchlistRow {
  const latest = quarters?.periods.at(-1)
  const counts = Object.entries(countNewItems(unseen)).filter(([, count]) => count > 0)
  return {
    symbol,
    name: listing?.name ?? null,
    note,
    unseen: Object.fromEntries(counts),
    period: latest
      ? {
          quarter: latest.quarter,
          year: latest.year,
          endPeriod: latest.endPeriod,
          recordId: latest.recordId,
        }
      : null,
    call: call ? { callId: call.callId, title: call.title } : null,
  }
}
