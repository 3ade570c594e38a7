/**
 * The API of open tabs: each window stores its set of tabs, which is restored at the next start.
 */

import { z } from 'zod'
import { change } from './base.ts'

/** Characters of a set of tabs as JSON: some hundred tabs, or several large comparisons. */
export const longestTabSet = 262_144
const mostTabs = 100
const mostWindows = 64

/** What a tab shows, as written by the window; it knows its screens, and ignores what it cannot read. */
const location = z.record(z.string().max(32), z.union([z.string().max(longestTabSet), z.number(), z.null()]))

/** The open tabs of one window in one workspace, and what its player has loaded. */
export const tabSet = z.object({
  locations: z.array(location).max(mostTabs),
  /** Index of the active tab, and of the one in the other pane (−1: none). */
  active: z.number().int().min(-1).max(mostTabs),
  otherPane: z.number().int().min(-1).max(mostTabs),
  playing: z.object({ callId: z.string().max(200), title: z.string().max(1000) }).nullable(),
})
export type TabSet = z.infer<typeof tabSet>

/** A window of the program: a tab of a browser, or a window of Electron. It keeps its id over a reload. */
export const windowId = z.string().min(1).max(64)

/** The tabs of each window in each workspace, stored in `desk.db` so that they outlive the program. */
export const tabs = {
  /**
   * The tabs of a window at its start: its own; else, while no other window has any, those used last. Null: none. This also
   * forgets tabs of closed windows. `others`: windows that count as open although they may not be connected yet.
   */
  open: change
    .input(z.object({ window: windowId, others: z.array(windowId).max(mostWindows).default([]) }))
    .output(z.object({ set: tabSet.nullable() })),
  /** The tabs of a window that was closed, which are forgotten by this. Null: none. */
  take: change.input(z.object({ window: windowId })).output(z.object({ set: tabSet.nullable() })),
  /** Throws `bad-request` for more than `longestTabSet`. */
  save: change.input(z.object({ window: windowId, set: tabSet })).output(z.object({})),
}
