/** The overview feature: one company on one page, from the library. */

import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { CallEntry, CallReading } from '#contract/api/calls.ts'
import type { Highlight } from '#contract/api/notes.ts'
import type { OverviewCall } from '#contract/api/overview.ts'
import type { RatingEntry } from '#contract/api/ratings.ts'
import { operations } from '#contract/service/operations.ts'
import { callSeries } from '../calls/call-series.ts'
import { callsResource } from '../calls/resources.ts'
import type { Calls } from '../calls/calls.ts'
import { fail } from '../failure-error.ts'
import type { KnownBreaks } from '../fundamentals/known-breaks.ts'
import { enhancedResource } from '../fundamentals/resources.ts'
import { readBothEditions } from '../fundamentals/company-series.ts'
import { isStale } from '../ledger/fetch-through-library.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { newsResource } from '../news/resource.ts'
import type { News } from '../news/news.ts'
import type { Notes } from '../notes/notes.ts'
import { ratingsResource } from '../ratings/resource.ts'
import type { Ratings } from '../ratings/ratings.ts'
import { listingAsOf } from '../securities/listing-as-of.ts'
import { securitiesResource } from '../securities/resource.ts'
import { keyFigures } from './key-figures.ts'
import { callOverview } from './call-overview.ts'
import { linesLeftOut } from './lines-excluded-for-financials.ts'
import { countStored } from './stored-record-counts.ts'
import { ratingsSummary } from './ratings-summary.ts'

type Inputs = ApiInputs['overview']
type Outputs = ApiOutputs['overview']

interface OverviewDependencies {
  readonly library: LibraryContext
  readonly known: Pick<KnownBreaks, 'of'>
  readonly calls: Pick<Calls, 'countRecordings' | 'ofCompanyAsOf' | 'requestedAt' | 'versionAsOf'>
  readonly ratings: Pick<Ratings, 'ofCompanyAsOf' | 'atService'>
  readonly news: Pick<News, 'latestAsOf' | 'atService'>
  /** Records of a company's ratings and news that are new on a watchlist. */
  readonly newRecords: (symbol: string) => ReadonlySet<number>
  readonly notes: Pick<Notes, 'highlightsOf' | 'placed'>
}

interface ReadCall {
  readonly entry: CallEntry
  /** Null: its transcript was not stored. */
  readonly reading: CallReading | null
  readonly highlights: readonly Highlight[]
  /** The company's previous call with a transcript; null: none. */
  readonly previous: CallReading | null
}

export class Overview {
  readonly #dependencies: OverviewDependencies

  constructor(dependencies: OverviewDependencies) {
    this.#dependencies = dependencies
  }

  /** Throws `not-in-library` when no period of the company is stored, or was then. */
  figures({ symbol, asOf, adjustSplits = false }: Inputs['figures']): Outputs['figures'] {
    const { library, known } = this.#dependencies
    const both = readBothEditions(library.reader, symbol, undefined, asOf ?? null)
    if (!both || both.series.periods.length === 0)
      fail({ kind: 'not-in-library', operation: operations['fundamentals.enhanced'].title })
    const now = library.clock.now()
    const isOld = (fetchedAt: number) => asOf === undefined && isStale(fetchedAt, enhancedResource.age, now)
    // A period that the service no longer sends does not make the others stale.
    const fetchedAt = Math.max(...both.series.periods.map(({ lastSeenAt }) => lastSeenAt))
    return {
      ...keyFigures(both, {
        known: known.of(symbol),
        adjustSplits,
        isOld,
        leftOut: linesLeftOut(library.reader, symbol, asOf ?? null),
      }),
      fetchedAt,
      stale: isOld(fetchedAt),
    }
  }

  async call({ symbol, asOf }: Inputs['call']): Promise<Outputs['call']> {
    const { calls } = this.#dependencies
    const read = this.readCall(calls.ofCompanyAsOf(symbol, asOf ?? null), asOf ?? null)
    const requestedAt = calls.requestedAt(symbol)
    return { call: read && (await this.describeCall(read)), requestedAt }
  }

