/**
 * The actions that the user can run now, of the workspace and of the screen in the active tab.
 * Menus, toolbars, palette, shortcuts and keyboard help all read them.
 */

import { SvelteSet } from 'svelte/reactivity'
import type { IconOf } from '../ui/icon.ts'
import type { CommandId } from './commands/catalog.ts'
import type { CommandGroup } from './commands/command.ts'

/** A command of the catalog, or one of those that there are as many of as the user has watchlists; these have no keys. */
export type ActionId = CommandId | `company.add-to-${string}`

/** Something the user can do now: menu, toolbar, palette, keys and the keyboard help all read the same entry. */
export interface Action {
  /** Unique among the present actions. */
  readonly id: ActionId
  /** What it does, in sentence case. */
  readonly title: string
  readonly group: CommandGroup
  readonly icon?: IconOf
  /** The terminal code that the palette knows it by: `FA`. */
  readonly code?: string
  /** Other words that a user may type for it: `excel`. */
  readonly words?: readonly string[]
  /** Why it cannot be run now, as a short sentence; null or absent when it can. Read on every draw, so it may read state. */
  readonly off?: () => string | null
  /** Kept out of the palette: it makes sense by its key alone, or is listed for the help because something else handles it. */
  readonly keysOnly?: boolean
  readonly run: () => void | Promise<void>
}

/** All present actions: those of the workspace, and those of the screen in the active tab. */
export class Actions {
  /** Changed in place: while an effect is torn down, Svelte reads state as it was before, and what was added since would be lost. */
  readonly #sets = new SvelteSet<() => readonly Action[]>()
  readonly #all = $derived([...this.#sets].flatMap((set) => set()))

  get all(): readonly Action[] {
    return this.#all
  }

  byId(id: ActionId): Action | undefined {
    return this.#all.find((action) => action.id === id)
  }

  /** Like `run`, for a button of an action. */
  runById(id: ActionId): string | null {
    const action = this.byId(id)
    return action ? this.run(action) : 'not on this page'
  }

  /**
   * Adds a set until the returned function is called. The set is a function and may read state: a screen provides its actions
   * only while it is in the active tab (`useActions` does that).
   */
  add(set: () => readonly Action[]): () => void {
    this.#sets.add(set)
    return () => void this.#sets.delete(set)
  }

  /** Runs it unless it is off. Returns why it is off, null when it ran. */
  run(action: Action): string | null {
    const off = action.off?.() ?? null
    if (off === null) void action.run()
    return off
  }
}
