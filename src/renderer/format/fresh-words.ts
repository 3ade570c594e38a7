import { freshKinds, type FreshKind } from '#contract/desk/fresh-kinds.ts'

const counted: Readonly<Record<FreshKind, readonly [one: string, many: string]>> = {
  call: ['call', 'calls'],
  transcript: ['transcript', 'transcripts'],
  period: ['period', 'periods'],
  rating: ['rating', 'ratings'],
  news: ['news', 'news'],
  restated: ['restated period', 'restated periods'],
  withdrawn: ['period with withdrawals', 'periods with withdrawals'],
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
  withdrawn: 'Withdrawn',
  hits: 'Search',
}

/** `3 calls, 1 rating`; what there is none of is not said. */
export function freshCountsText(counts: Readonly<Record<FreshKind, number>>): string {
  const some = freshKinds.filter((kind) => counts[kind] > 0)
  return some.map((kind) => `${counts[kind].toLocaleString('en-US')} ${freshWord(kind, counts[kind])}`).join(', ')
}
