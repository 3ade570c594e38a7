/** Calculates the whole table of a comparison from the companies' stored periods. */

import type { ComparedCompany, ComparisonSpec, PeriodColumn, PeriodColumnRecords } from '#contract/api/comparisons.ts'
import { comparedLines, type FigureLine } from '#contract/api/figure-lines.ts'
import { notAvailable, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import type { PeriodRemark, SplitAdjusted } from '#contract/api/financials.ts'
import { outdatedAmong } from '#contract/api/outdated-periods.ts'
import type { OwnMetric } from '#contract/api/metrics.ts'
import type { LineNumbers, TableNumbers } from '#contract/api/packed-figures.ts'
import type { Formula } from '../metrics/formula.ts'
import type { Earlier } from '../metrics/evaluate-formula.ts'
import { adjustedForSplits, adjustmentOf } from '../fundamentals/adjust-splits.ts'
import { yearEndOf } from '../fundamentals/calendar-periods.ts'
import { areApart, type FiscalPeriod } from '../fundamentals/fiscal-period.ts'
import { remarksOn } from '../fundamentals/period-remarks.ts'
import type { KnownBreaksOfCompany } from '../fundamentals/known-break-marks.ts'
import { SeriesTies, type PeriodBreaks } from '../fundamentals/series-tie-outs.ts'
import { shownOf } from './comparison-modes.ts'
import { against, isComparable, rankPeers } from './peers.ts'
import { shareBasesIn, type CompanySeries, type SeriesPeriod } from '../fundamentals/company-series.ts'
import { isSplit, type ShareBases } from '../fundamentals/share-split.ts'
import { ColumnFigures } from './column-figures.ts'
import { alignmentOf, shownColumns } from './shown-columns.ts'
import {
  periodColumnsOf,
  twelveMonths,
  type CompanyPeriodColumns,
  type OrderedPeriodColumn,
  type PeriodColumnSource,
} from './period-columns.ts'

/** A company of a comparison: its stored series, if it has one. */
export interface ComparedSeries {
  readonly symbol: string
  readonly name: string | null
  readonly series: CompanySeries | undefined
  /** Its other edition, where that is stored as well. */
  readonly other: CompanySeries | undefined
  readonly known: KnownBreaksOfCompany
}

/** A user's metric whose formula can be calculated. */
export interface ReadMetric {
  readonly metric: Pick<OwnMetric, 'name' | 'unit'>
  readonly formula: Formula
}

export interface CompareOptions {
  readonly companies: readonly ComparedSeries[]
  /** By field. */
  readonly own: ReadonlyMap<string, ReadMetric>
  readonly isStale: (period: SeriesPeriod) => boolean
  /** YYYY-MM-DD, of the moment that the comparison is made for. */
  readonly today: string
}

/** One company in the comparison, its periods in its columns. */
interface PlacedCompany {
  readonly company: ComparedSeries
  /** Its periods as they are compared: adjusted for splits where that is requested. */
  readonly periods: readonly SeriesPeriod[]
  readonly placed: CompanyPeriodColumns
  readonly shareBases: ShareBases
  readonly earlier: EarlierColumns
  readonly figures: ColumnFigures
}

/** The whole comparison, from series that are read already. Columns older than those shown are calculated too: growth is calculated from them. */
export function compare(spec: ComparisonSpec, { companies, own, isStale, today }: CompareOptions): TableNumbers {
  const alignment = alignmentOf(
    spec,
    companies.map(({ series }) => series?.periods ?? []),
  )
  const placed = companies.map(({ series }) => periodColumnsOf(series?.periods ?? [], spec.basis, alignment))
  const columns = columnsOf(placed)
  const period = spec.basis === 'annual' || spec.basis === 'annual-ltm' ? 4 : 1
  const formulas = new Map([...own].map(([field, { formula }]) => [field, formula]))
  const sides = companies.map((company, at): PlacedCompany => {
    const its = placed[at] ?? nothing
    const series = seriesIn(company, spec)
    const periods = series?.periods ?? []
    const earlier = earlierIn(columns, its.sources, periods)
    const around = { prior: earlier(period), yearAgo: earlier(4) }
    const shareBases = shareBasesIn(periods)
    return {
      company,
      periods,
      placed: its,
      shareBases,
      earlier,
      figures: new ColumnFigures({ periods, shareBases, columns, sources: its.sources, own: formulas, ...around }),
    }
  })
  const shown = shownColumns(columns, placed, spec)
  const outdated = outdatedIn(
    sides,
    shown.flatMap((at) => columns[at] ?? []),
    today,
  )
  const known = spec.lines.flatMap((field) => lineOf(field, own) ?? [])
  const keysOf = (earlier: Earlier) => shown.map((column) => columns[earlier[column] ?? -1]?.key)
  return {
    alignment,
    columns: shown.flatMap((at) => (columns[at] ? [columnOfPeriod(columns[at])] : [])),
    companies: sides.map((side, at) =>
      companyOf(
        side,
        shown.flatMap((column) => columns[column] ?? []),
        {
          isStale,
          outdated: outdated.subarray(at * shown.length, (at + 1) * shown.length),
          before: shown.map(
            (column) => columns[earlierFor(spec, { column, shown, period, earlier: side.earlier })]?.key,
          ),
          yearAgo: keysOf(side.earlier(4)),
          prior: spec.mode === 'qoq' ? keysOf(side.earlier(period)) : [],
        },
      ),
    ),
    lines: known.map((line) => comparedLine(line, spec, { sides, shown, period, outdated })),
    unknownLines: spec.lines.filter((field) => lineOf(field, own) === undefined),
  }
}

/**
 * Columns in which a company's latest twelve months ended too long before the others', company by company. Columns of a named
 * period are empty for a company without newer figures.
 */
function outdatedIn(
  sides: readonly PlacedCompany[],
  columns: readonly OrderedPeriodColumn[],
  today: string,
): Uint8Array {
  const outdated = new Uint8Array(sides.length * columns.length)
  for (const [column, { key }] of columns.entries()) {
    if (key !== twelveMonths.key) continue
    const ends = sides.map(({ company, placed }) => {
      const last = placed.sources.get(key)?.at.at(-1)
      return company.series?.periods[last ?? -1]?.endPeriod ?? null
    })
    for (const [at, isOutdated] of outdatedAmong(ends, today).entries()) {
      if (isOutdated) outdated[at * columns.length + column] = 1
    }
  }
  return outdated
}

const nothing: CompanyPeriodColumns = { sources: new Map(), columns: [], missing: [] }

export function columnsOf(placed: readonly CompanyPeriodColumns[]): readonly OrderedPeriodColumn[] {
  const byKey = new Map(placed.flatMap((each) => each.columns.map((column) => [column.key, column])))
  return [...byKey.values()].sort((left, right) => left.order - right.order)
}

/** For each column, the one a number of quarters before it, as a base for a change; −1: none. */
type EarlierColumns = (quarters: number) => Earlier

/** By the labels of the columns, unless the ends of the company's periods in both contradict them: one of the two is mislabelled. */
export function earlierIn(
  columns: readonly OrderedPeriodColumn[],
  sources: CompanyPeriodColumns['sources'],
  periods: readonly FiscalPeriod[],
): EarlierColumns {
  const byOrder = new Map(columns.map(({ order }, at) => [order, at]))
  const lastIn = columns.map(({ key }) => periods[sources.get(key)?.at.at(-1) ?? -1])
  const known = new Map<number, Earlier>()
  return (quarters) => {
    const baseOf = ({ order }: OrderedPeriodColumn, column: number) => {
      const at = byOrder.get(order - quarters) ?? -1
      const [earlier, later] = [lastIn[at], lastIn[column]]
      return earlier && later && !areApart(earlier, later, quarters) ? -1 : at
    }
    const earlier = known.get(quarters) ?? Int32Array.from(columns, baseOf)
    known.set(quarters, earlier)
    return earlier
  }
}

/** The company's periods in the form in which they are compared. */
export function seriesIn(
  { series }: Pick<ComparedSeries, 'series'>,
  { adjustSplits = false }: Pick<ComparisonSpec, 'adjustSplits'>,
): CompanySeries | undefined {
  return series && adjustSplits ? adjustedForSplits(series) : series
}

interface ShownColumn extends Pick<LineOptions, 'shown' | 'period'>, Pick<PlacedCompany, 'earlier'> {
  readonly column: number
}

/** The column that a shown one is compared with; −1: none. */
function earlierFor({ mode, years = 1 }: ComparisonSpec, { column, shown, earlier, period }: ShownColumn): number {
  switch (mode) {
    case 'yoy':
      return earlier(4)[column] ?? -1
    case 'qoq':
      return earlier(period)[column] ?? -1
    case 'cagr':
      return earlier(4 * years)[column] ?? -1
    case 'index':
      return shown[0] ?? -1
    default:
      return -1
  }
}

function columnOfPeriod({ key, kind, year, quarter }: OrderedPeriodColumn): PeriodColumn {
  return { key, kind, year, quarter }
}

export function lineOf(field: string, own: ReadonlyMap<string, ReadMetric>): FigureLine | undefined {
  const metric = own.get(field)?.metric
  if (!metric) return comparedLines.get(field)
  return {
    field,
    label: metric.name,
    unit: metric.unit,
    favor: 'neither',
    statement: null,
    measure: null,
    first: 'highest',
  }
}

function companyOf(
  { company, periods, placed, shareBases, figures }: PlacedCompany,
  columns: readonly OrderedPeriodColumn[],
  { isStale, outdated, before, yearAgo, prior }: ShownColumns,
): ComparedCompany {
  const ties = company.series && new SeriesTies(company.series, company.other, company.known)
  const remarks = remarksOn(periods, shareBases)
  const sourcesOf = (key: string | undefined) => (key === undefined ? [] : figures.perShareSources(key))
  const recordsIn = (key: string | undefined) =>
    (placed.sources.get(key ?? '')?.at ?? []).flatMap((at) => periods[at]?.recordId ?? [])
  const parts = {
    periods,
    isStale,
    breaksOf: (at: number) => ties?.breaksOf(at) ?? noBreaks,
    remarks: (at: number) => remarks[at] ?? [],
  }
  return {
    symbol: company.symbol,
    name: company.name,
    edition: company.series?.edition ?? null,
    yearEnd: yearEndOf(periods),
    periods: columns.map(({ key }, column) => {
      const source = placed.sources.get(key)
      if (!source) return null
      const own = sourcesOf(key)
      const adjusted = { figures: adjustmentOf(own), compared: adjustmentOf([...own, ...sourcesOf(before[column])]) }
      const bases = { yearAgo: recordsIn(yearAgo[column]), prior: recordsIn(prior[column]) }
      return recordsOf(source, { ...parts, ...bases, outdated: outdated[column] === 1, adjusted })
    }),
    missing: [...placed.missing],
  }
}

const noBreaks: PeriodBreaks = { breaks: [], knownBreaks: [] }

interface ShownColumns extends Pick<CompareOptions, 'isStale'> {
  readonly outdated: Uint8Array
  /** For each shown column, the key of the column that its mode compares it with. */
  readonly before: readonly (string | undefined)[]
  readonly yearAgo: readonly (string | undefined)[]
  /** Empty where no change on the previous period is shown. */
  readonly prior: readonly (string | undefined)[]
}

interface PeriodRecordOptions extends Pick<PeriodColumnRecords, 'yearAgo' | 'prior'> {
  readonly periods: readonly SeriesPeriod[]
  readonly isStale: (period: SeriesPeriod) => boolean
  readonly breaksOf: (at: number) => PeriodBreaks
  readonly remarks: (at: number) => readonly PeriodRemark[]
  readonly outdated: boolean
  readonly adjusted: NonNullable<SplitAdjusted>
}

function recordsOf(
  { at, how }: PeriodColumnSource,
  { periods: all, yearAgo, prior, isStale, breaksOf, remarks, outdated, adjusted }: PeriodRecordOptions,
): PeriodColumnRecords | null {
  const periods = at.flatMap((each) => all[each] ?? [])
  const last = periods.at(-1)
  if (!last) return null
  const { quarter, year, endPeriod } = last
  const broken = at.map(breaksOf)
  const breaks = together(broken.map((each) => each.breaks))
  return {
    recordIds: periods.map(({ recordId }) => recordId),
    yearAgo,
    prior,
    how,
    quarter,
    year,
    endPeriod,
    stale: periods.some(isStale),
    fetchedAt: Math.min(...periods.map(({ lastSeenAt }) => lastSeenAt)),
    outdated,
    restated: together(periods.map(({ restated }) => restated)),
    breaks,
    // One of the four quarters may have a known break, another not.
    knownBreaks: together(broken.map((each) => each.knownBreaks)).filter((field) => !breaks.includes(field)),
    unreadable: together(periods.map(({ unreadable }) => unreadable)),
    converted: together(periods.map(({ converted }) => converted)),
    imprecise: together(periods.map(({ imprecise }) => imprecise)),
    kept: together(periods.map(({ kept }) => kept)),
    withdrawn: together(periods.map(({ withdrawn }) => withdrawn)),
    // A split before the first of four quarters does not affect them.
    remarks: at.flatMap((each, index) =>
      remarks(each).filter(({ kind }) => !isSplit(kind) || index > 0 || at.length === 1),
    ),
    ...(adjusted.compared !== null && { adjusted }),
  }
}

/** Each field once. */
function together(lists: readonly (readonly string[])[]): string[] {
  const [only = []] = lists
  return lists.length === 1 ? [...only] : [...new Set(lists.flat())]
}

interface LineOptions {
  readonly sides: readonly PlacedCompany[]
  readonly shown: readonly number[]
  readonly period: number
  /** Company by company, a shown column after another. */
  readonly outdated: Uint8Array
}

function comparedLine(
  line: FigureLine,
  spec: ComparisonSpec,
  { sides, shown, period, outdated }: LineOptions,
): LineNumbers {
  const { field, label, unit, favor, first } = line
  const values = sideBySide(
    sides.map(({ figures }) => figures.line(field)),
    shown,
  )
  const modeOf = ({ figures, earlier }: PlacedCompany) => ({
    mode: spec.mode,
    years: spec.years ?? 1,
    earlier,
    period,
    line: figures.line,
    bases: !figures.shares.isOf(field)
      ? undefined
      : spec.mode === 'index'
        ? Float64Array.from(shown, (column) => figures.shares.bases[column] ?? notAvailable)
        : figures.shares.bases,
  })
  const derivedOf = (side: PlacedCompany, at: number): FigureNumbers => {
    // 100 is the first that is shown.
    const figures =
      spec.mode === 'index' ? values.subarray(at * shown.length, (at + 1) * shown.length) : side.figures.line(field)
    return shownOf(line, figures, modeOf(side))
  }
  const derived =
    spec.mode === 'values'
      ? values
      : sideBySide(sides.map(derivedOf), spec.mode === 'index' ? [...shown.keys()] : shown)
  const peers = { figures: derived, companies: sides.length, columns: shown.length, outdated }
  const isRanked = isComparable(line, spec)
  const { ranks, median } = isRanked ? rankPeers(peers, first) : noRanking
  const others = { spec, sides, columns: shown.length, median, isRanked, outdated }
  const inMode = spec.mode === 'values' ? none : againstOthers(derived, others)
  return {
    field,
    label,
    unit,
    favor,
    first,
    isRanked,
    isOfShares: sides.some(({ figures }) => figures.shares.isOf(field)),
    largest: sides.map((_, side) => largestOf(values.subarray(side * shown.length, (side + 1) * shown.length))),
    values,
    shown: inMode,
    ranks,
    median,
  }
}

function largestOf(figures: FigureNumbers): number {
  let largest = 0
  for (const figure of figures) if (Number.isFinite(figure)) largest = Math.max(largest, Math.abs(figure))
  return largest
}

const none: FigureNumbers = new Float64Array(0)
const noRanking = { ranks: new Uint8Array(0), median: none }

/** The shown columns of each company, one company after another. */
function sideBySide(lines: readonly FigureNumbers[], shown: readonly number[]): FigureNumbers {
  const figures = new Float64Array(lines.length * shown.length)
  let index = 0
  for (const line of lines) {
    for (const column of shown) {
      figures[index] = line[column] ?? notAvailable
      index += 1
    }
  }
  return figures
}

interface Others {
  readonly spec: ComparisonSpec
  readonly sides: readonly PlacedCompany[]
  readonly columns: number
  readonly median: FigureNumbers
  readonly isRanked: boolean
  readonly outdated: Uint8Array
}

/** The figures of the mode, or their difference to the median or to a peer; n/a where there is no other. */
function againstOthers(
  derived: FigureNumbers,
  { spec, sides, columns, median, isRanked, outdated }: Others,
): FigureNumbers {
  if (spec.mode !== 'median' && spec.mode !== 'peer') return derived
  if (!isRanked) return derived.map(() => notAvailable)
  const peers = { figures: derived, companies: sides.length, columns, outdated }
  if (spec.mode === 'median') return against(peers, median)
  const peer = sides.findIndex(({ company }) => company.symbol === spec.peer)
  if (peer < 0) return derived.map(() => notAvailable)
  const first = peer * columns
  const ofPeer = derived.slice(first, first + columns)
  return against(
    peers,
    ofPeer.map((figure, column) => (outdated[first + column] === 1 ? notAvailable : figure)),
  )
}
