import { createContext, onDestroy } from 'svelte'
import { Reading, type ReadingOptions } from '../core-client/reading.svelte.ts'
import type { Action } from './actions.svelte.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

/** The workspace; only below `App`. */
export const [getWorkspace, setWorkspace] = createContext<WorkspaceState>()

/** The tab that a screen is drawn in. */
export interface TabContext {
  readonly id: string
  /** It is on screen. */
  readonly shown: boolean
  /** It has the keys: of two pages side by side one does. */
  readonly active: boolean
}
export const [getTab, setTab] = createContext<TabContext>()

/** A reading that ends with the component. Call it while the component is being created. */
export function useReading<Answer>(options: ReadingOptions = {}): Reading<Answer> {
  const reading = new Reading<Answer>(getWorkspace().changes, options)
  onDestroy(() => reading.close())
  return reading
}

/** The screen's own actions: there while its tab has the keys. `actions` may read state. Call it while the component is being created. */
export function useActions(actions: () => readonly Action[]): void {
  const workspace = getWorkspace()
  const tab = getTab()
  onDestroy(workspace.actions.add(() => (tab.active ? actions() : [])))
}
