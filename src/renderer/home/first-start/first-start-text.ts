/** Texts of the first-start page: kinds of sample data, loading states, remaining time. */

import type { SampleKind, SampleLibraryState } from '#contract/api/sample-library.ts'

export const sampleKindNames: Readonly<Record<SampleKind, string>> = {
  securities: 'Securities, for name search',
  statements: 'Statements',
  calls: 'Calls, transcripts',
  ratings: 'Ratings',
  news: 'News',
}

/** Estimated remaining seconds at the present rate; null: unknown. */
export function secondsLeft({ startedAt, progress }: SampleLibraryState, now: number): number | null {
  const total = progress.reduce((sum, kind) => sum + kind.total, 0)
  const ended = progress.reduce((sum, kind) => sum + kind.ended, 0)
  if (ended < total / 10 || total === 0) return null
  return Math.ceil((((now - startedAt) / ended) * (total - ended)) / 1000)
}

/** `first start, loading`, and what became of it. */
export const sampleStateNames: Readonly<Record<SampleLibraryState['state'], string>> = {
  loading: 'first start, loading',
  paused: 'first start, paused',
  loaded: 'first start, loaded',
  stopped: 'first start, loading canceled',
}
