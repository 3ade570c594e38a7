/** Tells the storage operation of another window from those of this one. */

import type { RunningOperation } from '#contract/api/storage.ts'
import type { StorageOperations } from './storage-operations.ts'

/**
 * The operation that another window runs, as the core reports it; null: none. One that ended in this window may be reported for a moment
 * longer. Call this while a component is created.
 */
export function operationElsewhere(
  works: Pick<StorageOperations, 'running'>,
  reported: () => RunningOperation | null,
): { readonly current: RunningOperation | null } {
  let isOwn = $state(false)
  $effect.pre(() => {
    if (works.running) isOwn = true
    else if (reported() === null) isOwn = false
  })
  const elsewhere = $derived(works.running || isOwn ? null : reported())
  return {
    get current() {
      return elsewhere
    },
  }
}
