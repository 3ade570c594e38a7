/**
 * The API of the timeline: calls, ratings, news, reported periods and restated figures of companies
 * as one list by date.
 */

import { z } from 'zod'
import { jsonText, query, statedLanguage } from './base.ts'
import { figure, type Figure } from './financials.ts'
import type { InferredQuarter } from './calls.ts'
import type { NewsKind } from './news.ts'
import type { RatingEntry, RatingKind } from './ratings.ts'
import type { RecordingState } from './recordings.ts'
import { requestedField, requestedId, requestedSymbol } from './request-texts.ts'

interface Dated {
  /** The company that was requested: news may be of another one's share and name it beside. */
  readonly symbol: string
  /** ms UTC; of a period's end midnight UTC of its day. */
  readonly at: number
}

export interface CallOnTimeline extends Dated {
  readonly kind: 'call'
  readonly callId: string
  readonly title: string
  readonly quarter: InferredQuarter | null
  /** As received. */
  readonly status: string | null
  /** Length; null: not known. */
  readonly seconds: number | null
  /** Score of the summary, −1 to 1; null: not stored, or not scored. */
  readonly sentiment: number | null
  /** The transcript is in the library. */
  readonly stored: boolean
  readonly recording: RecordingState
}

export interface RatingOnTimeline extends Dated, Pick<RatingEntry, 'target' | 'targetChange' | 'action' | 'rating'> {
  readonly kind: 'rating'
  readonly recordId: number
  readonly firm: string | null
  readonly ratingKind: RatingKind
  readonly previousRating: string | null
}

export interface NewsOnTimeline extends Dated {
  readonly kind: 'news'
  readonly recordId: number
  readonly headline: string | null
  readonly catalyst: string | null
  readonly newsKind: NewsKind
  /** Calls that associated_* names and the library has. */
  readonly calls: readonly string[]
  readonly ratings: readonly number[]
}

export interface PeriodOnTimeline extends Dated {
  readonly kind: 'period'
  readonly recordId: number
  readonly quarter: string
  readonly year: number
  /** YYYY-MM-DD. */
  readonly end: string
  readonly revenue: number | null
  /** Growth of revenue on the same period a year earlier, as a fraction. */
  readonly growth: Figure
  /** As a fraction of revenue. */
  readonly operatingMargin: Figure
  readonly earningsPerShare: number | null
}

/** A figure before and after a change. */
export interface FigureStep {
  readonly field: string
  readonly label: string
  readonly previous: Figure
  readonly current: Figure
}

/** What the service changed or withdrew of one period at one time, dated by when the library first saw it. */
interface FigureChange extends Dated {
  readonly recordId: number
  readonly quarter: string
  readonly year: number
  readonly figures: number
  /** The first few. */
  readonly first: readonly FigureStep[]
}

interface RestatementOnTimeline extends FigureChange {
  readonly kind: 'restated'
}

interface WithdrawalOnTimeline extends FigureChange {
  readonly kind: 'withdrawn'
}

export type FigureChangeOnTimeline = RestatementOnTimeline | WithdrawalOnTimeline

export type TimelineEntry =
  CallOnTimeline | RatingOnTimeline | NewsOnTimeline | PeriodOnTimeline | FigureChangeOnTimeline
export type TimelineKind = TimelineEntry['kind']

/** Everything that has a date, of some companies. From the library alone. */
export const timeline = {
  read: query.input(z.object({ symbols: z.array(requestedSymbol.min(1)).min(1).max(5000) })).output(
    z.object({
      /** Oldest first: a list of companies has tens of thousands. */
      entries: jsonText<readonly TimelineEntry[]>(),
      /** Calls, ratings and news without a valid date. */
      undated: z.number().int(),
    }),
  ),
  /**
   * The first sentence of a call that states one of these figures as it was, matched by its amount and its name. Null: none does, or the
   * transcript is not stored.
   */
  quote: query
    .input(
      z.object({
        callId: requestedId,
        figures: z.array(z.object({ field: requestedField, previous: figure, current: figure })).max(60),
      }),
    )
    .output(
      z
        .object({
          field: z.string(),
          label: z.string(),
          turn: z.number().int(),
          /** Where the turn begins, in seconds; null: it has no time. */
          start: z.number().nullable(),
          speaker: z.string(),
          role: z.string().nullable(),
          language: statedLanguage,
          text: z.string(),
          /** At the precision of speech, the sentence is also true of the present figure. */
          holdsStill: z.boolean(),
        })
        .nullable(),
    ),
}
