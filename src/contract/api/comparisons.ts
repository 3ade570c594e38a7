/**
 * The API of comparisons of companies: the user's choice of companies, lines, periods and mode, the
 * resulting table, and saved comparisons.
 */

import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { unitKinds } from '../service/statement-lines.ts'
import { query, change, instant, lookup, requestedInstant } from './base.ts'
import { adjustSplits, edition, figure, markedFields, periodRemark, splitAdjusted, type Figure } from './financials.ts'
import { requestedField, requestedId, requestedSymbol } from './request-texts.ts'

/**
 *  - `annual`: fiscal or calendar years; `annual-ltm`: with the last twelve months behind them
 *  - `quarterly`: quarters; `ltm`: at each quarter the twelve months that end with it
 */
const comparisonBasis = z.enum(['annual', 'annual-ltm', 'quarterly', 'ltm'])
export type ComparisonBasis = z.infer<typeof comparisonBasis>

/**
 *  - `fiscal`: Q3 FY2025 of one company beside Q3 FY2025 of another, whenever they end
 *  - `calendar`: a period belongs to the calendar quarter that holds its midpoint; a calendar year is the sum of the four quarters
 *    that belong to it or, where they are not all there, the fiscal year whose midpoint it holds
 */
const alignment = z.enum(['fiscal', 'calendar'])
export type Alignment = z.infer<typeof alignment>

/** `automatic`: fiscal where all fiscal years end in one month, else calendar. */
const alignmentChoice = z.enum(['automatic', ...alignment.options])
export type AlignmentChoice = z.infer<typeof alignmentChoice>

/** Which periods are shown: the latest that any company has, or the latest that at least half of the companies have. */
const periodChoice = z.enum(['latest', 'common'])
export type PeriodChoice = z.infer<typeof periodChoice>

/**
 * How each figure is presented. Growth of ratios, percents and days is a difference.
 *  - `cagr`: growth a year over `years` years
 *  - `common-size`: income and cash flow lines over revenue, balance lines over total assets
 *  - `index`: 100 at the first shown period in which the company has a figure above zero
 *  - `median`, `peer`: difference to the median of all, to one of them; of amounts of money there is none
 */
const comparisonMode = z.enum(['values', 'yoy', 'qoq', 'cagr', 'common-size', 'index', 'median', 'peer'])
export type ComparisonMode = z.infer<typeof comparisonMode>

/**
 *  - `spread`: lines × periods, companies side by side
 *  - `period`: lines × companies, of one period
 *  - `time`: companies × periods, of one line
 *  - `scatter`: two lines against each other, a point a company
 */
const comparisonLayout = z.enum(['spread', 'period', 'time', 'scatter'])
export type ComparisonLayout = z.infer<typeof comparisonLayout>

/** `trends`: quarterly charts below the table, each company on its own columns. The others chart the selected cells. */
const comparisonChart = z.enum(['none', 'trends', 'lines', 'bars', 'multiples'])
export type ComparisonChart = z.infer<typeof comparisonChart>

/** The period of a scatter's points: the latest quarter or fiscal year that most companies have, or each one's last twelve months. */
const scatterPeriod = z.enum(['quarter', 'ltm', 'annual'])
export type ScatterPeriod = z.infer<typeof scatterPeriod>

/** Size of the picture to copy or save: a 16:9 slide, half of one, or the chart without its frame. */
const scatterPictureSize = z.enum(['slide', 'half', 'chart'])
export type ScatterPictureSize = z.infer<typeof scatterPictureSize>
const scatterPictureColors = z.enum(['light', 'dark', 'grey'])
export type ScatterPictureColors = z.infer<typeof scatterPictureColors>

/** Texts of a comparison: fields of lines; symbols of companies, and keys of periods and columns. */
interface SpecTexts {
  readonly field: z.ZodString
  readonly key: z.ZodString
}

/** What a scatter plot shows of a comparison, and how it is copied. */
const scatterSettingsOf = ({ field, key }: SpecTexts) =>
  z.object({
    /** Fields of lines, as in `lines`. */
    up: field.min(1),
    across: field.min(1),
    period: scatterPeriod,
    /** Periods before each point that its trail goes back. */
    trail: z.union([z.literal(0), z.literal(4), z.literal(8)]),
    medians: z.boolean(),
    /** Symbols that are listed and not drawn. */
    hidden: z.array(key).max(100),
    /** Symbols whose trails are highlighted; empty: none. */
    selected: key,
    second: key,
    picture: z.object({
      size: scatterPictureSize,
      /** Saved comparisons have it under this spelling. */
      colours: scatterPictureColors,
      title: z.boolean(),
      source: z.boolean(),
      table: z.boolean(),
    }),
  })
export type ScatterSettings = z.infer<ReturnType<typeof scatterSettingsOf>>

/** Most periods of one comparison. */
export const mostPeriods = 120

