/** What each tab shows in the drawer, with its title. Screens fill it through `<InDrawer>`. */

import { untrack, type Snippet } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'

export interface DrawerEntry {
  readonly title: string
  /** Beside the title in ink-3: what it is about. */
  readonly note: string
  readonly content: Snippet
  /** Replaces title and note: the drawer's own views. */
  readonly head: Snippet | null
  /** 440 px rather than 360. */
  readonly wide: boolean
  /** It belongs to a text that is read on, and never covers it: in narrow windows it stands below. */
  readonly beside: boolean
  /** The content reaches the edges and has its own scroll bar. */
  readonly flush: boolean
  /** The user closed it. */
  readonly closed: () => void
}

export class Drawer {
  /** Changed in place: while an effect is torn down, Svelte reads state as it was before. */
  readonly #entries = new SvelteMap<string, DrawerEntry>()

  of(tab: string): DrawerEntry | null {
    return this.#entries.get(tab) ?? null
  }

  show(tab: string, entry: DrawerEntry): void {
    this.#entries.set(tab, entry)
  }

  /** Takes the entry away, if it is still the one that shows. */
  withdraw(tab: string, entry: DrawerEntry): void {
    if (untrack(() => this.#entries.get(tab)) === entry) this.#entries.delete(tab)
  }

  close(tab: string): void {
    const entry = this.#entries.get(tab)
    this.#entries.delete(tab)
    entry?.closed()
  }
}
