/**
 * Links of the program to a company, call or screen: opens them, and copies one for the current
 * tab.
 */

import { formatDeepLink, parseDeepLink, type LinkedView } from '#contract/deep-link.ts'
import { failureToShow } from '../core-client/request-failed.ts'
import { comparedCompanies, comparing, type TabLocation } from './tab-locations.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

/** Opens what a link names; one that names nothing opens nothing. */
export function openLink(workspace: WorkspaceState, link: string): void {
  const view = parseDeepLink(link)
  if (view === null) return
  switch (view.screen) {
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
      workspace.open({ screen: 'text', query: view.query, view: 'hits' })
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

/** A link to a tab, for a message or a note; null: there is none. */
export function linkTo(location: TabLocation): string | null {
  const view = linkedView(location)
  return view && formatDeepLink(view)
}

function linkedView(location: TabLocation): LinkedView | null {
  switch (location.screen) {
    case 'company':
      return { screen: 'company', symbol: location.symbol }
    case 'call':
      return { screen: 'call', callId: location.callId, second: null }
    case 'compare':
      return { screen: 'compare', symbols: comparedCompanies(location) }
    case 'text':
      return { screen: 'text', query: location.query }
    default:
      return null
  }
}
