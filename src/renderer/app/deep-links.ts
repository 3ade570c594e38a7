/** Opens links of the program to a company, call or screen, and copies one. */

import { parseDeepLink } from '#contract/deep-link.ts'
import { failureToShow } from '../core-client/request-failed.ts'
import { comparing, homeLocation } from './tab-locations.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

/** Opens what a link names; one that names nothing opens nothing. */
export function openLink(workspace: WorkspaceState, link: string): void {
  const view = parseDeepLink(link)
  if (view === null) return
  switch (view.screen) {
    case 'home':
      workspace.open(homeLocation)
      return
    case 'company':
      workspace.openCompany(view.symbol)
      return
    case 'call':
      void openCall(workspace, view.callId, view.second)
      return
    case 'compare':
      workspace.open(comparing(view.symbols))
      return
    case 'text':
      if (view.query === '') workspace.actions.runById('go.text')
      else workspace.open({ screen: 'text', query: view.query, view: 'hits' })
      return
    default:
      view satisfies never
  }
}

/** The call shows why it cannot be read, if it cannot; without a turn it opens where reading stopped. */
async function openCall(workspace: WorkspaceState, callId: string, second: number | null): Promise<void> {
  const turn = second === null ? -1 : await turnAt(workspace, callId, second)
  workspace.open({ screen: 'call', callId, title: '', turn })
}

async function turnAt({ core }: WorkspaceState, callId: string, second: number): Promise<number> {
  try {
    return (await core.calls.turnAt({ callId, second })).turn
  } catch (error) {
    if (failureToShow(error) === null) throw error
    return -1
  }
}

/** Why a link is not offered in a browser. */
export const whyNoLinks = 'links open in the installed application only'

export async function copyLink(workspace: WorkspaceState, link: string | null): Promise<void> {
  if (link === null) return
  await navigator.clipboard.writeText(link)
  workspace.say('Link copied.')
}
