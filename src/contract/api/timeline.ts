import { z } from 'zod'
import { query } from './base.ts'
import type { InferredQuarter } from './calls.ts'
import type { NewsKind } from './news.ts'
import type { RatingEntry, RatingKind } from './ratings.ts'
import type { RecordingState } from './recordings.ts'

interface Dated {
  /** The company that was asked for: news may be of another one's share and name it beside. */
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
  /** Of the summary, −1 to 1; null: not stored, or not scored. */
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
  /** What associated_* name and the library has. */
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
  readonly earningsPerShare: number | null
}

/** What the service changed or withdrew of one period at one time, dated by when the library first saw it. */
interface FigureChange extends Dated {
  readonly recordId: number
  readonly quarter: string
  readonly year: number
  readonly figures: number
  /** Labels of the first few. */
  readonly labels: readonly string[]
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
  read: query.input(z.object({ symbols: z.array(z.string().min(1)).min(1).max(5000) })).output(
    z.object({
      /** `TimelineEntry[]` as JSON, oldest first: a list of companies has tens of thousands. */
      entries: z.string(),
      /** Calls, ratings and news whose date is missing or no date. */
      undated: z.number().int(),
    }),
  ),
}
