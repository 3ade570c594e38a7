/**
 * The earnings brief feature: puts together one page about one call of a company, from the library.
 */

import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { CallTone, EarningsBrief, RatingsSince, SpokenOfCall } from '#contract/api/brief.ts'
import type { CallEntry, CallReading } from '#contract/api/calls.ts'
import { figureChangeKind, type ChangedFigure } from '#contract/api/comparisons.ts'
import type { Highlight } from '#contract/api/notes.ts'
import type { RatingEntry } from '#contract/api/ratings.ts'
import type { SpokenFigures } from '#contract/api/spoken-figures.ts'
import { languageOfTranscript } from '#contract/api/text-segments.ts'
import { callSeries } from '../calls/call-series.ts'
import type { Calls } from '../calls/calls.ts'
import { fail } from '../failure-error.ts'
import type { KnownBreaks } from '../fundamentals/known-breaks.ts'
import { restatements } from '../fundamentals/restatements.ts'
import { readBothEditions } from '../fundamentals/company-series.ts'
import { localDay } from '../instant.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { recordsSource } from '../ledger/records-source.ts'
import type { News } from '../news/news.ts'
import type { Notes } from '../notes/notes.ts'
import { linesLeftOut } from '../overview/lines-excluded-for-financials.ts'
import { callOverview, sentimentsOf } from '../overview/call-overview.ts'
import { targetRanges } from '../ratings/firm-targets.ts'
import type { Ratings } from '../ratings/ratings.ts'
import { listingAsOf } from '../securities/listing-as-of.ts'
import { openingOf } from './quotes.ts'
import { briefFigures, type FiguresOfCall } from './brief-figures.ts'
import { leadSentences } from './summary-sentences.ts'
import { questionsByFirm } from './questions-by-firm.ts'
import { topicsOf } from './topics.ts'

interface BriefsDependencies {
  readonly library: Pick<LibraryContext, 'reader' | 'clock'>
  readonly known: Pick<KnownBreaks, 'of'>
  readonly calls: Pick<Calls, 'ofCompanyAsOf' | 'versionAsOf'>
  readonly ratings: Pick<Ratings, 'ofCompanyAsOf'>
  readonly news: Pick<News, 'ofCompanyAsOf'>
  readonly notes: Pick<Notes, 'highlightsOf' | 'placed'>
  /** Figures spoken in a call, set beside the stored statements. */
  readonly spokenFigures: (request: ApiInputs['calls']['figures']) => Promise<SpokenFigures | null>
  readonly isSample: () => boolean
}

type Inputs = ApiInputs['brief']
type Outputs = ApiOutputs['brief']

const callsInTone = 8
const mostChanges = 200
/** Spoken figures that differ, by name. */
const mostDiffering = 3

/** A call whose transcript was stored at the moment. */
interface StoredCall {
  readonly entry: CallEntry & { readonly startedAt: number }
  readonly reading: CallReading
}

/** The company, the options, and the moment that the page describes. */
interface BriefRequest extends Pick<Inputs['compose'], 'symbol' | 'adjustSplits'> {
  readonly at: number
  /** Null: now. */
  readonly asOf: number | null
}

export class Briefs {
  readonly #dependencies: BriefsDependencies

  constructor(dependencies: BriefsDependencies) {
    this.#dependencies = dependencies
  }

