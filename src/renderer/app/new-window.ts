/** Opens another window, at Home, at a page, or with a tab of this one, and takes over the tabs of one that was closed. */

import { homeLocation, type TabLocation } from './tab-locations.ts'
import { readTabSet, tabSetOf } from './tab-history.ts'
import type { Tab } from './tabs.svelte.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

const notOpened = {
  electron: 'No more windows can be opened.',
  browser: 'The browser blocked the new window. Allow pop-ups for this address.',
} as const

export function openNewWindow(workspace: WorkspaceState): Promise<void> {
  return openAs(workspace, crypto.randomUUID(), () => {})
}

/** The page stays open in this window, if it is open here. */
export async function openInNewWindow(workspace: WorkspaceState, location: TabLocation): Promise<void> {
  await openAt(workspace, location, () => {})
}

/** The tab leaves this window once the other one is open: it is stored under the other's id first, so that it is never in none. */
export async function moveToNewWindow(workspace: WorkspaceState, tab: Tab): Promise<void> {
  await openAt(workspace, tab.location, () => workspace.drafts.handOver(() => workspace.tabs.remove(tab.id)))
}

/** The tabs of a window that was closed can be opened here, like a closed tab, and go on with the text that was being typed in them. */
export async function adoptTabs(
  { core, drafts, tabs }: Pick<WorkspaceState, 'core' | 'drafts' | 'tabs'>,
  window: string,
): Promise<void> {
  const { set } = await core.tabs.take({ window })
  await drafts.read()
  const taken = readTabSet(set)
  if (taken !== null) tabs.addClosed(taken.saved.locations)
}

async function openAt(workspace: WorkspaceState, location: TabLocation, opened: () => void): Promise<void> {
  const id = crypto.randomUUID()
  try {
    // Text that is being typed in it is restored there.
    await workspace.drafts.flush()
    const set = tabSetOf({ locations: [homeLocation, location], active: 1, otherPane: -1 }, null)
    await workspace.core.tabs.save({ window: id, set })
  } catch (error) {
    return workspace.fail(error)
  }
  return openAs(workspace, id, opened)
}

async function openAs(workspace: WorkspaceState, id: string, opened: () => void): Promise<void> {
  const { bridge } = workspace
  try {
    if (await bridge.openWindow?.(id)) opened()
    else workspace.say(notOpened[bridge.kind])
  } catch (error) {
    workspace.fail(error)
  }
}
