/** The actions for saved screens: open, save, rename, delete, mark as seen. */

import type { SavedScreen, ScreenSpec } from '#contract/api/screens.ts'
import type { WorkspaceState } from '../app/workspace-state.svelte.ts'
import { newScreen, type TabLocationOf } from '../app/tab-locations.ts'

interface SavedScreenDependencies {
  readonly workspace: WorkspaceState
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

  function open(screen: SavedScreen): void {
    const { id, name } = screen
    workspace.open({ screen: 'screener', saved: id, name, settings: JSON.stringify(screen.spec) })
  }

  function save(name: string, id: string): void {
    const present = spec()
    if (!present) return
    core.screens.save({ name, spec: present, ...(id !== '' && { id }) }).then((screen) => {
      if (id === '') workspace.tabs.close(tabId)
      open(screen)
      workspace.say(`Saved ${screen.name}.`)
    }, fail)
  }

  function rename(name: string): void {
    core.screens.rename({ id: location().saved, name }).then(open, fail)
  }

  async function remove(): Promise<void> {
    const screen = saved()
    if (!screen) return
    try {
      const { settings } = location()
      const { removed } = await core.screens.remove({ id: screen.id })
      workspace.tabs.close(tabId)
      workspace.open({ ...newScreen, settings })
      workspace.say(`Deleted ${screen.name}.`, {
        label: 'Undo',
        run: () => void core.screens.restore({ removed }).catch(fail),
      })
    } catch (error) {
      fail(error)
    }
  }

  function markSeen(): void {
    core.screens.markSeen({ id: location().saved }).catch(fail)
  }

  return { open, save, rename, remove, markSeen }
}
