/** The tear sheet feature: a company on two printed pages, from the library. */

import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { Insights } from '#contract/api/financials.ts'
import type { SheetFigures } from '#contract/api/tear-sheet.ts'
import type { Calls } from '../calls/calls.ts'
import { enhancedResource } from '../fundamentals/resources.ts'
import { readInsights } from '../fundamentals/insights.ts'
import type { KnownBreaks } from '../fundamentals/known-breaks.ts'
import { restatements } from '../fundamentals/restatements.ts'
import { readBothEditions } from '../fundamentals/company-series.ts'
import { isStale } from '../ledger/fetch-through-library.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { recordsSource } from '../ledger/records-source.ts'
import type { News } from '../news/news.ts'
import type { Notes } from '../notes/notes.ts'
import { linesLeftOut } from '../overview/lines-excluded-for-financials.ts'
import type { Overview } from '../overview/overview.ts'
import type { Ratings } from '../ratings/ratings.ts'
import { listingAsOf } from '../securities/listing-as-of.ts'
import { sheetFigures } from './sheet-figures.ts'

type Inputs = ApiInputs['tearSheet']
type Outputs = ApiOutputs['tearSheet']

interface TearSheetDependencies {
  readonly library: LibraryContext
  readonly known: Pick<KnownBreaks, 'of'>
  readonly overview: Pick<Overview, 'readCall' | 'describeCall' | 'summarizeRatings'>
  readonly calls: Pick<Calls, 'ofCompanyAsOf'>
  readonly ratings: Pick<Ratings, 'ofCompanyAsOf'>
  readonly news: Pick<News, 'latestAsOf'>
  readonly notes: Pick<Notes, 'latest'>
  readonly isSample: () => boolean
}

/** Changed figures that are read, of both editions. */
const mostChanges = 1000
/** How many of each are read at most: more than fit on two pages. */
const most = { news: 12, notes: 12, restated: 3, filings: 8 } as const

export class TearSheets {
  readonly #dependencies: TearSheetDependencies

  constructor(dependencies: TearSheetDependencies) {
    this.#dependencies = dependencies
  }

  async compose({ symbol, asOf, adjustSplits = false }: Inputs['compose']): Promise<Outputs['compose']> {
    const { call, ...page } = this.#read(symbol, asOf ?? null, adjustSplits)
    return { ...page, call: call && (await this.#dependencies.overview.describeCall(call)) }
  }

  /** Reads the whole page synchronously, so that a download that is stored meanwhile appears completely or not at all. */
  #read(symbol: string, asOf: number | null, adjustSplits: boolean) {
    const { library, overview, calls, ratings, news, notes, isSample } = this.#dependencies
    const { reader, clock } = library
    const figures = this.#figures(symbol, asOf, adjustSplits)
    const allCalls = calls.ofCompanyAsOf(symbol, asOf)
    const call = overview.readCall(allCalls, asOf)
    const latestNews = news.latestAsOf(symbol, asOf, most.news)
    const rated = ratings.ofCompanyAsOf(symbol, asOf)
    const listing = listingAsOf(reader, symbol, asOf)
    const callIds = allCalls.map(({ callId }) => callId)
    const sourceOf = (recordIds: readonly number[]) => recordsSource(reader, recordIds, asOf)
    const stored = (table: SheetFigures['quarters'] | undefined) =>
      sourceOf(table?.columns.flatMap((column) => column.stored?.recordIds ?? []) ?? [])
    return {
      symbol,
      name: listing?.name ?? null,
      isSample: isSample(),
      composedAt: clock.now(),
      security: listing && { record: listing.record, fetchedAt: listing.fetchedAt },
      figures,
      call,
      ratings: overview.summarizeRatings(symbol, rated, asOf),
      news: latestNews,
      filingText: readInsights(reader, symbol, asOf).filter(saysAnything).slice(0, most.filings),
      notes: notes.latest({ callIds, until: asOf, limit: most.notes }),
      sources: {
        quarters: stored(figures?.quarters),
        years: stored(figures?.years),
        call: sourceOf(call?.reading ? [call.reading.recordId] : []),
        ratings: sourceOf(rated.map(({ recordId }) => recordId)),
        news: sourceOf(latestNews.entries.map(({ recordId }) => recordId)),
        security: sourceOf(listing ? [listing.recordId] : []),
      },
    }
  }

  #figures(symbol: string, asOf: number | null, adjustSplits: boolean): SheetFigures | null {
    const { library, known } = this.#dependencies
    const { reader, clock } = library
    const both = readBothEditions(reader, symbol, undefined, asOf)
    if (!both || both.series.periods.length === 0) return null
    const now = clock.now()
    const isOld = (fetchedAt: number) => asOf === null && isStale(fetchedAt, enhancedResource.age, now)
    const recordIds = new Set(both.series.periods.map(({ recordId }) => recordId))
    const wanted = { symbols: [symbol], since: null, ...(asOf !== null && { asOf }), offset: 0, limit: mostChanges }
    // Only of the shown edition: a lite record of the period may be restated too.
    const found = restatements(reader, wanted).restatements.filter(({ recordId }) => recordIds.has(recordId))
    return {
      ...sheetFigures(both, {
        known: known.of(symbol),
        adjustSplits,
        isOld,
        leftOut: linesLeftOut(reader, symbol, asOf),
      }),
      restated: { figures: found.slice(0, most.restated), more: found.length > most.restated },
    }
  }
}

/** A filing without any score of the service has nothing to print. */
function saysAnything({ riskFactors, mdna, litigation }: Insights): boolean {
  return [
    riskFactors?.count,
    riskFactors?.averageSentiment,
    mdna?.tone,
    mdna?.forwardLookingTerms,
    litigation?.count,
  ].some((figure) => figure != null)
}
