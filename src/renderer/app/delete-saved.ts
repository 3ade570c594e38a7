/** Deletes a saved comparison or screen. What its tab shows stays on screen, unsaved. */

import { openInPlace, type SettingsLocation } from './open-location.ts'
import { tabKey } from './tab-locations.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

interface SavedItem {
  /** Of its tab, with the settings that are shown there. */
  readonly location: SettingsLocation
  /** Deletes it, and resolves to what `restore` takes. */
  readonly remove: () => Promise<string>
  readonly restore: (removed: string) => Promise<unknown>
}

/** Never rejects. Undo brings it back in its tab, and the unsaved one whose place was taken, unless that place was changed meanwhile. */
export async function deleteSaved(
  workspace: Pick<WorkspaceState, 'tabs' | 'open' | 'say' | 'fail'>,
  { location, remove, restore }: SavedItem,
): Promise<void> {
  const { tabs } = workspace
  const copy = { ...location, saved: '', name: '' }
  const inPlace = () => tabs.all.find(({ id }) => id === tabKey(copy))?.location

  async function undo(removed: string, before: ReturnType<typeof inPlace>): Promise<void> {
    await restore(removed)
    const present = inPlace()
    if (present && 'settings' in present && present.settings === copy.settings) {
      if (before) tabs.refine(before)
      else tabs.close(tabKey(copy))
    }
    openInPlace(workspace, location)
  }

  try {
    const removed = await remove()
    const before = inPlace()
    tabs.close(tabKey(location))
    openInPlace(workspace, copy)
    workspace.say(`Deleted ${location.name}.`, {
      label: 'Undo',
      run: () => void undo(removed, before).catch((error: unknown) => workspace.fail(error)),
    })
  } catch (error) {
    workspace.fail(error)
  }
}
