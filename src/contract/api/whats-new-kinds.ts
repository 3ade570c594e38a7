/** The kinds of new items that are counted for a company on a watchlist. */

/**
 * What was published or changed of a company since the analyst last looked at it, and is not older than its place on the list:
 *  - `call`: a call was announced or held; `transcript`: its transcript is complete
 *  - `period`: statements of a fiscal period
 *  - `restated`, `withdrawn`: a fiscal period of which the service has changed figures, or given them up
 *  - `rating`, `news`; `hits`: new hits of a saved search
 */
export const newItemKinds = ['call', 'transcript', 'period', 'rating', 'news', 'restated', 'withdrawn', 'hits'] as const
export type NewItemKind = (typeof newItemKinds)[number]

export const noNewItems: Readonly<Record<NewItemKind, number>> = {
  call: 0,
  transcript: 0,
  period: 0,
  rating: 0,
  news: 0,
  restated: 0,
  withdrawn: 0,
  hits: 0,
}

/** Total of all kinds. */
export function totalNewItems(counts: Readonly<Partial<Record<NewItemKind, number>>>): number {
  return newItemKinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)
}
