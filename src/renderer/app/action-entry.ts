import type { MenuItem } from '../ui/menu.ts'
import type { Action } from './actions.svelte.ts'
import type { KeyMap } from './commands/key-map.svelte.ts'

/** The menu entry of an action: its title with its first keys, or why it is unavailable now. */
export function actionEntry({ id, title, icon, off, run }: Action, keys: KeyMap): MenuItem {
  return { id, title, icon, keys: keys.shown(id), off: off?.() ?? null, run: () => void run() }
}
