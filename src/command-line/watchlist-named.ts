/** The watchlist that an option or argument names. */

import type { DirectClient } from '#core/direct-client.ts'
import { refuse } from './refuse.ts'

/** The id of the watchlist with exactly this name. Throws Refusal where there is none. */
export async function watchlistNamed(api: DirectClient, name: string): Promise<string> {
  const { lists } = await api.watchlists.names()
  return lists.find((list) => list.name === name)?.id ?? refuse(`There is no watchlist “${name}”.`)
}
