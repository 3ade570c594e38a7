/** Freshness of the lists behind a timeline, and fetching more of them. */

import type { Core } from '../core-client/client.ts'

/** The lists of the service that a timeline fetches. Statements are refreshed on the company's page. */
export const fetchedLists = ['calls', 'ratings', 'news'] as const
type ListName = (typeof fetchedLists)[number]

export interface ListState {
  readonly list: ListName
  readonly stale: boolean
  /** The service may list older ones still. */
  readonly more: boolean
}

type Lists = Pick<Core, ListName>
interface RequestOptions {
  readonly signal: AbortSignal
}

/** Age of each list of a company, and whether it has more. */
export async function listStates(core: Lists, symbol: string, { signal }: RequestOptions): Promise<ListState[]> {
  const filter = { symbols: [symbol] }
  const page = { offset: 0, limit: 1 }
  const [calls, ratings, news] = await Promise.all([
    core.calls.list({ filter, order: { by: 'started', descending: true }, ...page }, { signal }),
    core.ratings.list({ filter, order: { by: 'written', descending: true }, ...page }, { signal }),
    core.news.list({ filter, ...page }, { signal }),
  ])
  return [
    { list: 'calls', stale: calls.stale, more: calls.more },
    { list: 'ratings', stale: ratings.stale, more: ratings.more },
    { list: 'news', stale: news.stale, more: news.more },
  ]
}

export interface WantedLists {
  readonly symbols: string[]
  readonly lists: readonly ListName[]
}

/** Fetches a page of each list from the service, one after another. Rejects with the first failure; what was fetched before stays. */
export async function fetchLists(
  core: Lists,
  { filter: { symbols, lists }, page }: { readonly filter: WantedLists; readonly page: 'latest' | 'older' },
  signal: AbortSignal,
): Promise<{ readonly added: number; readonly more: boolean }> {
  const total = { added: 0, more: false }
  for (const list of lists) {
    const { added, more } = await core[list].fetchPage({ filter: { symbols }, page }, { signal })
    total.added += added
    total.more ||= more
  }
  return total
}
