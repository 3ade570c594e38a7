/**
 * The component of each screen, loaded on first use. `tab-locations.ts` has the locations that they
 * show.
 */

import type { Component } from 'svelte'
import { lazily, type Lazy } from './lazy-module.ts'
import { companyPanels } from './company-panels.ts'
import type { ScreenName, TabLocation, TabLocationOf } from './tab-locations.ts'

/** Properties of every screen. Its tab is in the context (`getTab`). */
export interface ScreenProps<Name extends ScreenName> {
  readonly location: TabLocationOf<Name>
}

type LazyScreen<Name extends ScreenName> = Lazy<{ default: Component<ScreenProps<Name>> }>

const screens: { readonly [Name in ScreenName]: LazyScreen<Name> } = {
  home: lazily(() => import('../home/HomeScreen.svelte')),
  search: lazily(() => import('../securities-search/SearchScreen.svelte')),
  company: lazily(() => import('../company/CompanyScreen.svelte')),
  call: lazily(() => import('../call/CallScreen.svelte')),
  'call-comparison': lazily(() => import('../call-comparison/CallComparisonScreen.svelte')),
  calls: lazily(() => import('../calls/CallsScreen.svelte')),
  ratings: lazily(() => import('../ratings-news/RatingsNewsScreen.svelte')),
  text: lazily(() => import('../transcript-search/TranscriptSearchScreen.svelte')),
  compare: lazily(() => import('../compare/CompareScreen.svelte')),
  screener: lazily(() => import('../screener/ScreenerScreen.svelte')),
  timeline: lazily(() => import('../timeline/TimelineScreen.svelte')),
  watchlists: lazily(() => import('../watchlists/WatchlistsScreen.svelte')),
  offline: lazily(() => import('../offline/OfflineScreen.svelte')),
  alerts: lazily(() => import('../alerts/AlertsScreen.svelte')),
  checks: lazily(() => import('../checks/ChecksScreen.svelte')),
  settings: lazily(() => import('../settings/SettingsScreen.svelte')),
  connect: lazily(() => import('../settings/connect/ConnectScreen.svelte')),
}

/** The screen of a location. Its type accepts every location; it only receives its own. */
export function screenOf({ screen }: TabLocation): LazyScreen<ScreenName> {
  return screens[screen] as LazyScreen<ScreenName>
}

/**
 * Loads every screen's module ahead, one after another, so that a key that is pressed meanwhile waits for one at most; Home, which is always
 * open, first. Never rejects: a module that is missing is requested again when it is needed.
 */
export async function loadAll(): Promise<void> {
  for (const load of [...Object.values(screens), ...Object.values(companyPanels)]) await Promise.allSettled([load()])
}
