import type { OfflineStatus } from '#contract/api/sync.ts'
import { getWorkspace, useQuery } from '../context.ts'

/** Missing items that a status names; more than these are counted only. */
const mostRead = 200

/** Whether a watchlist is complete offline, as state. Call it at the start of a component. */
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
