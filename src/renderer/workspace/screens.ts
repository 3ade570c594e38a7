import type { Component } from 'svelte'
import type { PlaceOf, ScreenName } from './places.ts'

/** What every screen is given. Its tab comes by context (`getTab`). */
export interface ScreenProps<Name extends ScreenName> {
  readonly place: PlaceOf<Name>
}

/** A module that is loaded when it is first asked for; from then on it is there at once, without a step through a promise. */
type Lazy<Module> = () => Module | Promise<Module>

function lazily<Module>(load: () => Promise<Module>): Lazy<Module> {
  let loaded: Module | null = null
  return () => loaded ?? load().then((module) => (loaded = module))
}

export const screens: { readonly [Name in ScreenName]: Lazy<{ default: Component<ScreenProps<Name>> }> } = {
  search: lazily(() => import('../search/SearchScreen.svelte')),
  company: lazily(() => import('../company/CompanyScreen.svelte')),
  call: lazily(() => import('../call/CallScreen.svelte')),
  calls: lazily(() => import('../calls/CallsScreen.svelte')),
  settings: lazily(() => import('../settings/SettingsScreen.svelte')),
}

/** Loads every screen's module ahead. Never rejects: a module that is missing is asked for again when it is needed. */
export async function loadAll(): Promise<void> {
  await Promise.allSettled(Object.values(screens).map(async (load) => load()))
}
