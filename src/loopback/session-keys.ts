/**
 * Passes API keys to the core, which holds them in memory until the program ends, and tells the
 * window which workspaces have one. The browser shell has no vault.
 */

import type { KeyEntry, KeyState } from '#contract/shell.ts'
import { lastFourOf } from '#core/window/api-key-entry.ts'

/** Where the core stores the keys of this session. */
interface KeyHolder {
  hold(key: { readonly workspace: string; readonly origin: string; readonly key: string }): void
  drop(workspace: string): void
}

interface Known {
  readonly origin: string
  readonly lastFour: string | null
  readonly isFromFile: boolean
}

/**
 * The keys typed into the page or read from a file. In this shell there is no vault: they live in the core's memory until the
 * program ends, and no function here returns one.
 */
export class SessionKeys {
  readonly #holder: KeyHolder
  readonly #lastFour: (key: string) => string | null
  readonly #known = new Map<string, Known>()

  /** `lastFour`: what may be shown of a key. */
  constructor(holder: KeyHolder, lastFour: (key: string) => string | null = lastFourOf) {
    this.#holder = holder
    this.#lastFour = lastFour
  }

  state(workspace: string): KeyState {
    const known = this.#known.get(workspace)
    return {
      present: known !== undefined,
      origin: known?.origin ?? null,
      lastFour: known?.lastFour ?? null,
      keeping: known === undefined ? null : 'session',
      isFromFile: known?.isFromFile ?? false,
      canRemember: ['session'],
      problem: null,
    }
  }

  set({ workspace, origin, key }: Omit<KeyEntry, 'keeping'>, isFromFile = false): KeyState {
    this.#holder.hold({ workspace, origin, key })
    this.#known.set(workspace, { origin, lastFour: this.#lastFour(key), isFromFile })
    return this.state(workspace)
  }

  forget(workspace: string): KeyState {
    this.#holder.drop(workspace)
    this.#known.delete(workspace)
    return this.state(workspace)
  }
}