const specOf = (texts: SpecTexts) =>
  z.object({
    companies: z.array(z.object({ symbol: texts.key.min(1), edition: edition.optional() })).max(100),
    /** Fields of statement lines, metrics, calculated lines, insights; `own.<id>` for a named metric. */
    lines: z.array(texts.field.min(1)).max(250),
    basis: comparisonBasis,
    alignment: alignmentChoice,
    mode: comparisonMode,
    /** Over how many years `cagr` is; other modes ignore it. */
    years: z.number().int().min(1).max(20).optional(),
    /** For `peer`: one of the companies. */
    peer: texts.key.optional(),
    /** The latest so many periods. */
    periods: z.number().int().min(1).max(mostPeriods),
    /** Absent: latest. */
    periodChoice: periodChoice.optional(),
    /**
     * The user says that all amounts are of one currency, which the service does not state: money is then ranked and has medians.
     * Nothing is converted. Absent: no.
     */
    oneCurrency: z.boolean().optional(),
    /** As the library knew it at that moment; null: now. */
    asOf: requestedInstant.nullable(),
    adjustSplits,
    /** Layout in the window; saved with the comparison, without effect on its figures. */
    look: z
      .object({
        layout: comparisonLayout,
        /** Rows and columns have changed places. */
        pivoted: z.boolean(),
        /** Field of the one line of `time`, key of the one period of `period`; empty: the first, the latest. */
        line: texts.field,
        period: texts.key,
        ranks: z.enum(['none', 'newest', 'all']),
        chart: comparisonChart,
        /** Columns that the user resized, in pixels. */
        widths: z.record(texts.key, z.number().int().min(40).max(640)).optional(),
        /** Absent: a comparison from before there were scatters. */
        scatter: scatterSettingsOf(texts).optional(),
      })
      .optional(),
  })

/** As it is stored, in the library or in a workbook. */
export const comparisonSpec = specOf({ field: z.string(), key: z.string() })
/** As a window requests it. */
export const requestedComparison = specOf({ field: requestedField, key: requestedId })
export type ComparisonSpec = z.infer<typeof comparisonSpec>

const periodColumn = z.object({
  /** `2025`, `2025 Q3`, `LTM`, `2025 Q3 LTM`: the same in every response. */
  key: z.string(),
  kind: z.enum(['annual', 'quarter', 'ltm']),
  /** Fiscal or calendar, as aligned; null for the latest twelve months of each. */
  year: z.number().int().nullable(),
  quarter: z.string().nullable(),
})
export type PeriodColumn = z.infer<typeof periodColumn>

/** Which fields of a column's records have a mark. */
const periodColumnMarks = z.object({
  restated: z.array(z.string()),
  /** Without those that are known not to tie. */
  breaks: z.array(z.string()),
  knownBreaks: z.array(z.string()),
  ...markedFields.shape,
})
export type PeriodColumnMarks = z.infer<typeof periodColumnMarks>

const packedPeriodColumn = z.object({
  /** One period, or the four quarters that were summed, oldest first. */
  recordIds: z.array(z.number().int()).min(1),
  /** The records that growth on the year before is calculated on; empty: there are none. */
  yearAgo: z.array(z.number().int()),
  /** The same of growth on the previous period, where that is shown. */
  prior: z.array(z.number().int()),
  /**
   * - `filed`: the period as the service has it
   * - `midpoint`: the same, in the calendar period that holds its midpoint
   * - `sum`: four quarters; flows summed, balances those of the last one, average shares averaged
   */
  how: z.enum(['filed', 'midpoint', 'sum']),
  quarter: z.string(),
  year: z.number().int(),
  /** YYYY-MM-DD. */
  endPeriod: z.string(),
  stale: z.boolean(),
  /** When the service last sent the figures; of four quarters, those that it sent longest ago. */
  fetchedAt: instant,
  /** Index into the head's marks: most columns share one entry, which is empty. */
  marks: z.number().int().min(0),
  /** It ends long before the latest period of the others: no rank, and no part in a median. See `outdated-periods.ts`. */
  outdated: z.boolean(),
  /** Remarks on the column's periods. */
  remarks: z.array(periodRemark),
  adjusted: splitAdjusted,
})
type PackedPeriodColumn = z.infer<typeof packedPeriodColumn>

/** The records behind a company's figures in one column. */
export interface PeriodColumnRecords extends Omit<PackedPeriodColumn, 'marks'>, PeriodColumnMarks {}

const packedCompany = z.object({
  symbol: z.string(),
  name: z.string().nullable(),
  /** Null: the library holds no statements of it. */
  edition: edition.nullable(),
  /** The month in which its fiscal years end, 1 to 12, taken from its stored years; null when they do not agree. */
  yearEnd: z.number().int().nullable(),
  /** One a column; null: it has nothing there. */
  periods: z.array(packedPeriodColumn.nullable()),
  /** Why a column is empty though the periods around it are not: "Q4 FY2025 is not stored". */
  missing: z.array(z.string()),
})
type PackedCompany = z.infer<typeof packedCompany>

export interface ComparedCompany extends Omit<PackedCompany, 'periods'> {
  readonly periods: readonly (PeriodColumnRecords | null)[]
}

