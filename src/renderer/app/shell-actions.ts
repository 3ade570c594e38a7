/** Runs what the application menu or a link from outside requests, as an action of the window. */

import type { ShellAction } from '#contract/shell.ts'
import { notifiedLocation } from './tab-locations.ts'
import { openLink } from './deep-links.ts'
import { searchTranscripts } from './search-transcripts.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

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
    case 'accessibility':
      workspace.actions.runById('help.accessibility')
      return
    case 'check-for-updates':
      workspace.actions.runById('help.updates')
      return
    case 'search':
      workspace.actions.runById('go.search')
      return
    case 'settings':
      workspace.actions.runById('go.settings')
      return
    case 'next-tab':
      workspace.tabs.step(1)
      return
    case 'previous-tab':
      workspace.tabs.step(-1)
      return
    case 'window-closed':
      void workspace.adoptTabs(action.window).catch((error: unknown) => workspace.fail(error))
      return
    case 'new-window':
      workspace.actions.runById('window.new')
      return
    case 'move-tab':
      workspace.actions.runById('tab.move')
      return
    case 'clear-recent':
      workspace.actions.runById('recent.clear')
      return
    case 'close-tab':
      workspace.tabs.close(workspace.tabs.active.id)
      return
    default:
      action satisfies never
  }
}
