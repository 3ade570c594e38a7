/** Ranks what is new for each company, and describes it in the rows of Home. */

import type { ChangedFigure } from '#contract/api/comparisons.ts'
import type { RatingEntry } from '#contract/api/ratings.ts'
import type { CallEntry } from '#contract/api/calls.ts'
import { publishedAt } from '#contract/api/home-counts.ts'
import type { HomeItem } from '#contract/api/home.ts'
import type { NewsKind } from '#contract/api/news.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { isAboutPeriod } from '../calls/call-about-period.ts'
import { readScores, type CallScores } from '../calls/call-series.ts'
import type { Reader } from '../database/reader-writer.ts'
import { difference, growth, share } from '../fundamentals/growth.ts'
import { yearBefore } from '../fundamentals/fiscal-period.ts'
import { firmName } from '../ratings/rating-actions.ts'
import { textOfHit, textOfRow, type NewFindings, type NewItemRow, type SearchHit } from '../watchlists/whats-new.ts'
import { getPeriodFigures, type PeriodFigures } from './home-store.ts'

export interface HomeItemsDependencies {
  readonly reader: Reader
  readonly calls: (callIds: readonly string[]) => ReadonlyMap<string, CallEntry>
  /** The stored calls of companies, latest first. */
  readonly callsOfCompanies: (symbols: readonly string[]) => readonly { readonly entry: CallEntry }[]
  /** By the service's id. */
  readonly ratings: (ids: readonly number[]) => ReadonlyMap<number, RatingEntry>
  /** By record. */
  readonly newsKinds: (recordIds: readonly number[]) => ReadonlyMap<number, NewsKind>
}

/** The rows of Home, by company: the weightiest first. */
export function homeItemsOf(
  dependencies: HomeItemsDependencies,
  findings: NewFindings,
): ReadonlyMap<string, HomeItem[]> {
  const { reader, calls, callsOfCompanies, ratings, newsKinds } = dependencies
  const { rows, changedFigures, hits } = findings
  const idsOf = (...kinds: readonly NewItemRow['kind'][]) =>
    rows.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
  const callIds = idsOf('call', 'transcript')
  const withPeriods = [...new Set(rows.flatMap(({ kind, symbol }) => (kind === 'period' ? symbol : [])))]
  const known: Known = {
    calls: calls(callIds),
    ratings: ratings(idsOf('rating').map(Number)),
    scores: readScores(reader, idsOf('transcript'), 1),
    newsKinds: newsKinds(rows.flatMap(({ kind, recordId }) => (kind === 'news' ? (recordId ?? []) : []))),
    periods: Map.groupBy(getPeriodFigures(reader, withPeriods), ({ symbol }) => symbol),
    transcripts: Map.groupBy(
      callsOfCompanies(withPeriods).flatMap(({ entry }) => (entry.stored === null ? [] : entry)),
      ({ symbol }) => symbol ?? '',
    ),
    hits: Map.groupBy(hits, textOfHit),
  }
  const items = [...changedItems(changedFigures), ...rows.map((row) => itemOf(row, known))]
  const bySymbol = Map.groupBy(items, ({ symbol }) => symbol)
  for (const [symbol, own] of bySymbol) bySymbol.set(symbol, own.toSorted(byWeight))
  return bySymbol
}

/** Priority of an item for an analyst: 0 is the highest. */
export function priorityOf(item: HomeItem): number {
  switch (item.kind) {
    case 'restated':
    case 'withdrawn':
      return 0
    case 'rating':
      return item.ratingKind === 'up' || item.ratingKind === 'down' ? 1 : 5
    case 'call':
      return 2
    case 'period':
      return 3
    case 'transcript':
      return 4
    case 'news':
      return item.hits.length > 0 ? 6 : 7
    default:
      return item satisfies never
  }
}

function byWeight(left: HomeItem, right: HomeItem): number {
  return priorityOf(left) - priorityOf(right) || publishedAt(right) - publishedAt(left)
}

interface Known {
  readonly calls: ReadonlyMap<string, CallEntry>
  readonly ratings: ReadonlyMap<number, RatingEntry>
  readonly scores: ReadonlyMap<string, CallScores>
  readonly newsKinds: ReadonlyMap<number, NewsKind>
  readonly periods: ReadonlyMap<string, readonly PeriodFigures[]>
  /** Calls with a stored transcript, by company. */
  readonly transcripts: ReadonlyMap<string, readonly CallEntry[]>
  /** By record or call id of the text with the hits. */
  readonly hits: ReadonlyMap<string, readonly SearchHit[]>
}

