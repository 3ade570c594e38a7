import type { MenuEntry, MenuItem } from '../ui/menu.ts'
import type { Action, ActionId } from './actions.svelte.ts'
import type { KeyMap } from './commands/key-map.svelte.ts'

/** The menu entry of an action: its title with its first keys, or why it is unavailable now. */
export function actionEntry({ id, title, icon, off, run }: Action, keys: KeyMap): MenuItem {
  return { id, title, icon, keys: keys.shown(id), off: off?.() ?? null, run: () => void run() }
}

/** The entries of some of a page's actions, in this order. */
export function actionEntries(
  actions: readonly Action[],
  keys: KeyMap,
  ids: readonly ActionId[],
): readonly MenuEntry[] {
  return ids.flatMap((id) => actions.filter((action) => action.id === id).map((action) => actionEntry(action, keys)))
}
