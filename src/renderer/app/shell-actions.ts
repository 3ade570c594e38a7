/** Runs what the application menu or a link from outside requests, as an action of the window. */

import type { ShellAction } from '#contract/shell.ts'
import { notifiedLocation } from './tab-locations.ts'
import { openLink } from './deep-links.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

export function runShellAction(workspace: WorkspaceState, action: ShellAction): void {
  switch (action.name) {
    case 'link':
      openLink(workspace, action.link)
      return
    case 'notified':
      workspace.open(notifiedLocation(action.screen))
      return
    // As words, exactly as selected.
    case 'search-transcripts':
      workspace.open({ screen: 'text', query: `"${action.query.replaceAll('"', ' ')}"`, view: 'hits' })
      return
    case 'palette':
      workspace.openPalette()
      return
    case 'keyboard-help':
      workspace.openOverlay('keys')
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
    case 'close-tab':
      workspace.tabs.close(workspace.tabs.active.id)
      return
    default:
      action satisfies never
  }
}
