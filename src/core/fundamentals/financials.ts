/**
 * The financials feature: opens a company's statements from the library and refreshes them from the
 * service.
 */

import type { Failure } from '#contract/failure.ts'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { Basis, PeriodComparison, Edition, Figure, Period } from '#contract/api/financials.ts'
import { figureOf } from '#contract/api/figure-numbers.ts'
import { operations } from '#contract/service/operations.ts'
import { fail } from '../failure-error.ts'
import { isStale } from '../ledger/fetch-through-library.ts'
import type { CopyCompleteness } from '../ledger/copy-completeness.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { listGap } from '../ledger/list-gap.ts'
import { LastFailures } from '../ledger/last-failures.ts'
import { StaleWhileRevalidate } from '../ledger/stale-while-revalidate.ts'
import { acceptNewFigures } from './accept-held-back-records.ts'
import { adjustedForSplits, adjustmentOf } from './adjust-splits.ts'
import { columnsOf, compare, twelveMonthsOf, type Columns, type ColumnShares } from './calculated-columns.ts'
import { figureIndexes } from './figure-fields.ts'
import {
  fourQuartersBefore,
  isFullYear,
  lastFourQuarters,
  periodBefore,
  yearBefore,
  yearEndingWith,
} from './fiscal-period.ts'
import { getStoredEditions } from './fundamentals-store.ts'
import { responsesForPeriods, statementCompleteness } from './statement-completeness.ts'
import type { KnownBreaks } from './known-breaks.ts'
import { twelveMonthShares } from './last-twelve-months.ts'
import { remarksOn } from './period-remarks.ts'
import { periodOf, twelveMonthsPeriod } from './period-response.ts'
import { refreshCompany, type Refreshed, type CompanyRefresh } from './refresh-company.ts'
import { readBothEditions, shareBasesIn, type SeriesPeriod } from './company-series.ts'
import { SeriesTies } from './series-tie-outs.ts'
import type { ShareBases } from './share-split.ts'
import { enhancedResource, liteResource } from './resources.ts'

type FinancialsRequest = ApiInputs['financials']['open']
type FinancialsResponse = ApiOutputs['financials']['open']

/** Opens companies' statements. Remembers for the run why a company is shown in its lite edition, and what failed last. */
export class Financials {
  readonly #library: LibraryContext
  readonly #known: Pick<KnownBreaks, 'of'>
  readonly #liteBecause = new Map<string, Failure>()
  readonly #staleWhileRevalidate: StaleWhileRevalidate
  readonly #failures = new LastFailures()

  constructor(library: LibraryContext, known: Pick<KnownBreaks, 'of'>) {
    this.#library = library
    this.#known = known
    this.#staleWhileRevalidate = new StaleWhileRevalidate(library)
  }

