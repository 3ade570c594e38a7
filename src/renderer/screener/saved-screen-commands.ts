/** The actions for saved screens: open, save, rename, delete, mark as seen. */

import type { SavedScreen, ScreenSpec } from '#contract/api/screens.ts'
import type { WorkspaceState } from '../app/workspace-state.svelte.ts'
import { deleteSaved } from '../app/delete-saved.ts'
import { isLocationOf, type TabLocationOf } from '../app/tab-locations.ts'

interface SavedScreenDependencies {
  readonly workspace: Pick<WorkspaceState, 'core' | 'tabs' | 'open' | 'say' | 'fail'>
  readonly tabId: string
  readonly location: () => TabLocationOf<'screener'>
  readonly spec: () => ScreenSpec | null
  /** The saved screen that the tab is of; null: none. */
  readonly saved: () => SavedScreen | null
}

interface SavedScreenCommands {
  readonly open: (screen: SavedScreen) => void
  /** Saves it under a name, replacing the saved screen with that id; empty: as a new one, which this tab then shows. */
  readonly save: (name: string, id: string) => void
  readonly rename: (name: string) => void
  readonly remove: () => Promise<void>
  readonly markSeen: () => void
}

/** The commands of a saved screen. */
export function savedScreenCommands({
  workspace,
  tabId,
  location,
  spec,
  saved,
}: SavedScreenDependencies): SavedScreenCommands {
  const { core } = workspace
  const fail = (error: unknown) => workspace.fail(error)

  /** Where the tab is by now: conditions may have been changed while the core was saving. Null: it was closed. */
  function inTab(): TabLocationOf<'screener'> | null {
    const present = workspace.tabs.all.find(({ id }) => id === tabId)?.location
    return present && isLocationOf('screener', present) ? present : null
  }

  const open = (screen: SavedScreen): void => workspace.open(locationOf(screen))

  function save(name: string, id: string): void {
    const present = spec()
    if (!present) return
    const { settings } = location()
    core.screens.save({ name, spec: present, ...(id !== '' && { id }) }).then((screen) => {
      const now = inTab()?.settings ?? settings
      const shown = { ...locationOf(screen), ...(now !== settings && { settings: now }) }
      if (id === '') {
        workspace.tabs.close(tabId)
        workspace.open(shown)
      } else workspace.tabs.refine(shown)
      workspace.say(`Saved ${screen.name}.`)
    }, fail)
  }

  function rename(name: string): void {
    core.screens.rename({ id: location().saved, name }).then((screen) => {
      const present = inTab()
      if (present) workspace.tabs.refine({ ...present, name: screen.name })
    }, fail)
  }

  async function remove(): Promise<void> {
    const screen = saved()
    if (!screen) return
    const { id, name, spec: savedSpec } = screen
    await deleteSaved(workspace, {
      location: { ...location(), name, settings: location().settings || JSON.stringify(savedSpec) },
      remove: async () => (await core.screens.remove({ id })).removed,
      restore: (removed) => core.screens.restore({ removed }),
    })
  }

  function markSeen(): void {
    core.screens.markSeen({ id: location().saved }).catch(fail)
  }

  return { open, save, rename, remove, markSeen }
}

function locationOf({ id, name, spec }: SavedScreen): TabLocationOf<'screener'> {
  return { screen: 'screener', saved: id, name, settings: JSON.stringify(spec) }
}