  /** The latest of a company's calls that had begun, with everything on the page, at one moment of the library; null: none. */
  readCall(ofCompany: readonly CallEntry[], asOf: number | null): ReadCall | null {
    const { library, calls, notes } = this.#dependencies
    const at = asOf ?? library.clock.now()
    const [entry, ...earlier] = ofCompany.filter(({ startedAt }) => startedAt !== null && startedAt <= at)
    if (!entry) return null
    const reading = (entry.stored && calls.versionAsOf(entry.callId, asOf)) ?? null
    if (!reading) return { entry, reading, highlights: [], previous: null }
    const previous = callSeries(entry, earlier).find(({ stored }) => stored !== null)
    return {
      entry,
      reading,
      highlights: notes.highlightsOf(entry.callId).filter(({ createdAt }) => createdAt <= at),
      previous: (previous && calls.versionAsOf(previous.callId, asOf)) ?? null,
    }
  }

  /** Must not read the library: finding highlights in a corrected text takes time, and a download may be stored meanwhile. */
  async describeCall({ entry, reading, highlights, previous }: ReadCall): Promise<OverviewCall> {
    if (!reading) return callOverview(entry, null, null)
    const placed = await this.#dependencies.notes.placed(highlights, reading)
    return callOverview(entry, { reading, highlights: placed }, previous)
  }

  ratings({ symbol, asOf }: Inputs['ratings']): Outputs['ratings'] {
    return this.summarizeRatings(symbol, this.#dependencies.ratings.ofCompanyAsOf(symbol, asOf ?? null), asOf ?? null)
  }

  /** @param entries all of the company's */
  summarizeRatings(symbol: string, entries: readonly RatingEntry[], asOf: number | null): Outputs['ratings'] {
    const { library, ratings } = this.#dependencies
    return {
      ...ratingsSummary(entries, asOf ?? library.clock.now()),
      requestedAt: ratings.atService({ symbols: [symbol] }).last.requestedAt,
    }
  }

  news({ symbol, asOf, limit }: Inputs['news']): Outputs['news'] {
    const { news, newRecords } = this.#dependencies
    const { entries, total } = news.latestAsOf(symbol, asOf ?? null, limit)
    // For an earlier day nothing is marked as new.
    const known = asOf === undefined ? newRecords(symbol) : null
    return {
      entries,
      fresh: entries.flatMap(({ recordId }) => (known?.has(recordId) === true ? [recordId] : [])),
      total,
      requestedAt: news.atService({ symbols: [symbol] }).last.requestedAt,
    }
  }

  security({ symbol, asOf }: Inputs['security']): Outputs['security'] {
    return { record: listingAsOf(this.#dependencies.library.reader, symbol, asOf)?.record ?? null }
  }

  library({ symbol }: Inputs['library']): Outputs['library'] {
    const { library, calls } = this.#dependencies
    const counts = countStored(library.reader, symbol)
    const now = library.clock.now()
    const kind = (count: number, receivedAt: number | null, age: number) => ({
      count,
      receivedAt,
      stale: receivedAt !== null && isStale(receivedAt, age, now),
    })
    return {
      quarters: counts.quarters,
      years: counts.years,
      fundamentals: kind(counts.quarters + counts.years, counts.fundamentalsAt, enhancedResource.age),
      calls: {
        ...kind(counts.calls, counts.callsAt, callsResource.age),
        transcripts: counts.transcripts,
        recordings: calls.countRecordings(symbol),
      },
      ratings: { ...kind(counts.ratings, counts.ratingsAt, ratingsResource.age), firms: counts.firms },
      news: kind(counts.news, counts.newsAt, newsResource.age),
      security: kind(counts.listings, counts.securityAt, securitiesResource.age),
    }
  }
}
