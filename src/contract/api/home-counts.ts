/** The kinds of new items on Home: their order, how an item counts, and when it was published. */

import type { HomeItem } from './home.ts'

/** The kinds by which Home counts and filters, in the order of its rows. */
export const homeKinds = ['restated', 'rating', 'call', 'transcript', 'period', 'hits', 'news', 'withdrawn'] as const
export type HomeKind = (typeof homeKinds)[number]

/** How much an item adds to the total of a kind, as on watchlists: every changed period and every saved search with a hit counts. */
export function countOf(item: HomeItem, kind: HomeKind): number {
  if (kind === 'hits') return item.hits.length
  if (item.kind !== kind) return 0
  return item.kind === 'restated' || item.kind === 'withdrawn' ? item.periods : 1
}

/** When an item was published, ms UTC; for a period, which is dated by its end, when it was received. */
export function publishedAt({ kind, at, receivedAt }: HomeItem): number {
  return kind === 'period' ? receivedAt : (at ?? receivedAt)
}
