import type { Component } from 'svelte'
import type { PlaceOf, ScreenName } from './places.ts'

/** What every screen is given. Its tab comes by context (`getTab`). */
export interface ScreenProps<Name extends ScreenName> {
  readonly place: PlaceOf<Name>
}

/** A screen's module is loaded when its first tab is shown. */
export const screens: { readonly [Name in ScreenName]: () => Promise<{ default: Component<ScreenProps<Name>> }> } = {
  search: () => import('../search/SearchScreen.svelte'),
  company: () => import('../company/CompanyScreen.svelte'),
  settings: () => import('../settings/SettingsScreen.svelte'),
}

/** The command palette; it reads `workspace.paletteQuery`, and closes itself with `workspace.closeOverlay()`. */
export const palette = () => import('../palette/Palette.svelte')

/** Loads every screen's module ahead. Never rejects: a module that is missing is asked for again when it is needed. */
export async function loadAll(): Promise<void> {
  await Promise.allSettled([...Object.values(screens).map((load) => load()), palette()])
}
