import type { Component } from 'svelte'
import { lazily, type Lazy } from './lazily.ts'
import { parts } from './parts.ts'
import type { PlaceOf, ScreenName } from './places.ts'

/** What every screen is given. Its tab comes by context (`getTab`). */
export interface ScreenProps<Name extends ScreenName> {
  readonly place: PlaceOf<Name>
}

export const screens: { readonly [Name in ScreenName]: Lazy<{ default: Component<ScreenProps<Name>> }> } = {
  search: lazily(() => import('../search/SearchScreen.svelte')),
  company: lazily(() => import('../company/CompanyScreen.svelte')),
  call: lazily(() => import('../call/CallScreen.svelte')),
  calls: lazily(() => import('../calls/CallsScreen.svelte')),
  ratings: lazily(() => import('../opinions/OpinionsScreen.svelte')),
  news: lazily(() => import('../opinions/OpinionsScreen.svelte')),
  text: lazily(() => import('../text/TextScreen.svelte')),
  compare: lazily(() => import('../compare/CompareScreen.svelte')),
  timeline: lazily(() => import('../timeline/TimelineScreen.svelte')),
  watchlists: lazily(() => import('../watchlists/WatchlistsScreen.svelte')),
  offline: lazily(() => import('../offline/OfflineScreen.svelte')),
  settings: lazily(() => import('../settings/SettingsScreen.svelte')),
}

/** Loads every screen's module ahead. Never rejects: a module that is missing is asked for again when it is needed. */
export async function loadAll(): Promise<void> {
  await Promise.allSettled([...Object.values(screens), ...Object.values(parts)].map(async (load) => load()))
}
