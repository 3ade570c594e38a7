/**
 * Queries whether a watchlist is completely available offline, and what it lacks. Call it at the
 * start of a component.
 */

import type { OfflineStatus } from '#contract/api/sync.ts'
import { getWorkspace, useQuery } from '../context.ts'

/** Missing items that a status names; more than these are counted only. */
const mostRead = 200

export function useOfflineStatus(listId: () => string) {
  const { core } = getWorkspace()
  const query = useQuery(core.sync.offlineStatus, () => ({ listId: listId(), limit: mostRead }), {
    reloadOn: ['synced', 'watchlists'],
    reset: true,
  })
  return {
    /** Null: not kept offline. Undefined: not read yet. */
    get status(): OfflineStatus | null | undefined {
      return query.result?.status
    },
  }
}
