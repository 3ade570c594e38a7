/** Runs what the application menu or a link from outside requests, as an action of the window. */

import type { ShellAction } from '#contract/shell.ts'
import type { CommandId } from './commands/catalog.ts'
import { notifiedLocation } from './tab-locations.ts'
import { openLink } from './deep-links.ts'
import { adoptTabs } from './new-window.ts'
import { searchTranscripts } from './search-transcripts.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

/** Entries of the menu that are commands of the window. */
const menuCommands = {
  accessibility: 'help.accessibility',
  'check-for-updates': 'help.updates',
  search: 'go.search',
  settings: 'go.settings',
  'new-window': 'window.new',
  'move-tab': 'tab.move',
  'clear-recent': 'recent.clear',
} as const satisfies Partial<Record<ShellAction['name'], CommandId>>

export function runShellAction(workspace: WorkspaceState, action: ShellAction): void {
  switch (action.name) {
    case 'link':
      openLink(workspace, action.link)
      return
    case 'notified':
      workspace.open(notifiedLocation(action.screen))
      return
    case 'search-transcripts':
      searchTranscripts(workspace, action.query)
      return
    case 'palette':
      workspace.openPalette()
      return
    case 'keyboard-help':
      workspace.openOverlay('keys')
      return
    case 'next-tab':
      workspace.tabs.step(1)
      return
    case 'previous-tab':
      workspace.tabs.step(-1)
      return
    case 'close-tab':
      workspace.tabs.close(workspace.tabs.active.id)
      return
    case 'window-closed':
      void adoptTabs(workspace, action.window).catch((error: unknown) => workspace.fail(error))
      return
    default:
      workspace.actions.runById(menuCommands[action.name])
  }
}
