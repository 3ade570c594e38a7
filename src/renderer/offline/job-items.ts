/**
 * The list of a download job's log entries, loaded in windows. While the job runs, they move to
 * other rows.
 */

import type { SyncItem } from '#contract/api/sync.ts'
import type { SyncItemState } from '#contract/api/sync-kinds.ts'
import type { Core } from '../core-client/client.ts'
import type { Changes } from '../core-client/changes.ts'
import { reactiveWindowedList } from '../app/windowed-list.svelte.ts'

interface JobItemsFilter {
  /** −1: there is no job. */
  readonly jobId: number
  /** Empty: all. */
  readonly states: SyncItemState[]
}

/** While the job runs, its items move to other rows. */
export function createJobItems(
  sync: Pick<Core['sync'], 'items'>,
  changes: Pick<Changes, 'listen'>,
  filter: () => JobItemsFilter,
) {
  return reactiveWindowedList(
    {
      list: async ({ filter: { jobId, states }, offset, limit, locate }, signal) => {
        if (jobId < 0) return { entries: [], total: 0, positions: [] }
        const request = { jobId, states, offset, limit, locate }
        const { items: entries, total, positions } = await sync.items(request, { signal })
        return { entries, total, positions }
      },
      keyOf: ({ number }: SyncItem) => number,
      changes,
      reloadOn: ['sync', 'synced'],
    },
    filter,
  )
}
