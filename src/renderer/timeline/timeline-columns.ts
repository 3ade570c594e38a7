/** The columns of a timeline's list. */

import type { HeadColumn } from '../ui/column-heads.ts'

export type TimelineColumn = 'date' | 'mark' | 'symbol' | 'headline' | 'kind' | 'target' | 'change' | 'linked'

export const timelineColumns: readonly (HeadColumn<TimelineColumn> & { readonly grows?: boolean })[] = [
  { key: 'date', title: 'Date', width: 92, align: 'end' },
  { key: 'mark', title: '', name: 'Mark', width: 26 },
  { key: 'symbol', title: 'Symbol', width: 72 },
  { key: 'headline', title: 'Headline', width: 280, grows: true },
  { key: 'kind', title: 'Rating or kind', width: 200 },
  { key: 'target', title: 'Target', width: 84, align: 'end' },
  { key: 'change', title: 'Change', width: 76, align: 'end' },
  { key: 'linked', title: 'Linked', width: 60, align: 'end' },
]

/** The heads of a timeline without events, with an event for each to show what will be there. */
export const exampleColumns = [
  ['Date', '22 Oct 25'],
  ['Headline', 'Castell & Rowe upgrades to Buy'],
  ['Rating or kind', 'Hold → Buy'],
  ['Target', '154.00'],
  ['Change', '+10.0%'],
] as const
