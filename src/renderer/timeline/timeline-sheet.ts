/** A timeline as a table for a spreadsheet, with the service's record ids. */

import type { Preferences } from '#contract/api/api.ts'
import type { TimelineEntry, TimelineKind } from '#contract/api/timeline.ts'
import type { SpreadsheetCell, SpreadsheetTable } from '../format/copied-table.ts'
import type { Links } from './event-links.ts'
import { dayOfEntry, headlineOf, kindText, whatOf } from './timeline-text.ts'

const oneOf: Readonly<Record<TimelineKind, string>> = {
  call: 'Call',
  rating: 'Rating',
  news: 'News',
  period: 'Period end',
  restated: 'Restated',
  withdrawn: 'Withdrawn',
}

export function timelineSheet(
  entries: readonly TimelineEntry[],
  linksOf: (entry: TimelineEntry) => Links,
  scale: Preferences['scale'],
): SpreadsheetTable {
  return {
    heads: [
      'Date',
      'Symbol',
      'Kind',
      'Headline',
      'Rating or kind',
      'Target',
      'Currency',
      'Change',
      'Sentiment',
      'Linked',
      'ID',
    ],
    rows: entries.map((entry): SpreadsheetCell[] => [
      entry.kind === 'period' ? entry.end : new Date(entry.at).toISOString().slice(0, 10),
      entry.symbol,
      oneOf[entry.kind],
      headlineOf(entry, scale),
      kindText(entry),
      ...(entry.kind === 'rating'
        ? [entry.target?.amount ?? null, entry.target?.currency ?? null, entry.targetChange]
        : [null, null, entry.kind === 'period' && typeof entry.growth === 'number' ? entry.growth : null]),
      entry.kind === 'call' ? entry.sentiment : null,
      linksOf(entry)
        .entries.map((linked) => `${dayOfEntry(linked)} ${whatOf(linked)}`)
        .join('; '),
      entry.kind === 'call' ? entry.callId : entry.recordId,
    ]),
  }
}
