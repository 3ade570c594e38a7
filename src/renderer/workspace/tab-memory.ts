import { readPlace, type Place } from './places.ts'

/** The part of the browser that remembers; handed in, so that tests own it. */
export interface TabMemory {
  /** Kept for this window until it closes. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly history: Pick<History, 'pushState' | 'replaceState' | 'state' | 'back' | 'forward'>
}

/** A step of the browser's history. */
export interface Visit {
  readonly place: Place
  /** Steps from the first visit. */
  readonly depth: number
}

const storageKey = 'tearsheet.tabs'

/** The tabs as a reload finds them. */
export interface Kept {
  readonly places: readonly Place[]
  /** Index of the active tab, and of the one beside it (−1: none). */
  readonly active: number
  readonly beside: number
}

export function keepTabs(storage: TabMemory['storage'], kept: Kept): void {
  storage.setItem(storageKey, JSON.stringify(kept))
}

/** Empty when there is nothing, or nothing that this version can read. */
export function recallTabs(storage: TabMemory['storage']): Kept {
  const text = storage.getItem(storageKey)
  const kept = readJson(text)
  if (typeof kept !== 'object' || kept === null || !('places' in kept) || !Array.isArray(kept.places)) {
    return { places: [], active: 0, beside: -1 }
  }
  const places = kept.places.map(readPlace).filter((place) => place !== null)
  const active = 'active' in kept && typeof kept.active === 'number' ? kept.active : 0
  const beside = 'beside' in kept && typeof kept.beside === 'number' ? kept.beside : -1
  return { places, active, beside }
}

function readJson(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    // Another version's or a damaged memory: begin anew.
    return null
  }
}

/** Null for a state of another page or another version. */
export function readVisit(state: unknown): Visit | null {
  if (typeof state !== 'object' || state === null || !('place' in state)) return null
  const place = readPlace(state.place)
  if (place === null) return null
  return { place, depth: 'depth' in state && typeof state.depth === 'number' ? state.depth : 0 }
}
