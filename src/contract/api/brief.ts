/**
 * The API of earnings briefs: one page about one call, with its figures, tone, topics and
 * questions.
 */

import { z } from 'zod'
import { unitKinds } from '../service/statement-lines.ts'
import { query, instant, requestedInstant, statedLanguage } from './base.ts'
import { callEntry, inferredQuarter } from './calls.ts'
import { changedFigure } from './comparisons.ts'
import { adjustSplits, edition, figure, periodRemark, splitAdjusted } from './financials.ts'
import { newsEntry } from './news.ts'
import { passage, sentiments } from './overview.ts'
import { recordsSource } from './provenance.ts'
import { ratingEntry } from './ratings.ts'
import { sentence } from './sentences.ts'
import { spokenValue } from './spoken-figures.ts'
import { requestedId, requestedSymbol } from './request-texts.ts'

const briefPeriod = z.object({
  quarter: z.string(),
  year: z.number().int(),
  /** YYYY-MM-DD; null: the library does not have the period. */
  endPeriod: z.string().nullable(),
  remarks: z.array(periodRemark),
  adjusted: splitAdjusted,
})
export type BriefPeriod = z.infer<typeof briefPeriod>

/** `restated` since the period was first stored; `untied`: the figure has a tie-out break. */
const cell = z.object({ value: figure, restated: z.boolean(), untied: z.boolean() })
export type BriefCell = z.infer<typeof cell>

const briefLine = z.object({
  field: z.string(),
  label: z.string(),
  unit: z.enum(unitKinds),
  /** `total` is set in semibold, `share` indented beneath the line that it is a share of. */
  rank: z.enum(['total', 'item', 'share']),
  /** Whether a change is growth as a fraction or a difference in the line's own unit. Outflows grow by their size. */
  change: z.enum(['growth', 'difference']),
  current: cell,
  previous: cell,
  yearAgo: cell,
  sequential: figure,
  yearOverYear: figure,
  /** Up to eight periods, oldest first, the last one the current; a missing one is null. */
  series: z.array(figure),
})
export type BriefLine = z.infer<typeof briefLine>

const briefFigures = z.object({
  edition,
  /** `annual`: the library has no quarters of the company; there is no previous quarter then. */
  basis: z.enum(['quarterly', 'annual']),
  /** The call's own period when it is not stored: the figures are then those of the latest stored one. */
  notStored: inferredQuarter.nullable(),
  current: briefPeriod,
  previous: briefPeriod.nullable(),
  yearAgo: briefPeriod.nullable(),
  /** Lines with at least one stored figure. */
  lines: z.array(briefLine),
  /** Remarks about share splits within the shown periods, as sentences. */
  splits: z.array(z.string()),
  ties: z.object({ tie: z.number().int(), of: z.number().int() }),
})
export type BriefFigures = z.infer<typeof briefFigures>

/** Mean sentiment of one call, −1 to 1; null: not scored, or no such part. */
const callTone = z.object({
  callId: z.string(),
  quarter: inferredQuarter.nullable(),
  startedAt: instant.nullable(),
  prepared: z.number().nullable(),
  qa: z.number().nullable(),
  /** The whole call, also where it is not divided into the two. */
  call: z.number().nullable(),
})
export type CallTone = z.infer<typeof callTone>

const topic = z.object({
  /** The form that is said most often. */
  term: z.string(),
  /** Mentions in the questions and answers of this call, and of the previous one (null: no previous call). */
  now: z.number().int(),
  before: z.number().int().nullable(),
})
export type Topic = z.infer<typeof topic>

const topics = z.object({
  previous: inferredQuarter.nullable(),
  /** Most frequent on either call first. */
  terms: z.array(topic),
  /** Terms said at least twice on this call and not on the previous one, and the reverse; empty without a previous call. */
  added: z.array(z.string()),
  dropped: z.array(z.string()),
})
export type Topics = z.infer<typeof topics>

const spokenOfCall = z.object({
  agree: z.number().int(),
  /** They agreed with a version of the statements that was restated since. */
  restated: z.number().int(),
  differ: z.number().int(),
  /** The first of those that differ. */
  differing: z.array(
    z.object({
      label: z.string(),
      change: z.enum(['yoy', 'qoq']).nullable(),
      value: spokenValue,
      /** In the unit of the spoken figure. */
      reported: z.number(),
    }),
  ),
})
export type SpokenOfCall = z.infer<typeof spokenOfCall>

