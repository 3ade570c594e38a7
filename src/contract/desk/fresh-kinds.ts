/**
 * What was published or changed of a company since the analyst last looked at it, and is not older than its place on the list:
 *  - `call`: a call was announced or held; `transcript`: its transcript is complete
 *  - `period`: statements of a fiscal period; `restated`: a fiscal period of which the service has changed figures
 *  - `rating`, `news`; `hits`: what a saved search finds anew
 */
export const freshKinds = ['call', 'transcript', 'period', 'rating', 'news', 'restated', 'hits'] as const
export type FreshKind = (typeof freshKinds)[number]

/** Of all kinds together. */
export function totalFresh(counts: Readonly<Partial<Record<FreshKind, number>>>): number {
  return freshKinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)
}
