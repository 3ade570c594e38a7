import type { FreshKind } from '#contract/desk/fresh-kinds.ts'

/** Behind a count. */
export const freshWords: Readonly<Record<FreshKind, string>> = {
  call: 'calls',
  transcript: 'transcripts',
  period: 'periods',
  rating: 'ratings',
  news: 'news',
  restated: 'restated',
  hits: 'search hits',
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
