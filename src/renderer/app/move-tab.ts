/** Moves a tab in the bar by a command, and says where it is then. */

import { titleOf } from './tab-title.ts'
import type { Tab } from './tabs.svelte.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

export function moveTab(workspace: Pick<WorkspaceState, 'tabs' | 'say'>, tab: Tab, by: -1 | 1): void {
  const { tabs } = workspace
  tabs.move(tab.id, by)
  const { strong, rest } = titleOf(tab.location)
  const place = tabs.all.findIndex(({ id }) => id === tab.id) + 1
  workspace.say(`${`${strong} ${rest}`.trim()}: tab ${place} of ${tabs.all.length}.`)
}
