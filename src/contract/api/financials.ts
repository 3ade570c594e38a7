/**
 * The API of a company's statements: periods with their figures, tie-outs, remarks, marks, share
 * splits and insights.
 */

import { z } from 'zod'
import { query, change, failureSchema, instant, listGap, lookup, requestedInstant } from './base.ts'
import { freshness } from './provenance.ts'
import { requestedField, requestedId, requestedSymbol } from './request-texts.ts'

/** A figure on screen: a number, absent (`null`, shown as n/a), or a change without a meaning (`n.m.`). */
export const figure = z.union([z.number(), z.literal('n.m.')]).nullable()
export type Figure = z.infer<typeof figure>

export const edition = z.enum(['enhanced', 'lite'])
export type Edition = z.infer<typeof edition>

const basis = z.enum(['annual', 'quarterly'])
export type Basis = z.infer<typeof basis>

/**
 * How figures are set beside each other.
 *  - `yoy`, `qoq`: growth on the same period a year before, on the period before (ratios and percents: difference)
 *  - `common-size`: income and cash flow lines over revenue, balance lines over total assets
 */
export const comparison = z.enum(['none', 'yoy', 'qoq', 'common-size'])
export type PeriodComparison = z.infer<typeof comparison>

const tieTerm = z.object({
  /** `/` divides what is before it. */
  sign: z.enum(['+', '-', '/']),
  field: z.string(),
  /** Null: n/a. */
  value: z.number().nullable(),
  /** The record with this figure, where it is not that of the other figures. */
  from: z
    .object({ recordId: z.number().int(), edition, quarter: z.string(), year: z.number().int(), endPeriod: z.string() })
    .nullable(),
})
export type TieTerm = z.infer<typeof tieTerm>

/** What must equal what: a total its parts, a year its quarters, one edition the other, what follows from other figures those. */
const tie = z.object({
  /** Field of the stated figure. */
  field: z.string(),
  /** The figures it is calculated from, or must equal. */
  terms: z.array(tieTerm),
  /** Spelt out with labels: "Revenue − Cost of revenue = Gross profit". */
  rule: z.string(),
  /** Why it may differ though nothing is wrong; empty when there is no such reason. */
  note: z.string(),
  /** `unknown`: a part is n/a, so it cannot be checked. */
  result: z.enum(['ties', 'fails', 'unknown']),
  stated: z.number().nullable(),
  calculated: z.number().nullable(),
  /** stated − calculated. */
  difference: z.number().nullable(),
  /** Allowed difference due to rounding. */
  tolerance: z.number(),
})
export type Tie = z.infer<typeof tie>

/** A tie as a figure's source shows it, with the user's note. */
export const tieOut = tie.extend({
  /** Names the check where it fails and its difference is a break, which can be marked as known; null otherwise. */
  check: z.string().nullable(),
  /** `lapsed`: the mark was made when the figures were others, so that the break counts again. */
  known: z.object({ note: z.string(), markedAt: instant, lapsed: z.boolean() }).nullable(),
})
export type TieOut = z.infer<typeof tieOut>

/** A tie-out break that the user has marked as known, by its check, its period and the figures in it. */
const breakMark = z.object({
  symbol: z.string().max(100),
  edition,
  quarter: z.string().max(100),
  year: z.number().int(),
  endPeriod: z.string().max(100),
  check: z.string().max(200),
  /** JSON. */
  figures: z.string().max(20_000),
  note: z.string().max(200),
  markedAt: requestedInstant,
})
export type BreakMark = z.infer<typeof breakMark>

/** At once: far more than the checks of a company that can fail. */
const mostBreaks = 100_000

const breakChange = z.object({ added: z.array(breakMark).max(mostBreaks), removed: z.array(breakMark).max(mostBreaks) })
export type BreakChange = z.infer<typeof breakChange>

/** Breaks of one figure: those because of which it does not tie, or the one check that is named. */
const failingChecks = z.object({
  recordId: z.number().int(),
  field: requestedField,
  check: requestedId.optional(),
  asOf: requestedInstant.optional(),
})

/**
 * What is to be known of a period's place among the others:
 *  - `duplicate`: another one has its label, or its end
 *  - `mislabelled`: by the company's year end, learned from the ends of its periods, it is another period than it says
 *  - `overlap`, `gap`: it ends too soon, or too long, after the one before it
 *  - `long`: it has a week more than usual (years of 52 and 53 weeks)
 *  - `split`: its shares are others than those of the period before it, as far as its figures tell
 *  - `adjusted-split`: they would be, and what stood before the split is adjusted for it
 */
export const periodRemark = z.object({
  kind: z.enum(['duplicate', 'mislabelled', 'overlap', 'gap', 'long', 'split', 'adjusted-split']),
  /** A whole sentence, which names the period. */
  message: z.string(),
  /** A split, in short: "4-for-1 split". */
  label: z.string().optional(),
})
export type PeriodRemark = z.infer<typeof periodRemark>

/** Fields of a period, grouped by how they were received (docs/wire-data-rules.md). */
export const markedFields = z.object({
  /** Came, and could not be read. */
  unreadable: z.array(z.string()),
  converted: z.array(z.string()),
  imprecise: z.array(z.string()),
  /** The latest content has no readable value: the last readable one is shown. */
  kept: z.array(z.string()),
  withdrawn: z.array(z.string()),
})
export type MarkedFields = z.infer<typeof markedFields>

