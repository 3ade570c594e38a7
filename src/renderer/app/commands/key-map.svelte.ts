/** The keys of every command: the user's own, or the default ones. */

import type { Preferences } from '#contract/api/api.ts'
import { showKeys } from '../key-bindings.ts'
import type { ActionId } from '../actions.svelte.ts'
import { commandOf, isCommandId, type CommandId } from './catalog.ts'
import { isCharacterKeys } from './character-keys.ts'

/** The window's platform: which keys are available, and how they are labeled. */
interface KeyboardPlatform {
  readonly mac: boolean
  /** The installed program: its menu has keys that a browser uses itself. */
  readonly isProgram: boolean
}

export function defaultKeys(id: CommandId, { isProgram }: Pick<KeyboardPlatform, 'isProgram'>): readonly string[] {
  const { keys = [], programKeys = [] } = commandOf(id)
  return isProgram ? [...keys, ...programKeys] : keys
}

export class KeyMap {
  readonly platform: KeyboardPlatform
  readonly #preferences: { readonly now: Pick<Preferences, 'commandKeys' | 'characterKeys'> }

  constructor(
    preferences: { readonly now: Pick<Preferences, 'commandKeys' | 'characterKeys'> },
    platform: KeyboardPlatform,
  ) {
    this.#preferences = preferences
    this.platform = platform
  }

  /** As assigned, whether or not single-character keys are enabled. */
  assigned(id: CommandId): readonly string[] {
    return this.#preferences.now.commandKeys[id] ?? defaultKeys(id, this.platform)
  }

  isChanged(id: CommandId): boolean {
    return this.#preferences.now.commandKeys[id] !== undefined
  }

  /** Those that work. */
  readonly keysOf = (id: ActionId): readonly string[] => {
    if (!isCommandId(id)) return []
    const keys = this.assigned(id)
    return this.#preferences.now.characterKeys ? keys : keys.filter((each) => !isCharacterKeys(each))
  }

  /** The first ones as they are printed, for menus and tooltips; none: empty. */
  shown(id: ActionId): readonly string[] {
    const [first] = this.keysOf(id)
    return first === undefined ? [] : showKeys(first, this.platform.mac)
  }

  /** What the first ones do, such as "Space plays"; none: empty. */
  hint(id: ActionId, does: string): string {
    const keys = this.shown(id)
    return keys.length === 0 ? '' : `${keys.join(' then ')} ${does}`
  }
}