/** One row a company and kind, led by the first figure of the latest change. */
function changedItems(changes: readonly ChangedFigure[]): HomeItem[] {
  const groups = Map.groupBy(changes, ({ kind, symbol }) => `${kind} ${symbol}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { kind, symbol, recordId, field, label, current, previous, seenAt } = first
    const period = fiscalPeriodName(first)
    const figures = group.length
    const periods = new Set(group.map((change) => `${change.quarter} ${change.year} ${change.endPeriod}`)).size
    return {
      kind,
      symbol,
      at: seenAt,
      receivedAt: seenAt,
      hits: [],
      period,
      recordId,
      field,
      label,
      current,
      previous,
      figures,
      periods,
    }
  })
}

function itemOf(row: NewItemRow, known: Known): HomeItem {
  const { symbol, id, at, receivedAt, title } = row
  const found = known.hits.get(textOfRow(row)) ?? []
  const hits = found.map(({ searchId, name, hits: count }) => ({ searchId, name, hits: count }))
  const common = { symbol, at, receivedAt, hits }
  switch (row.kind) {
    case 'call': {
      const entry = known.calls.get(id)
      const isInProgress = entry?.status === 'IN_PROGRESS'
      return { kind: 'call', ...common, callId: id, title, seconds: entry?.seconds ?? null, isInProgress }
    }
    case 'transcript': {
      const scores = known.scores.get(id)
      return {
        kind: 'transcript',
        ...common,
        callId: id,
        title,
        quarter: known.calls.get(id)?.quarter ?? null,
        sentiment: scores?.sentiment ?? null,
        previousSentiment: scores?.previous[0] ?? null,
      }
    }
    case 'rating':
      return ratingItem(row, known.ratings.get(Number(id)), common)
    case 'news': {
      const recordId = row.recordId ?? 0
      return {
        kind: 'news',
        ...common,
        recordId,
        newsKind: known.newsKinds.get(recordId) ?? 'unknown',
        headline: title,
      }
    }
    case 'period':
      return periodItem(id, known, common)
    default:
      return row.kind satisfies never
  }
}

type Common = Pick<HomeItem, 'symbol' | 'at' | 'receivedAt' | 'hits'>

function ratingItem(row: NewItemRow, entry: RatingEntry | undefined, common: Common): HomeItem {
  return {
    kind: 'rating',
    ...common,
    recordId: row.recordId ?? 0,
    ratingKind: entry?.kind ?? 'unknown',
    action: entry?.action ?? null,
    firm: entry?.firmName ?? (row.firm ? firmName(row.firm) : ''),
    rating: entry?.rating ?? null,
    previousRating: entry?.previous?.rating ?? null,
    target: entry?.target ?? null,
    previousTarget: entry?.previousTarget?.target ?? null,
    targetChange: entry?.targetChange ?? null,
  }
}

/** `id`: quarter, year and end, as the row names its period. */
function periodItem(id: string, known: Known, common: Common): HomeItem {
  const [quarter = '', year = '', endPeriod = ''] = id.split(' ')
  const named = { quarter, year: Number(year) }
  const periods = known.periods.get(common.symbol) ?? []
  const call = known.transcripts.get(common.symbol)?.find((entry) => isAboutPeriod(entry, named))
  const at = periods.findIndex((each) => each.quarter === quarter && each.endPeriod === endPeriod)
  const now = periods[at]
  const yearAgo = periods[yearBefore(periods, at) ?? -1]
  const margin = share(now?.operatingIncome, now?.revenue)
  return {
    kind: 'period',
    ...common,
    period: fiscalPeriodName(named),
    call: call ? { callId: call.callId, title: call.title } : null,
    revenue: now?.revenue ?? null,
    revenueYearAgo: yearAgo?.revenue ?? null,
    growth: growth(now?.revenue, yearAgo?.revenue),
    margin,
    marginChange: difference(margin, share(yearAgo?.operatingIncome, yearAgo?.revenue)),
  }
}
