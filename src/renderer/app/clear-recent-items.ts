/** Forgets what was opened last: on Home, in the palette and on the program's icon. */

import { formatCounted } from '../format/counts.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

export async function clearRecentItems(workspace: Pick<WorkspaceState, 'core' | 'say' | 'fail'>): Promise<void> {
  const { home } = workspace.core
  try {
    const { cleared } = await home.clearRecent()
    if (cleared.length === 0) return workspace.say('There are no recent items.')
    workspace.say(`${formatCounted(cleared.length, 'recent item')} cleared.`, {
      label: 'Undo',
      run: () =>
        void home.restoreRecent({ items: cleared }).then(
          () => workspace.say('Recent items restored.'),
          (error: unknown) => workspace.fail(error),
        ),
    })
  } catch (error) {
    workspace.fail(error)
  }
}
