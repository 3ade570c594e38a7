/**
 * Stores a window's tabs for a reload, and its steps back and forward in the browser's history.
 */

import type { TabSet } from '#contract/api/tabs.ts'
import { readLocation, type TabLocation } from './tab-locations.ts'

/** The part of the browser that remembers; handed in, so that tests own it. */
export interface TabHistory {
  /** Storage of this window, until it closes. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly history: Pick<History, 'pushState' | 'replaceState' | 'state' | 'back' | 'forward' | 'go'>
}

/** A step of the browser's history, which is one for all workspaces that the window has shown. */
export interface HistoryEntry {
  /** Id of the workspace that was open. */
  readonly workspace: string
  readonly location: TabLocation
  /** Steps from the first visit of the window. */
  readonly depth: number
  /** Depth of the visit that opened the workspace: there is no way back beyond it. */
  readonly floor: number
}

const storageKey = (workspace: string) => `tearsheet.tabs.${workspace}`

/** A window's tabs in one workspace. */
export interface SavedTabs {
  readonly locations: readonly TabLocation[]
  /** Index of the active tab, and of the one in the other pane (−1: none). */
  readonly active: number
  readonly otherPane: number
}

/** The player's loaded call; the playback position is saved with the call. */
type LoadedCall = TabSet['playing']

/** For a reload of this window, which must not wait for the core. */
export function storeForReload(storage: TabHistory['storage'], workspace: string, set: TabSet): void {
  storage.setItem(storageKey(workspace), JSON.stringify(set))
}

/** Null: nothing stored, or nothing that this version can read. */
export function readForReload(storage: TabHistory['storage'], workspace: string): unknown {
  const text = storage.getItem(storageKey(workspace))
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    // Another version's, or damaged.
    return null
  }
}

const mostTabs = 100
const mostCharacters = 200_000

/** The tabs as they are saved. Of more than can be saved, those nearest to the active one are. */
export function tabSetOf({ locations, active, otherPane }: SavedTabs, playing: LoadedCall): TabSet {
  const all = locations.map((location, at) => ({ location, at, characters: JSON.stringify(location).length }))
  let room = mostCharacters
  const near = all
    .toSorted((one, other) => Math.abs(one.at - active) - Math.abs(other.at - active))
    .slice(0, mostTabs)
    .filter(({ characters }) => (room -= characters) >= 0)
    .toSorted((one, other) => one.at - other.at)
  return {
    locations: near.map(({ location }) => ({ ...location })),
    active: near.findIndex(({ at }) => at === active),
    otherPane: near.findIndex(({ at }) => at === otherPane),
    playing: playing && { callId: playing.callId, title: playing.title.slice(0, 1000) },
  }
}

/** Null when no location in it is known to this version. */
export function readTabSet(value: unknown): { readonly saved: SavedTabs; readonly playing: LoadedCall } | null {
  if (typeof value !== 'object' || value === null || !('locations' in value) || !Array.isArray(value.locations))
    return null
  const known = value.locations.map((location, at) => ({ location: readLocation(location), at }))
  const locations = known.flatMap(({ location, at }) => (location === null ? [] : [{ location, at }]))
  if (locations.length === 0) return null
  const indexOf = (name: string) => {
    const index: unknown = Reflect.get(value, name)
    return locations.findIndex(({ at }) => at === index)
  }
  const saved = {
    locations: locations.map(({ location }) => location),
    active: Math.max(0, indexOf('active')),
    otherPane: indexOf('otherPane'),
  }
  return { saved, playing: readPlaying(Reflect.get(value, 'playing')) }
}

function readPlaying(value: unknown): LoadedCall {
  if (typeof value !== 'object' || value === null) return null
  const callId: unknown = Reflect.get(value, 'callId')
  const title: unknown = Reflect.get(value, 'title')
  return typeof callId === 'string' && typeof title === 'string' ? { callId, title } : null
}

/** Null for a state of another page or another version. */
export function readHistoryEntry(state: unknown): HistoryEntry | null {
  if (typeof state !== 'object' || state === null || !('location' in state) || !('workspace' in state)) return null
  const location = readLocation(state.location)
  if (location === null || typeof state.workspace !== 'string') return null
  const depth = 'depth' in state && typeof state.depth === 'number' ? state.depth : 0
  const floor = 'floor' in state && typeof state.floor === 'number' ? state.floor : depth
  return { workspace: state.workspace, location, depth, floor }
}
