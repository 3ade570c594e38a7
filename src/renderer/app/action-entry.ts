import type { MenuItem } from '../ui/menu.ts'
import type { Action } from './actions.svelte.ts'
import { showKeys } from './key-bindings.ts'

/** An action as a menu offers it: with its first keys, or why it cannot be run now. */
export function actionEntry({ id, title, icon, keys, off, run }: Action, mac: boolean): MenuItem {
  return { id, title, icon, keys: showKeys(keys?.[0] ?? '', mac), off: off?.() ?? null, run: () => void run() }
}
