/** The symbols of timeline events: their shapes by kind, and what they mean. */

import type { TimelineEntry, TimelineKind } from '#contract/api/timeline.ts'

/**
 * How an event is drawn: the same in chart, filter and list. A hollow call is not about a fiscal period; `year` is the tick of a period that
 * ends a fiscal year; a hollow diamond stands for figures that the service withdrew.
 */
export type MarkShape =
  'call' | 'other-call' | 'up' | 'down' | 'dash' | 'news' | 'period' | 'year' | 'restated' | 'withdrawn'

export function shapeOf(entry: TimelineEntry): MarkShape {
  switch (entry.kind) {
    case 'call':
      return entry.quarter === null ? 'other-call' : 'call'
    case 'rating':
      return entry.ratingKind === 'up' || entry.ratingKind === 'down' ? entry.ratingKind : 'dash'
    case 'period':
      return entry.quarter === 'FY' || entry.quarter === 'Q4' ? 'year' : 'period'
    default:
      return entry.kind
  }
}

/** The shapes of a kind, as its filter shows them. */
export const shapesOfKind: Readonly<Record<TimelineKind, readonly MarkShape[]>> = {
  call: ['call'],
  rating: ['up', 'down', 'dash'],
  news: ['news'],
  period: ['period'],
  restated: ['restated'],
  withdrawn: ['withdrawn'],
}

/** Meanings of the shapes. */
export const shapeNames: Readonly<Record<MarkShape, string>> = {
  call: 'Earnings call',
  'other-call': 'Other call',
  up: 'Upgrade',
  down: 'Downgrade',
  dash: 'Rating reiterated or other',
  news: 'News',
  period: 'Quarter end',
  year: 'Fiscal year end',
  restated: 'Restatement',
  withdrawn: 'Withdrawn figures',
}