  /**
   * Returns a stored copy at once; with `library-first` a stale one is refreshed in the background, which is announced. Throws
   * `not-in-library`, or the service's failure, only when nothing is stored. For a day on which nothing was stored it returns no
   * periods.
   */
  async open(request: FinancialsRequest, signal: AbortSignal): Promise<FinancialsResponse> {
    if (request.asOf !== undefined) return this.#read(request) ?? this.#nothing(request)
    const { symbol, edition, freshness } = request
    const announce = () => this.#library.announce({ kind: 'fundamentals', symbol })
    return this.#staleWhileRevalidate.open(
      {
        key: symbol,
        freshness,
        read: () => this.#read(request),
        refresh: (urgency, requestSignal) => this.#refresh({ symbol, edition, urgency }, requestSignal),
        refreshed: announce,
        missing: () => this.#nothing(request),
      },
      signal,
    )
  }

  /** In the background; the caller announces it. Without `edition` as in `open`. Throws the service's failure. */
  refresh(wanted: Omit<CompanyRefresh, 'urgency'>, signal: AbortSignal): Promise<Refreshed> {
    return this.#refresh({ ...wanted, urgency: 'background' }, signal)
  }

  /** Throws `read-only` on a read-only profile. */
  acceptNewFigures(symbol: string): { records: number } {
    const { writer, clock } = this.#library
    if (!writer) fail({ kind: 'read-only' })
    const records = acceptNewFigures(writer, symbol, clock.now())
    if (records > 0) this.#library.announce({ kind: 'fundamentals', symbol })
    return { records }
  }

  /** Coverage of the last request for its periods, back to `since` (`YYYY-MM-DD`); absent: all of them. */
  completeness(symbol: string, edition: Edition, since?: string): CopyCompleteness {
    return statementCompleteness(this.#library, symbol, edition, since)
  }

  async #refresh(wanted: CompanyRefresh, signal: AbortSignal): Promise<Refreshed> {
    const { symbol, edition, urgency } = wanted
    const refreshed = await this.#failures.watch(symbol, () => refreshCompany(this.#library, wanted, signal))
    const { liteBecause, changes } = refreshed
    if (liteBecause) this.#liteBecause.set(symbol, liteBecause)
    else if (edition !== 'lite') this.#liteBecause.delete(symbol)
    if (changes > 0 && urgency === 'user') this.#library.announce({ kind: 'fundamentals', symbol })
    return refreshed
  }

  /** When all periods of a company were last requested, and which of them did not arrive. */
  #lastRequested(
    symbol: string,
    edition: Edition,
  ): { readonly at: number | undefined; readonly gap: FinancialsResponse['gap'] } {
    const { operation } = edition === 'enhanced' ? enhancedResource : liteResource
    const pages = responsesForPeriods(this.#library, symbol, edition)
    return { at: pages[0]?.fetchedAt, gap: listGap(this.#library.reader, operation, pages) }
  }

  #nothing(request: FinancialsRequest): never {
    const isRequested = request.freshness !== 'library' && request.asOf === undefined
    if (isRequested && this.#library.writer === null) fail({ kind: 'read-only' })
    const title = operations[request.edition === 'lite' ? 'fundamentals.lite' : 'fundamentals.enhanced'].title
    fail({ kind: isRequested ? 'not-found' : 'not-in-library', operation: title })
  }

  #read(request: FinancialsRequest): FinancialsResponse | undefined {
    const { reader, clock } = this.#library
    const { symbol, basis, comparison, asOf, adjustSplits = false } = request
    const both = readBothEditions(reader, symbol, request.edition, asOf ?? null)
    if (!both) return undefined
    const { edition } = both.series
    // Tie-outs use reported figures.
    const ties = new SeriesTies(both.series, both.other, this.#known.of(symbol))
    const series = adjustSplits ? adjustedForSplits(both.series) : both.series
    const bases = shareBasesIn(series.periods)
    const remarks = remarksOn(series.periods, bases)
    const findings = (at: number) => ({
      ...ties.breaksOf(at),
      checked: ties.isChecked(at),
      remarks: [...(remarks[at] ?? [])],
    })
    const stored = getStoredEditions(reader, symbol)
    const positions = series.periods.flatMap((period, at) => (isOfBasis(period, basis) ? [at] : []))
    const rows = positions.flatMap((at) => series.periods[at] ?? [])
    const now = clock.now()
    const isOld = (fetchedAt: number) => asOf === undefined && isStale(fetchedAt, enhancedResource.age, now)
    const requested = this.#lastRequested(symbol, edition)
    const periods = rows.map((row, index) => periodOf(row, findings(positions[index] ?? -1), isOld))
    const values = columnsOf(rows.map(({ figures }) => figures))
    const quarters = basis === 'quarterly' ? lastFourQuarters(periods) : undefined
    const shares = columnShares(series.periods, bases, positions)
    const twelveMonths = quarters && shares.before(quarters)
    const shown = quarters && twelveMonths ? appended(values, twelveMonthsOf(values, quarters, twelveMonths)) : values
    const ofColumns = { ...shares, bases: [...shares.bases, ...(twelveMonths ? [twelveMonths.base] : [])] }
    const columns = quarters ? [...periods, twelveMonthsPeriod(periods, quarters)] : periods
    return {
      symbol,
      edition,
      liteReason: edition === 'lite' ? this.#whyLite(request) : null,
      heldBack: heldBackIn(series.periods),
      stored: stored.map((one) => one.edition),
      periods: withAdjustments(columns, rows, { comparison, quarters, all: series.periods }),
      values: shown,
      compared: compare(periods, shown, comparison, ofColumns),
      fetchedAt: oldest(rows),
      knownFrom: Math.min(...stored.map(({ firstSeenAt }) => firstSeenAt)),
      gap: asOf === undefined ? requested.gap : null,
      // Not by the oldest period: one that the service no longer sends would be requested without end.
      stale: asOf === undefined && (requested.at === undefined || isOld(requested.at)),
      refreshing: false,
      failure: asOf === undefined ? this.#failures.of(symbol) : null,
    }
  }

  #whyLite({ symbol, edition, asOf }: FinancialsRequest): Failure | null {
    return edition === undefined && asOf === undefined ? (this.#liteBecause.get(symbol) ?? null) : null
  }
}

/** The shares of columns with these positions of a series; `before` takes column positions. */
function columnShares(all: readonly SeriesPeriod[], bases: ShareBases, positions: readonly number[]): ColumnShares {
  return {
    bases: positions.map((at) => bases.of(at)),
    before: (quarters) => {
      const { year, isOneBase, base } = twelveMonthShares(
        all,
        bases,
        quarters.flatMap((column) => positions[column] ?? []),
      )
      const figures = all[year ?? -1]?.figures
      return { isOneBase, base, yearly: (field) => figureOf(figures?.[figureIndexes.get(field) ?? -1]) }
    },
  }
}

interface Adjusting {
  readonly comparison: PeriodComparison
  /** The columns that the last twelve months sum. */
  readonly quarters: readonly number[] | undefined
  readonly all: readonly SeriesPeriod[]
}

/** Says of each column how its EPS and shares, and their growth, were adjusted for splits. */
function withAdjustments(
  columns: readonly Period[],
  rows: readonly SeriesPeriod[],
  { comparison, quarters, all }: Adjusting,
): Period[] {
  if (rows.every(({ adjustment }) => !adjustment)) return [...columns]
  const sourcesOf = (at: readonly number[] | undefined) => {
    const four = (at ?? []).flatMap((column) => rows[column] ?? [])
    const last = four.at(-1)
    const year = last && four.length === 4 ? yearEndingWith(all, all.indexOf(last)) : undefined
    return year === undefined ? four : [all[year]]
  }
  const before = (column: number) => {
    if (comparison !== 'yoy' && comparison !== 'qoq') return []
    if (column >= rows.length) return comparison === 'yoy' ? sourcesOf(fourQuartersBefore(rows)) : []
    return [rows[(comparison === 'yoy' ? yearBefore : periodBefore)(rows, column) ?? -1]]
  }
  return columns.map((period, column) => {
    const own = column < rows.length ? [rows[column]] : sourcesOf(quarters)
    const [figures, compared] = [adjustmentOf(own), adjustmentOf([...own, ...before(column)])]
    return compared === null ? period : { ...period, adjusted: { figures, compared } }
  })
}

function heldBackIn(periods: readonly SeriesPeriod[]): FinancialsResponse['heldBack'] {
  const stored = periods.flatMap(({ heldBack }) => heldBack ?? [])
  if (stored.length === 0) return null
  return {
    periods: stored.length,
    lost: stored.reduce((sum, { lost }) => sum + lost, 0),
    of: stored.reduce((sum, { of }) => sum + of, 0),
    receivedAt: Math.max(...stored.map(({ knownFrom }) => knownFrom)),
  }
}

/** A year is listed with years; every other period, known or not, with the quarters. */
function isOfBasis(row: SeriesPeriod, basis: Basis): boolean {
  return isFullYear(row.quarter) === (basis === 'annual')
}

function appended(values: Columns, last: Readonly<Record<string, Figure>>): Columns {
  return Object.fromEntries(
    Object.entries(values).map(([field, figures]) => [field, [...figures, last[field] ?? null]]),
  )
}

function oldest(rows: readonly SeriesPeriod[]): number | null {
  return rows.reduce<number | null>((least, { lastSeenAt }) => Math.min(least ?? lastSeenAt, lastSeenAt), null)
}
