/**
 * The timeline feature: calls, ratings, news, periods and restated figures of companies in one
 * list.
 */

import { figureChangeKind, type FigureChangeKind } from '#contract/api/comparisons.ts'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import { toJsonText } from '#contract/api/serialized-json.ts'
import type {
  CallOnTimeline,
  FigureChangeOnTimeline,
  NewsOnTimeline,
  PeriodOnTimeline,
  RatingOnTimeline,
  TimelineEntry,
} from '#contract/api/timeline.ts'
import type { Calls } from '../calls/calls.ts'
import { reportedPeriods } from '../fundamentals/reported-periods.ts'
import { restatements } from '../fundamentals/restatements.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import type { News } from '../news/news.ts'
import type { Ratings } from '../ratings/ratings.ts'
import { findQuotedFigure } from './find-quoting-sentence.ts'

interface TimelineDependencies {
  readonly library: Pick<LibraryContext, 'reader'>
  readonly calls: Pick<Calls, 'ofCompanies' | 'latestVersion'>
  readonly ratings: Pick<Ratings, 'ofCompanies'>
  readonly news: Pick<News, 'ofCompanies'>
}

type Undated<Entry extends TimelineEntry> = Omit<Entry, 'at'> & { readonly at: number | null }

/** Maximum number of changed figures of one kind, over all companies. */
const mostChanged = 20_000
const figuresReported = 3

/** The events of companies from all features, in one list. */
export class Timeline {
  readonly #dependencies: TimelineDependencies

  constructor(dependencies: TimelineDependencies) {
    this.#dependencies = dependencies
  }

  read({ symbols }: ApiInputs['timeline']['read']): ApiOutputs['timeline']['read'] {
    const wanted = [...new Set(symbols)]
    const found = [
      ...this.#calls(wanted),
      ...this.#ratings(wanted),
      ...this.#news(wanted),
      ...this.#periods(wanted),
      ...figureChangeKind.options.flatMap((kind) => this.#figureChanges(wanted, kind)),
    ]
    const entries = found.filter((entry): entry is TimelineEntry => entry.at !== null)
    return {
      entries: toJsonText(entries.toSorted((one, other) => one.at - other.at)),
      undated: found.length - entries.length,
    }
  }

  quote({ callId, figures }: ApiInputs['timeline']['quote']): ApiOutputs['timeline']['quote'] {
    const reading = this.#dependencies.calls.latestVersion(callId)
    return reading ? findQuotedFigure(reading, figures) : null
  }

  #calls(symbols: readonly string[]): Undated<CallOnTimeline>[] {
    return this.#dependencies.calls.ofCompanies(symbols).map(({ entry, sentiment }) => ({
      kind: 'call',
      symbol: entry.symbol ?? '',
      at: entry.startedAt,
      callId: entry.callId,
      title: entry.title,
      quarter: entry.quarter,
      status: entry.status,
      seconds: entry.seconds,
      sentiment,
      stored: entry.stored !== null,
      recording: entry.recording,
    }))
  }

  #ratings(symbols: readonly string[]): Undated<RatingOnTimeline>[] {
    return this.#dependencies.ratings.ofCompanies(symbols).map((entry) => ({
      kind: 'rating',
      symbol: entry.symbol ?? '',
      at: entry.at,
      recordId: entry.recordId,
      firm: entry.firmName,
      ratingKind: entry.kind,
      action: entry.action,
      rating: entry.rating,
      previousRating: entry.previous?.rating ?? null,
      target: entry.target,
      targetChange: entry.targetChange,
    }))
  }

  #news(symbols: readonly string[]): Undated<NewsOnTimeline>[] {
    return this.#dependencies.news.ofCompanies(symbols).map(({ entry, about, calls, ratings }) => ({
      kind: 'news',
      symbol: about,
      at: entry.at,
      recordId: entry.recordId,
      headline: entry.headline,
      catalyst: entry.catalyst,
      newsKind: entry.kind,
      calls,
      ratings,
    }))
  }

  #periods(symbols: readonly string[]): Undated<PeriodOnTimeline>[] {
    return reportedPeriods(this.#dependencies.library.reader, symbols).map((period) => {
      const at = Date.parse(period.end)
      return { kind: 'period', ...period, at: Number.isNaN(at) ? null : at }
    })
  }

  #figureChanges(symbols: readonly string[], kind: FigureChangeKind): FigureChangeOnTimeline[] {
    const { reader } = this.#dependencies.library
    const moved = restatements(reader, { symbols: [...symbols], kind, since: null, offset: 0, limit: mostChanged })
    const together = Map.groupBy(moved.restatements, ({ recordId, seenAt }) => `${recordId} ${seenAt}`)
    return [...together.values()].flatMap((figures): FigureChangeOnTimeline[] => {
      const [first] = figures
      if (!first) return []
      const { symbol, recordId, quarter, year, seenAt } = first
      const reported = figures
        .slice(0, figuresReported)
        .map(({ field, label, previous, current }) => ({ field, label, previous, current }))
      return [{ kind, symbol, at: seenAt, recordId, quarter, year, figures: figures.length, first: reported }]
    })
  }
}
