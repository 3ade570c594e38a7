import type { FreshKind } from '#contract/desk/fresh-kinds.ts'

const counted: Readonly<Record<FreshKind, readonly [one: string, many: string]>> = {
  call: ['call', 'calls'],
  transcript: ['transcript', 'transcripts'],
  period: ['period', 'periods'],
  rating: ['rating', 'ratings'],
  news: ['news', 'news'],
  restated: ['restated', 'restated'],
  hits: ['search hit', 'search hits'],
}

/** Behind a count. */
export function freshWord(kind: FreshKind, count: number): string {
  return counted[kind][count === 1 ? 0 : 1]
}

/** Before a title. */
export const freshNames: Readonly<Record<FreshKind, string>> = {
  call: 'Call',
  transcript: 'Transcript',
  period: 'Statements',
  rating: 'Rating',
  news: 'News',
  restated: 'Restated',
  hits: 'Search',
}
