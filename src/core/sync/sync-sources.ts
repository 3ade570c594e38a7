/** The parts of the core through which a job reads and fetches. */

import type { SyncKind } from '#contract/api/sync-kinds.ts'
import type { NewItemCounts } from '#contract/api/watchlists.ts'
import type { Calls } from '../calls/calls.ts'
import type { Financials } from '../fundamentals/financials.ts'
import type { News } from '../news/news.ts'
import type { Ratings } from '../ratings/ratings.ts'
import type { Recordings } from '../recordings/recordings.ts'

/** Sources for the completeness of an offline download. */
export interface CompletenessSources {
  readonly financials: Pick<Financials, 'completeness'>
  readonly calls: Pick<Calls, 'completeness'>
  readonly ratings: Pick<Ratings, 'completeness'>
  readonly news: Pick<News, 'completeness'>
  readonly recordings: Pick<Recordings, 'stored'>
}

/** The same, with the operations that fetch. */
export interface SyncSources extends CompletenessSources {
  readonly financials: Pick<Financials, 'refresh' | 'completeness'>
  readonly calls: Pick<Calls, 'fetchBack' | 'refresh' | 'completeness'>
  readonly ratings: Pick<Ratings, 'fetchBack' | 'completeness'>
  readonly news: Pick<News, 'fetchBack' | 'completeness'>
  readonly recordings: Pick<Recordings, 'take' | 'stored' | 'free'>
  readonly securities: {
    /** Every security of an exchange that was not received since `startedAt`, ms UTC. */
    download(
      request: { readonly mic: string; readonly startedAt: number },
      signal: AbortSignal,
    ): Promise<{ readonly changed: number; readonly stored: number }>
  }
}

/** Reads the watchlists. */
export interface SyncLists {
  /** Null: there is no such list. */
  list(listId: string): { readonly name: string; readonly symbols: readonly string[] } | null
  /** The symbols on all watchlists, each once. */
  watched(): readonly string[]
  listsOf(symbol: string): readonly string[]
  /** What was received since a moment and is new for a company on a list. */
  foundSince(at: number): Promise<NewItemCounts>
}

/** Kinds that are downloaded company by company; the others are downloaded call by call, or exchange by exchange. */
export type CompanyKind = Exclude<SyncKind, 'transcript' | 'recording' | 'securities'>
