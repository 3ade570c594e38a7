/** Labels and counts of new items: restatements, ratings, calls, news and so on. */

import { newItemKinds, type NewItemKind } from '#contract/api/whats-new-kinds.ts'
import { formatNumber } from './counts.ts'

const counted: Readonly<Record<NewItemKind, readonly [one: string, many: string]>> = {
  call: ['call', 'calls'],
  transcript: ['transcript', 'transcripts'],
  period: ['period', 'periods'],
  rating: ['rating', 'ratings'],
  news: ['news', 'news'],
  restated: ['restated period', 'restated periods'],
  withdrawn: ['period with withdrawals', 'periods with withdrawals'],
  hits: ['search hit', 'search hits'],
}

/** The noun after a count. */
export function newItemLabel(kind: NewItemKind, count: number): string {
  return counted[kind][count === 1 ? 0 : 1]
}

/** Before a title. */
export const newItemNames: Readonly<Record<NewItemKind, string>> = {
  call: 'Call',
  transcript: 'Transcript',
  period: 'Statements',
  rating: 'Rating',
  news: 'News',
  restated: 'Restated',
  withdrawn: 'Withdrawn',
  hits: 'Search',
}

/** `3 calls, 1 rating`; zero counts are left out. */
export function newItemCountsText(counts: Readonly<Record<NewItemKind, number>>): string {
  const some = newItemKinds.filter((kind) => counts[kind] > 0)
  return some.map((kind) => `${formatNumber(counts[kind])} ${newItemLabel(kind, counts[kind])}`).join(', ')
}
