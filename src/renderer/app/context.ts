/**
 * Svelte contexts of the window: the open workspace, the current tab, and hooks for queries and
 * actions. Every screen uses them.
 */

import { createContext, onDestroy } from 'svelte'
import { reactiveQuery, type Query, type ReactiveQueryOptions } from '../core-client/query.svelte.ts'
import type { Action } from './actions.svelte.ts'
import { isLocationOf, type ScreenName, type TabLocationOf } from './tab-locations.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

/** The workspace; only below `App`. */
export const [getWorkspace, setWorkspace] = createContext<WorkspaceState>()

/** The tab that a screen is drawn in. */
interface TabContext {
  readonly id: string
  /** It is on screen. */
  readonly shown: boolean
  /** It has the keys: of two pages side by side one does. */
  readonly active: boolean
}
export const [getTab, setTab] = createContext<TabContext>()

/**
 * A request that is sent whenever `input` changes, with its latest result, until the component ends: `useQuery(core.news.open, () =>
 * ({ recordId }), { reloadOn: ['news'] })`. No request is sent while `input` is null. Call it while the component is being created.
 */
export function useQuery<Input, Result>(
  request: (input: Input, options: { readonly signal: AbortSignal }) => Promise<Result>,
  input: () => Input | null,
  options: ReactiveQueryOptions = {},
): Query<Result> {
  return reactiveQuery(getWorkspace().changes, request, input, options)
}

/**
 * Calls `listener` whenever the screen's tab is sent to another of its locations: by a link, the command field or the history, not by
 * `refine`. The `location` of the component's props follows when the page is drawn. Call it while the component is being created.
 */
export function useArrivals<Name extends ScreenName>(
  screen: Name,
  listener: (location: TabLocationOf<Name>, previous: TabLocationOf<Name>) => void,
): void {
  const { tabs } = getWorkspace()
  const stop = tabs.onArrival(getTab().id, (location, previous) => {
    if (isLocationOf(screen, location) && isLocationOf(screen, previous)) listener(location, previous)
  })
  onDestroy(stop)
}

/** The screen's own actions: there while its tab has the keys. `actions` may read state. Call it while the component is being created. */
export function useActions(actions: () => readonly Action[]): void {
  const workspace = getWorkspace()
  const tab = getTab()
  onDestroy(workspace.actions.add(() => (tab.active ? actions() : [])))
}
