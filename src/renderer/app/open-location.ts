/** Opens a location in its tab. The comparison or screen that it replaces there is brought back with Undo. */

import {
  comparedTitle,
  hasConditions,
  isLocationOf,
  tabKey,
  type TabLocation,
  type TabLocationOf,
} from './tab-locations.ts'
import type { StatusMessage } from './status-message.svelte.ts'
import type { Tabs } from './tabs.svelte.ts'

interface OpeningWorkspace {
  readonly tabs: Pick<Tabs, 'all' | 'open'>
  readonly say: (sentence: string, action?: StatusMessage['action']) => void
}

/** Its settings may be nowhere but in its tab. */
export type SettingsLocation = TabLocationOf<'compare'> | TabLocationOf<'screener'>

export function openLocation(workspace: OpeningWorkspace, location: TabLocation): void {
  const { tabs, say } = workspace
  const before = tabs.all.find(({ id }) => id === tabKey(location))?.location
  if (!before || !hasSettings(before) || !hasSettings(location) || isEmpty(before)) return tabs.open(location)
  // Known by its id alone, as in the command field: it is shown as its tab was left.
  if (location.saved !== '' && location.settings === '') return tabs.open({ ...location, settings: before.settings })
  tabs.open(location)
  if (location.settings === before.settings) return
  say(replacedText(before), { label: 'Undo', run: () => openLocation(workspace, before) })
}

/** Opens a location in place of what its tab has, which needs no Undo: it is put there first, so that opening it replaces nothing. */
export function openInPlace(
  workspace: { readonly tabs: Pick<Tabs, 'refine'>; open(location: TabLocation): void },
  location: SettingsLocation,
): void {
  workspace.tabs.refine(location)
  workspace.open(location)
}

function hasSettings(location: TabLocation): location is SettingsLocation {
  return isLocationOf('compare', location) || isLocationOf('screener', location)
}

function isEmpty(location: SettingsLocation): boolean {
  return location.screen === 'compare' ? comparedTitle(location) === '' : !hasConditions(location)
}

function replacedText(before: SettingsLocation): string {
  // They may be those that were saved, in another window or in another form.
  if (before.saved !== '') return `Previous settings of ${before.name} replaced.`
  if (before.screen === 'screener') return 'Unsaved screen replaced.'
  return `Unsaved comparison of ${comparedTitle(before)} replaced.`
}