const lineHead = z.object({
  field: z.string(),
  label: z.string(),
  unit: z.enum(unitKinds),
  favor: z.enum(['up', 'neither']),
  /** Which end of the order is rank 1. */
  first: z.enum(['highest', 'lowest']),
  /** It has ranks and a median: amounts of money have neither. */
  isRanked: z.boolean(),
  /** It counts in shares, or is calculated from a line that does: a split moves it. */
  isOfShares: z.boolean(),
  /** The largest absolute value of each company. Columns that fit it keep their width in every mode. 0 when a company has no numbers. */
  largest: z.array(z.number()),
})
export type LineHead = z.infer<typeof lineHead>

const packedLine = z.object({
  field: z.string(),
  /** These four in base64: see `ComparedLine`, and `packed-figures.ts`. */
  values: z.string(),
  shown: z.string(),
  ranks: z.string(),
  median: z.string(),
})
export type PackedLine = z.infer<typeof packedLine>

export interface ComparedLine extends LineHead {
  /** Its figures have come; until then its lists are empty. */
  readonly isLoaded: boolean
  /** The figures, each company's columns together, companies in the order of the request: `company × columns + column`. */
  readonly values: readonly Figure[]
  /** The same place, what `mode` makes of it; empty for `values`. */
  readonly shown: readonly Figure[]
  /** The same place; empty when there is no rank. */
  readonly ranks: readonly (number | null)[]
  /** One per column; empty when there is no median. */
  readonly median: readonly Figure[]
}

const tableHead = z.object({
  /** The alignment that is used: as chosen, or as found. */
  alignment,
  /** Oldest first. */
  columns: z.array(periodColumn),
  companies: z.array(packedCompany),
  marks: z.array(periodColumnMarks),
  lines: z.array(lineHead),
  /** Requested lines that do not exist, such as a deleted metric. */
  unknownLines: z.array(z.string()),
})
export type TableHead = z.infer<typeof tableHead>

/** A comparison in pieces: the first has the head. A line that is sent again replaces the earlier one. */
const comparisonChunk = z.object({ head: tableHead.nullable(), lines: z.array(packedLine) })
export type ComparisonChunk = z.infer<typeof comparisonChunk>

export interface ComparedTable extends Omit<TableHead, 'companies' | 'marks' | 'lines'> {
  readonly companies: readonly ComparedCompany[]
  readonly lines: readonly ComparedLine[]
}

const saved = z.object({ id: z.string(), name: z.string(), spec: comparisonSpec, savedAt: instant })
export type SavedComparison = z.infer<typeof saved>

/** `restated`: became another figure, or appeared. `withdrawn`: became n/a (docs/wire-data-rules.md). */
export const figureChangeKind = z.enum(['restated', 'withdrawn'])
export type FigureChangeKind = z.infer<typeof figureChangeKind>

/** A figure that is another one than it was. */
export const changedFigure = z.object({
  kind: figureChangeKind,
  symbol: z.string(),
  field: z.string(),
  label: z.string(),
  quarter: z.string(),
  year: z.number().int(),
  endPeriod: z.string(),
  recordId: z.number().int(),
  /** Null: it did not exist before, or no longer exists. */
  previous: figure,
  current: figure,
  /** When the service first sent the new one. */
  seenAt: instant,
})
export type ChangedFigure = z.infer<typeof changedFigure>

export const comparisons = {
  /** From the library alone, in pieces; the first has `firstLines`, the lines to be painted first. */
  table: lookup
    .input(requestedComparison.extend({ firstLines: z.array(requestedField).max(250) }))
    .output(eventIterator(comparisonChunk)),
  saved: query.output(z.object({ comparisons: z.array(saved) })),
  /** Under a new id, or in the place of one. */
  save: change
    .input(z.object({ id: requestedId.optional(), name: z.string().trim().min(1).max(120), spec: requestedComparison }))
    .output(saved),
  /** Changes nothing but the name. */
  rename: change.input(z.object({ id: requestedId, name: z.string().trim().min(1).max(120) })).output(saved),
  /** Returns what `restore` takes. */
  remove: change.input(z.object({ id: requestedId })).output(z.object({ removed: z.string() })),
  restore: change.input(z.object({ removed: z.string().max(4_000_000) })).output(z.object({})),
  /** Which of a saved comparison's figures the service has changed since it was saved. */
  changesSinceSaved: query
    .input(z.object({ id: requestedId }))
    .output(z.object({ changes: z.array(changedFigure), areRecordsIntact: z.boolean() })),
  /** Every figure that the service restated, latest first, or withdrew; of some companies or of all. */
  restatements: query
    .input(
      z.object({
        symbols: z.array(requestedSymbol).max(5000).nullable(),
        /** Absent: restated. */
        kind: figureChangeKind.optional(),
        since: requestedInstant.nullable(),
        /** As known at that moment only. */
        asOf: requestedInstant.optional(),
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(1000),
      }),
    )
    .output(z.object({ restatements: z.array(changedFigure), more: z.boolean() })),
}