/** A sentence of a call as transcribed, with its turn. `start`: seconds in the recording. */
const quote = z.object({ turn: z.number().int(), start: z.number().nullable(), speaker: z.string(), text: z.string() })

const firmQuestion = z.object({
  /** Null: not stated. */
  firm: z.string().nullable(),
  analyst: z.string(),
  /** Mean over the analyst's turns, −1 to 1. */
  sentiment: z.number().nullable(),
  question: quote,
  /** Null: nobody of the company answers. */
  answer: quote.nullable(),
})
export type FirmQuestion = z.infer<typeof firmQuestion>

const questionsByFirm = z.object({
  /** Analysts called up, one who comes back counted again. */
  questions: z.number().int(),
  /** Length from the first question to the end of the last answer; null: the turns have no times. */
  seconds: z.number().nullable(),
  /** In the order of the questions. An analyst without a stated firm has a separate entry. */
  firms: z.array(firmQuestion),
})
export type QuestionsByFirm = z.infer<typeof questionsByFirm>

const ratingsSince = z.object({
  /** Latest first. */
  entries: z.array(ratingEntry),
  /** Ranges of the latest target of each of these firms, by stated currency. Median: null with fewer than three. */
  ranges: z.array(
    z.object({
      /** Null: not stated. */
      currency: z.string().nullable(),
      low: z.number(),
      high: z.number(),
      median: z.number().nullable(),
    }),
  ),
})
export type RatingsSince = z.infer<typeof ratingsSince>

const earningsBrief = z.object({
  symbol: z.string(),
  /** Name in the call, else in the company's largest stored listing; null: neither is stored. */
  company: z.string().nullable(),
  /** The workspace is the sample: its figures are invented. */
  isSample: z.boolean(),
  /** The page shows what was known at this moment: when it was requested, or at the end of the as-of date. */
  at: instant,
  isAsOf: z.boolean(),
  call: callEntry,
  /** When the company's next call began; later ratings and news are not listed as since this call. Null: no later call. */
  until: instant.nullable(),
  /** Composed from the figures by fixed patterns; a sentence whose inputs are missing is left out. */
  lead: z.array(sentence),
  /** Null: no statements are stored. */
  figures: briefFigures.nullable(),
  /** Spoken figures of the call that could be compared with the statements; null: none could, or the page is as of a date. */
  spoken: spokenOfCall.nullable(),
  /** Stored calls up to this one, oldest first, at most eight; empty when none has a score. */
  tone: z.array(callTone),
  sentiment: sentiments,
  /** Null: the call has no questions and answers, or is not in English. */
  topics: topics.nullable(),
  /** Of the transcript. */
  language: statedLanguage,
  passages: z.array(passage),
  /** Null: no questions could be distinguished. */
  questions: questionsByFirm.nullable(),
  ratings: ratingsSince,
  restatements: z.object({
    /** When the company's previous call began; null: no previous call, so that all are listed. */
    since: instant.nullable(),
    /** The latest change first; a withdrawn figure has no current one. */
    changes: z.array(changedFigure),
  }),
  news: z.array(newsEntry),
  /** The records behind each part; null: nothing of it is stored. */
  sources: z.object({
    fundamentals: recordsSource.nullable(),
    transcript: recordsSource,
    /** Mean over the transcript, 0 to 1. */
    confidence: z.number().nullable(),
    ratings: recordsSource.nullable(),
    news: recordsSource.nullable(),
  }),
})
export type EarningsBrief = z.infer<typeof earningsBrief>

/** One page about one call of a company, from the library alone. */
export const brief = {
  /**
   * Without `callId`: the latest call with a stored transcript, preferring one of a fiscal quarter. Null: there is none; `listed`
   * is still the latest call that has begun.
   */
  compose: query
    .input(
      z.object({
        symbol: requestedSymbol.min(1),
        callId: requestedId.optional(),
        asOf: requestedInstant.optional(),
        adjustSplits,
      }),
    )
    .output(z.object({ brief: earningsBrief.nullable(), listed: callEntry.nullable() })),
}
