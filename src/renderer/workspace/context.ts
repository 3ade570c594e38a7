import { createContext, onDestroy } from 'svelte'
import { Reading, type ReadingOptions } from '../core/reading.svelte.ts'
import type { Action } from './actions.svelte.ts'
import type { Workspace } from './workspace.svelte.ts'

/** The workspace; only below `App`. */
export const [getWorkspace, setWorkspace] = createContext<Workspace>()

/** The id of the tab that a screen is drawn in, and whether it is the one on screen. */
export interface TabContext {
  readonly id: string
  readonly shown: boolean
}
export const [getTab, setTab] = createContext<TabContext>()

/** A reading that ends with the component. Call it while the component is being made. */
export function useReading<Answer>(options: ReadingOptions = {}): Reading<Answer> {
  const reading = new Reading<Answer>(getWorkspace().changes, options)
  onDestroy(() => reading.close())
  return reading
}

/** The screen's own actions: there while its tab is on screen. `actions` may read state. Call while the component is made. */
export function useActions(actions: () => readonly Action[]): void {
  const workspace = getWorkspace()
  const tab = getTab()
  onDestroy(workspace.actions.add(() => (tab.shown ? actions() : [])))
}
