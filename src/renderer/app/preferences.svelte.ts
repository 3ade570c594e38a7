/**
 * The user's preferences, stored by the core, and the attributes of the root element that apply
 * them.
 */

import type { PreferencePatch, Preferences as StoredPreferences } from '#contract/api/api.ts'
import { defaultPreferences } from '#contract/api/default-preferences.ts'
import { patched } from '#contract/api/preference-patch.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { Query } from '../core-client/query.svelte.ts'

export class Preferences {
  /** Changes that the core has not confirmed, the oldest first. */
  #pending = $state.raw<readonly PreferencePatch[]>([])
  readonly #core: Core
  readonly #query: Query<StoredPreferences>

  constructor(core: Core, changes: Changes) {
    this.#core = core
    this.#query = new Query<StoredPreferences>(changes, { reloadOn: ['preferences'] })
  }

  /** Resolves when the stored preferences are loaded, or cannot be loaded: the defaults apply then. */
  read(): Promise<void> {
    return this.#query.run((signal) => this.#core.preferences.read(undefined, { signal }))
  }

  get now(): StoredPreferences {
    return this.#pending.reduce(patched, this.#query.result ?? defaultPreferences)
  }

  /**
   * Shows at once, and until the core has confirmed this very change: an older response that arrives meanwhile does not restore the old value.
   * Rejects with `RequestFailed` when the core could not keep it; then only this change is gone.
   */
  async set(change: PreferencePatch): Promise<void> {
    this.#pending = [...this.#pending, change]
    try {
      this.#query.set(await this.#core.preferences.write(change))
    } finally {
      this.#pending = this.#pending.filter((one) => one !== change)
    }
  }
}

/** Data attributes and the text size, which tokens.css and base.css read. */
export function applyPreferences(
  root: Pick<HTMLElement, 'dataset'> & { readonly style: { setProperty(name: string, value: string): unknown } },
  now: StoredPreferences,
): void {
  if (now.theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = now.theme
  root.dataset['change'] = now.change
  root.dataset['rows'] = now.rows
  root.style.setProperty('--text-size', String(now.textSize / 100))
}
