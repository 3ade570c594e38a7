/**
 * The API of a company's overview: key figures, figures of the latest periods, the latest call,
 * ratings, and counts of stored records.
 */

import { z } from 'zod'
import { unitKinds } from '../service/statement-lines.ts'
import { securityRecord } from '../service/securities.ts'
import { instant, query, requestedInstant, statedLanguage } from './base.ts'
import { callEntry, section, side } from './calls.ts'
import { adjustSplits, edition, figure, period } from './financials.ts'
import { newsEntry } from './news.ts'
import { authorship } from './notes.ts'
import { ratingEntry, targetRange } from './ratings.ts'
import { requestedSymbol } from './request-texts.ts'

/** One row of the key figures. */
const keyFigure = z.object({
  field: z.string(),
  label: z.string(),
  unit: z.enum(unitKinds),
  favor: z.enum(['up', 'neither']),
  /** `flow`: earned or spent in the period. `end`: of the balance sheet at its end, with returns, cover and days. */
  group: z.enum(['flow', 'end']),
  /** `period`: of the period itself. `year`: over the four quarters, or the year, that end with it. */
  span: z.enum(['period', 'year']),
  /** Change on the previous period and on the same one a year ago: growth of flows of money, else a difference. */
  sequential: figure,
  yearOverYear: figure,
  /** The last twelve months on the twelve before them. */
  twelveMonthChange: figure,
  /** Among the figures of `series`. Null where there are fewer than two. */
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type KeyFigure = z.infer<typeof keyFigure>

/** A period in its place; `stored` null: the library does not have it. */
export const overviewColumn = z.object({
  quarter: z.string(),
  year: z.number().int(),
  stored: period.nullable(),
  /** Records of the four quarters that end with it, oldest first; of a year its own. Null: they are not all stored. */
  yearRecordIds: z.array(z.number().int()).nullable(),
})
export type OverviewColumn = z.infer<typeof overviewColumn>

/** Consecutive periods, oldest first, and by field one figure a period. */
const series = z.object({ columns: z.array(overviewColumn), lines: z.record(z.string(), z.array(figure)) })
export type OverviewSeries = z.infer<typeof series>

const overviewFigures = z.object({
  symbol: z.string(),
  edition,
  /** `annual`: the library has no quarters of the company. */
  basis: z.enum(['quarterly', 'annual']),
  rows: z.array(keyFigure),
  /** The latest twelve quarters; the latest ten fiscal years. Trailing ones are stored, earlier ones may be missing. */
  quarters: series,
  years: series,
  /** The last twelve months, where the latest four quarters are stored. */
  twelveMonths: z.object({ period, lines: z.record(z.string(), figure) }).nullable(),
  /** See `TyingPeriods`. */
  ties: z.object({ tie: z.number().int(), known: z.number().int(), of: z.number().int(), unchecked: z.number().int() }),
  /** When the service last sent one of the periods. */
  fetchedAt: instant,
  stale: z.boolean(),
})
export type OverviewFigures = z.infer<typeof overviewFigures>

/** A representative turn of a call. */
export const passage = z.object({
  /** `positive`, `negative`: the company's turn that the service scores highest, lowest. `answer`: the first of the chief financial officer. */
  why: z.enum(['positive', 'negative', 'highlight', 'answer']),
  turn: z.number().int(),
  /** Seconds in the recording. */
  start: z.number().nullable(),
  speaker: z.string(),
  role: z.string().nullable(),
  sentiment: z.number().nullable(),
  /** The quote; for a turn its first sentences. */
  text: z.string(),
  /** Of the highlight that it quotes; null: it was chosen for another reason. */
  highlight: authorship.nullable(),
})
export type OverviewPassage = z.infer<typeof passage>

/** Means over the turns by words, as the service scores them. Null: not scored. */
export const sentiments = z.object({
  prepared: z.number().nullable(),
  qa: z.number().nullable(),
  call: z.number().nullable(),
})

export const overviewCall = z.object({
  entry: callEntry,
  /** Ledger number of its transcript; null: not stored. */
  recordId: z.number().int().nullable(),
  /** The parts below are null or empty where the transcript is not stored. */
  sentiment: sentiments.nullable(),
  /** Scores of the company's previous stored call. */
  previousSentiment: sentiments.nullable(),
  /** Turn by turn, with the section that each is in. */
  turns: z.array(z.object({ start: z.number().nullable(), sentiment: z.number().nullable(), section, side })),
  /** When the questions begin, in seconds. */
  questionsAt: z.number().nullable(),
  /** Of the transcript. */
  language: statedLanguage,
  passages: z.array(passage),
  /** Analysts in the order of their first question. */
  questioners: z.array(
    z.object({
      name: z.string(),
      organization: z.string().nullable(),
      turn: z.number().int(),
      start: z.number().nullable(),
      sentiment: z.number().nullable(),
      /** Most frequent words of the question and its answer, leaving out those that are common in the whole call. */
      terms: z.array(z.string()),
    }),
  ),
})
export type OverviewCall = z.infer<typeof overviewCall>

export const overviewRatings = z.object({
  /** The latest of each firm, latest first. */
  latest: z.array(ratingEntry),
  /** Ratings of the last twelve months by their own words ("Buy", "Hold"), most frequent first. */
  opinions: z.array(z.object({ rating: z.string(), firms: z.number().int() })),
  /** Changes in the last ninety days. */
  changes: z.object({
    upgrades: z.number().int(),
    downgrades: z.number().int(),
    targetsRaised: z.number().int(),
    targetsCut: z.number().int(),
  }),
  /** Targets of the last twelve months, the currency with most targets first. */
  ranges: z.array(targetRange),
  total: z.number().int(),
  firms: z.number().int(),
})
export type OverviewRatings = z.infer<typeof overviewRatings>

/** How many records of a kind are stored, and when the latest was received. */
const storedKind = z.object({ count: z.number().int(), receivedAt: instant.nullable(), stale: z.boolean() })

const overviewLibrary = z.object({
  quarters: z.number().int(),
  years: z.number().int(),
  fundamentals: storedKind,
  calls: storedKind.extend({ transcripts: z.number().int(), recordings: z.number().int() }),
  ratings: storedKind.extend({ firms: z.number().int() }),
  news: storedKind,
  security: storedKind,
})
export type OverviewLibrary = z.infer<typeof overviewLibrary>

/** Latest first. `fresh`: records that are new on a watchlist since it was last looked at. */
const overviewNews = z.object({
  entries: z.array(newsEntry),
  fresh: z.array(z.number().int()),
  total: z.number().int(),
})

/** When the company's list was last requested; null: never. */
const requested = { requestedAt: instant.nullable() }

const company = { symbol: requestedSymbol.min(1) }
/** Shows what was stored at that moment; absent: now. */
const asOf = { asOf: requestedInstant.optional() }

/** One company on one page, from the library alone: each part is a separate request, so that none waits for another. */
export const overview = {
  /** Fails with `not-in-library` when no period is stored. */
  figures: query.input(z.object({ ...company, ...asOf, adjustSplits })).output(overviewFigures),
  /** The latest call that has begun; null: no call is known. */
  call: query
    .input(z.object({ ...company, ...asOf }))
    .output(z.object({ call: overviewCall.nullable(), ...requested })),
  ratings: query.input(z.object({ ...company, ...asOf })).output(overviewRatings.extend(requested)),
  news: query
    .input(z.object({ ...company, ...asOf, limit: z.number().int().min(1).max(50) }))
    .output(overviewNews.extend(requested)),
  /** Its largest listing as it was stored then; null: none was. */
  security: query
    .input(z.object({ ...company, asOf: requestedInstant }))
    .output(z.object({ record: securityRecord.nullable() })),
  library: query.input(z.object(company)).output(overviewLibrary),
}
