import { SvelteSet } from 'svelte/reactivity'
import type { IconOf } from '../ui/icon.ts'

/** Headings of the keyboard help, in its order. */
export const actionGroups = ['Go to', 'Tabs', 'View', 'Table', 'Call', 'Playing', 'Library', 'Help'] as const
export type ActionGroup = (typeof actionGroups)[number]

/** Something the user can do, as data: menu, toolbar, palette, keys and the keyboard help all read the same entry. */
export interface Action {
  /** `view.theme-dark`: unique among all that are there at one time. */
  readonly id: string
  /** What it does, in sentence case. */
  readonly title: string
  readonly group: ActionGroup
  readonly icon?: IconOf
  /** `Mod+K` (Ctrl, or Cmd on a Mac), `Alt+W`, `?`, `F6`, or two keys one after another: `G S`. The first is the one shown. */
  readonly keys?: readonly string[]
  /** The terminal code that the palette knows it by: `FA`. */
  readonly code?: string
  /** Other words that a user may type for it: `excel`. */
  readonly words?: readonly string[]
  /** Why it cannot be run now, as a short sentence; null or absent when it can. Read on every draw, so it may read state. */
  readonly off?: () => string | null
  /** Kept out of the palette: it makes sense by its key alone, or is listed for the help because something else handles it. */
  readonly keysOnly?: boolean
  /** `keys` is the one of its keys that was pressed; absent when it was chosen otherwise. */
  readonly run: (keys?: string) => void | Promise<void>
}

/** All actions there are at the moment: the workspace's own, and those of the screen in the active tab. */
export class Actions {
  /** Changed in place: while an effect is torn down, Svelte reads state as it was before, and what was added since would be lost. */
  readonly #sets = new SvelteSet<() => readonly Action[]>()
  readonly #all = $derived([...this.#sets].flatMap((set) => set()))

  get all(): readonly Action[] {
    return this.#all
  }

  byId(id: string): Action | undefined {
    return this.#all.find((action) => action.id === id)
  }

  /** As `run`, for a button that stands for an action. */
  runById(id: string): string | null {
    const action = this.byId(id)
    return action ? this.run(action) : 'not on this page'
  }

  /**
   * Adds a set until the returned function is called. The set is a function and may read state: a screen gives its actions while it is in
   * the active tab, and none otherwise (`useActions` does that).
   */
  add(set: () => readonly Action[]): () => void {
    this.#sets.add(set)
    return () => void this.#sets.delete(set)
  }

  /** Runs it unless it is off. Returns why it is off, null when it ran. */
  run(action: Action, keys?: string): string | null {
    const off = action.off?.() ?? null
    if (off === null) void action.run(keys)
    return off
  }
}