/** How EPS and shares of a period were adjusted for splits, one sentence each; null: as reported. Absent: none was adjusted. */
export const splitAdjusted = z
  .object({
    figures: z.string().nullable(),
    /** How the figures that growth is measured from were adjusted; growth may have only these adjusted. */
    compared: z.string().nullable(),
  })
  .optional()
export type SplitAdjusted = z.infer<typeof splitAdjusted>

export const period = z.object({
  /** Ledger numbers of the stored records behind the column: one, or the four quarters of LTM, oldest first. */
  recordIds: z.array(z.number().int()).min(1),
  kind: z.enum(['annual', 'quarter', 'ltm', 'other']),
  quarter: z.string(),
  year: z.number().int(),
  /** YYYY-MM-DD, as received. */
  endPeriod: z.string(),
  fetchedAt: instant,
  recordUpdatedAt: z.string().nullable(),
  stale: z.boolean(),
  /** Fields that the service has changed since the record was first stored. */
  restated: z.array(z.string()),
  /** Fields of this period that do not tie, without those that are known not to. */
  breaks: z.array(z.string()),
  /** Fields of this period that do not tie, by breaks that the user has marked as known and by no other. */
  knownBreaks: z.array(z.string()),
  /** Whether any tie of this period could be checked: only then can it tie out. */
  checked: z.boolean(),
  ...markedFields.shape,
  /** Remarks on the period; on the last twelve months, those on its quarters. */
  remarks: z.array(periodRemark),
  adjusted: splitAdjusted,
})
export type Period = z.infer<typeof period>

/** One figure per period, in the order of `periods`, by field (statement line, metric path, or calculated line). */
const columns = z.record(z.string(), z.array(figure))

export const insights = z.object({
  quarter: z.string(),
  year: z.number().int(),
  endPeriod: z.string(),
  recordId: z.number().int(),
  riskFactors: z
    .object({
      count: z.number().nullable(),
      topThemes: z.array(z.string()),
      averageSentiment: z.number().nullable(),
      mostNegative: z.object({ heading: z.string(), sentiment: z.number().nullable() }).nullable(),
    })
    .nullable(),
  mdna: z
    .object({
      forwardLookingTerms: z.number().nullable(),
      forwardToHistorical: z.number().nullable(),
      tone: z.number().nullable(),
      keyTopics: z.array(z.string()),
    })
    .nullable(),
  litigation: z.object({ count: z.number().nullable(), recentHeadings: z.array(z.string()) }).nullable(),
})
export type Insights = z.infer<typeof insights>

/** EPS and shares before a split are shown in post-split shares, with everything calculated from them. Absent: as reported. */
export const adjustSplits = z.boolean().optional()

const heldBack = z.object({
  periods: z.number().int(),
  /** Figures that the new records lack, of those that are shown. */
  lost: z.number().int(),
  of: z.number().int(),
  /** When the latest of them was received. */
  receivedAt: instant,
})

export const financials = {
  /** A company's statements, oldest period first. */
  open: lookup
    .input(
      z.object({
        symbol: requestedSymbol.min(1),
        basis,
        comparison,
        /** Absent: enhanced where the key allows, lite otherwise. */
        edition: edition.optional(),
        freshness,
        /** As the library knew it at that moment, whatever the freshness: nothing is fetched. Absent: now. */
        asOf: requestedInstant.optional(),
        adjustSplits,
      }),
    )
    .output(
      z.object({
        symbol: z.string(),
        edition,
        /** Why lite is shown though enhanced was wanted. */
        liteReason: failureSchema.nullable(),
        /**
         * Periods whose latest record lost more than a fifth of its figures: the previous figures are shown until the user
         * accepts the new ones (docs/wire-data-rules.md). Null: none.
         */
        heldBack: heldBack.nullable(),
        /** Both editions that the library holds. */
        stored: z.array(edition),
        periods: z.array(period),
        values: columns,
        /** Empty when `comparison` is `none`. */
        compared: columns,
        /** Oldest fetch among the periods. */
        fetchedAt: instant.nullable(),
        /** When the library first held a period of the company. */
        knownFrom: instant,
        /** When the edition's periods were last requested from the service. */
        gap: listGap,
        stale: z.boolean(),
        refreshing: z.boolean(),
        /** The failure of the last refresh; null after one succeeded. */
        failure: failureSchema.nullable(),
      }),
    ),
  /** Shows a company's latest records, of both editions, whatever figures they lost. */
  acceptNewFigures: change
    .input(z.object({ symbol: requestedSymbol.min(1) }))
    .output(z.object({ records: z.number().int() })),
  /** Marks the failing checks of a figure as known, until one of the figures in them changes. A note replaces the stored one. */
  markKnown: change.input(failingChecks.extend({ note: z.string().max(200).optional() })).output(breakChange),
  unmarkKnown: change.input(failingChecks).output(breakChange),
  /** Undoes either. */
  revertKnown: change.input(breakChange).output(breakChange),
  /** The text-derived insights of every stored enhanced record, latest first. */
  insights: query
    .input(z.object({ symbol: requestedSymbol.min(1), asOf: requestedInstant.optional() }))
    .output(z.object({ periods: z.array(insights) })),
}
