import type { SyncKind } from '#contract/api/sync-kinds.ts'
import type { NewItemCounts } from '#contract/api/watchlists.ts'
import type { Calls } from '../calls/calls.ts'
import type { Financials } from '../fundamentals/financials.ts'
import type { News } from '../news/news.ts'
import type { Ratings } from '../ratings/ratings.ts'
import type { Recordings } from '../recordings/recordings.ts'

/** What says how whole the library has what was chosen. */
export interface CoverageSources {
  readonly financials: Pick<Financials, 'coverage'>
  readonly calls: Pick<Calls, 'coverage'>
  readonly ratings: Pick<Ratings, 'coverage'>
  readonly news: Pick<News, 'coverage'>
  readonly recordings: Pick<Recordings, 'stored'>
}

/** What fetches as well. */
export interface SyncSources extends CoverageSources {
  readonly financials: Pick<Financials, 'refresh' | 'coverage'>
  readonly calls: Pick<Calls, 'fetchBack' | 'refresh' | 'coverage'>
  readonly ratings: Pick<Ratings, 'fetchBack' | 'coverage'>
  readonly news: Pick<News, 'fetchBack' | 'coverage'>
  readonly recordings: Pick<Recordings, 'take' | 'stored' | 'free'>
  readonly securities: {
    /** Every security of an exchange that was not received since `startedAt`, ms UTC. */
    download(
      request: { readonly mic: string; readonly startedAt: number },
      signal: AbortSignal,
    ): Promise<{ readonly changed: number; readonly stored: number }>
  }
}

/** The lists that companies stand on. */
export interface SyncLists {
  /** Null: there is no such list. */
  list(listId: string): { readonly name: string; readonly symbols: readonly string[] } | null
  /** Of every list, each once. */
  watched(): readonly string[]
  listsOf(symbol: string): readonly string[]
  /** What was received since a moment and is new for a company on a list. */
  foundSince(at: number): Promise<NewItemCounts>
}

/** Kinds whose things are companies; the others' are calls and exchanges. */
export type CompanyKind = Exclude<SyncKind, 'transcript' | 'recording' | 'securities'>