  /** Throws `not-in-library` when a named call is not stored, or was not then. */
  async compose({ symbol, callId, asOf, ...options }: Inputs['compose']): Promise<Outputs['compose']> {
    const at = asOf ?? this.#dependencies.library.clock.now()
    const request: BriefRequest = { symbol, ...options, at, asOf: asOf ?? null }
    const begun = this.#begunBy(request)
    const wanted = callId === undefined ? inOrderOfInterest(begun) : begun.filter((entry) => entry.callId === callId)
    const found = this.#firstStored(wanted, request)
    if (!found && callId !== undefined) fail({ kind: 'not-in-library' })
    if (!found) return { brief: null, listed: begun[0] ?? null }
    const page = this.#about(found, begun, request)
    const highlights = this.#dependencies.notes
      .highlightsOf(found.entry.callId)
      .filter(({ createdAt }) => createdAt <= at)
    // All is read by now: a download that is stored while highlights are found in the text is not on half of the page.
    const passages = await this.#passages(found, highlights)
    return { brief: { ...page, passages, spoken: await this.#spoken(found, request) }, listed: begun[0] ?? null }
  }

  /** What is stored now is nothing to compare with what was stored on a date. */
  async #spoken({ entry, reading }: StoredCall, { asOf }: BriefRequest): Promise<SpokenOfCall | null> {
    if (asOf !== null) return null
    const { form, hash } = reading
    const found = await this.#dependencies.spokenFigures({ callId: entry.callId, form, hash })
    const counted = (found?.figures ?? []).filter(({ dismissed }) => !dismissed)
    const agree = counted.filter(({ verdict }) => verdict.is === 'agrees').length
    const restated = counted.filter(({ verdict }) => verdict.is === 'restated').length
    const differing = counted.flatMap(({ label, change, value, verdict }) =>
      verdict.is === 'differs' ? [{ label, change, value, reported: verdict.reported.value }] : [],
    )
    if (agree + restated + differing.length === 0) return null
    return { agree, restated, differ: differing.length, differing: differing.slice(0, mostDiffering) }
  }

  /** Latest first. */
  #begunBy({ symbol, at, asOf }: BriefRequest): StoredCall['entry'][] {
    return this.#dependencies.calls.ofCompanyAsOf(symbol, asOf).flatMap((entry) => {
      const { startedAt } = entry
      return startedAt !== null && startedAt <= at ? [{ ...entry, startedAt }] : []
    })
  }

  #firstStored(entries: readonly StoredCall['entry'][], { asOf }: BriefRequest): StoredCall | undefined {
    for (const entry of entries) {
      const reading = entry.stored === null ? undefined : this.#dependencies.calls.versionAsOf(entry.callId, asOf)
      if (reading && reading.turns.text.length > 0) return { entry, reading }
    }
    return undefined
  }

  /** Reads without waiting for anything. */
  #about(
    { entry, reading }: StoredCall,
    begun: readonly StoredCall['entry'][],
    request: BriefRequest,
  ): Omit<EarningsBrief, 'passages' | 'spoken'> {
    const { symbol, at, asOf } = request
    const series = callSeries(entry, begun)
    const place = series.indexOf(entry)
    const until = series[place - 1]?.startedAt ?? null
    const since = { from: entry.startedAt, to: until ?? at }
    const earlier = this.#storedBefore(series.slice(place + 1), request)
    const [previous] = earlier
    const tone = [{ entry, reading }, ...earlier].map(toneOf).toReversed()
    const figures = this.#figures(entry, request)
    const ratings = this.#ratingsSince(request, since)
    const news = this.#dependencies.news.ofCompanyAsOf(symbol, asOf, { from: since.from + 1, to: since.to })
    const sentiment = sentimentsOf(reading)
    const topics = topicsOf(reading, previous?.reading ?? null)
    const previousCall = series[place + 1]
    return {
      symbol,
      company: entry.company ?? listingAsOf(this.#dependencies.library.reader, symbol, asOf)?.name ?? null,
      isSample: this.#dependencies.isSample(),
      at,
      isAsOf: asOf !== null,
      call: entry,
      until,
      lead: leadSentences({
        figures: figures?.figures.notStored === null ? figures : undefined,
        sentiment,
        previous: previous ? toneOf(previous) : null,
        ratings: ratings.entries,
        isEarlier: until !== null,
      }),
      figures: figures?.figures ?? null,
      tone: tone.some(({ call }) => call !== null) ? tone : [],
      sentiment,
      topics: topics && { ...topics, previous: previous?.entry.quarter ?? null },
      language: reading.language,
      questions: questionsByFirm(reading),
      ratings,
      restatements: {
        since: previousCall?.startedAt ?? null,
        changes: this.#changes({ symbol, from: previousCall?.startedAt ?? null, to: since.to, figures }),
      },
      news,
      sources: this.#sources({ figures, reading, ratings: ratings.entries, news }, asOf),
    }
  }

  /** Stored calls of a series, latest first: as many as the page shows beside its own. */
  #storedBefore(entries: readonly StoredCall['entry'][], request: BriefRequest): StoredCall[] {
    const found: StoredCall[] = []
    for (const entry of entries) {
      if (found.length === callsInTone - 1) break
      const stored = this.#firstStored([entry], request)
      if (stored) found.push(stored)
    }
    return found
  }

  #figures({ quarter, startedAt }: StoredCall['entry'], { symbol, asOf, adjustSplits = false }: BriefRequest) {
    const { library, known } = this.#dependencies
    const both = readBothEditions(library.reader, symbol, undefined, asOf)
    const leftOut = linesLeftOut(library.reader, symbol, asOf)
    const options = { quarter, heldOn: localDay(startedAt), known: known.of(symbol), adjustSplits, leftOut }
    return both && briefFigures(both, options)
  }

  async #passages(
    { entry, reading }: StoredCall,
    highlights: readonly Highlight[],
  ): Promise<EarningsBrief['passages']> {
    const placed = await this.#dependencies.notes.placed(highlights, reading)
    const { passages } = callOverview(entry, { reading, highlights: placed }, null)
    const language = languageOfTranscript(reading)
    return passages
      .filter(({ why, turn }, at) => why === 'highlight' || passages.findIndex((each) => each.turn === turn) === at)
      .map((passage) =>
        passage.why === 'highlight' ? passage : { ...passage, text: openingOf(passage.text, language) },
      )
  }

  #ratingsSince({ symbol, asOf }: BriefRequest, since: TimeWindow): RatingsSince {
    const entries = this.#dependencies.ratings.ofCompanyAsOf(symbol, asOf).filter((each) => isBetween(each.at, since))
    return {
      entries,
      ranges: targetRanges(entries, since.to).flatMap(({ currency, targets, median }) => {
        const [lowest, highest] = [targets[0], targets.at(-1)]
        return lowest && highest ? [{ currency, low: lowest.amount, high: highest.amount, median }] : []
      }),
    }
  }

  /** Changes of the edition that the page shows. */
  #changes({ symbol, from, to, figures }: ChangesWanted): ChangedFigure[] {
    const { reader } = this.#dependencies.library
    const span = { symbols: [symbol], since: from, asOf: to, offset: 0, limit: mostChanges }
    return figureChangeKind.options
      .flatMap((kind) => restatements(reader, { ...span, kind }).restatements)
      .filter(({ recordId }) => figures?.recordIds.has(recordId) ?? true)
      .toSorted((one, other) => other.seenAt - one.seenAt)
  }

  #sources({ figures, reading, ratings, news }: SourcesOfPage, asOf: number | null): EarningsBrief['sources'] {
    const { reader } = this.#dependencies.library
    const sourceOf = (records: readonly { readonly recordId: number }[]) =>
      recordsSource(
        reader,
        records.map(({ recordId }) => recordId),
        asOf,
      )
    return {
      fundamentals: figures ? sourceOf([figures]) : null,
      transcript: sourceOf([reading]) ?? fail({ kind: 'not-in-library' }),
      confidence: reading.confidence,
      ratings: sourceOf(ratings),
      news: sourceOf(news),
    }
  }
}

interface SourcesOfPage {
  readonly figures: FiguresOfCall | undefined
  readonly reading: CallReading
  readonly ratings: readonly RatingEntry[]
  readonly news: EarningsBrief['news']
}

interface ChangesWanted {
  readonly symbol: string
  /** Null: from the beginning. */
  readonly from: number | null
  readonly to: number
  readonly figures: FiguresOfCall | undefined
}

interface TimeWindow {
  readonly from: number
  readonly to: number
}

function isBetween(at: number | null, { from, to }: TimeWindow): boolean {
  return at !== null && at > from && at <= to
}

/** Calls on a fiscal quarter before conferences and meetings; each group latest first. */
function inOrderOfInterest(entries: readonly StoredCall['entry'][]): StoredCall['entry'][] {
  return [...entries.filter(({ quarter }) => quarter !== null), ...entries.filter(({ quarter }) => quarter === null)]
}

function toneOf({ entry, reading }: StoredCall): CallTone {
  const { callId, quarter, startedAt } = entry
  return { callId, quarter, startedAt, ...sentimentsOf(reading) }
}
