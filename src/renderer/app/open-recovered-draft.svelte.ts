import { untrack } from 'svelte'
import { getWorkspace } from './context.ts'
import type { Drafts } from './drafts.svelte.ts'

/**
 * Opens the field or dialog of a recovered draft when a screen is created. `findOpener` returns the function that opens it, or
 * null while the screen has none. The field takes over the draft, which is then no longer recovered, so that it is opened once.
 * Call this while the component is being created.
 */
export function openRecoveredDraft(findOpener: (drafts: Drafts) => (() => void) | null): void {
  const { drafts } = getWorkspace()
  $effect(() => {
    const open = findOpener(drafts)
    if (open !== null) untrack(open)
  })
}
