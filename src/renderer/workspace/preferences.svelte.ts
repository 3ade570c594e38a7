import type { Preferences as Kept } from '#contract/desk/desk.ts'
import type { Changes } from '../core/changes.ts'
import type { Core } from '../core/client.ts'
import { Reading } from '../core/reading.svelte.ts'

export const defaultPreferences: Kept = {
  theme: 'system',
  change: 'green-red',
  rows: 'dense',
  scale: 'millions',
  order: 'oldest-first',
  railLabels: false,
  readingSize: 17,
  confidenceMarks: true,
  logos: false,
  callWidths: {},
}

/** How the analyst wants it drawn; kept by the core, applied to the root element by `apply`. */
export class Preferences {
  #pending = $state.raw<Partial<Kept>>({})
  readonly #core: Core
  readonly #reading: Reading<Kept>

  constructor(core: Core, changes: Changes) {
    this.#core = core
    this.#reading = new Reading<Kept>(changes, { touchedBy: (announcement) => announcement.kind === 'preferences' })
  }

  /** Resolves when the kept preferences are known, or cannot be: the defaults hold then. */
  read(): Promise<void> {
    return this.#reading.ask((signal) => this.#core.preferences.read(undefined, { signal }))
  }

  get now(): Kept {
    return { ...(this.#reading.answer ?? defaultPreferences), ...this.#pending }
  }

  /** Shows at once; rejects with `AskFailed`, and goes back to what was, when the core could not keep it. */
  async set(change: Partial<Kept>): Promise<void> {
    this.#pending = { ...this.#pending, ...change }
    try {
      await this.#core.preferences.write(change)
      await this.#reading.again()
    } finally {
      const settled = Object.keys(change)
      this.#pending = Object.fromEntries(Object.entries(this.#pending).filter(([name]) => !settled.includes(name)))
    }
  }
}

/** Data attributes that tokens.css and base.css read. */
export function applyPreferences(root: Pick<HTMLElement, 'dataset'>, now: Kept): void {
  if (now.theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = now.theme
  root.dataset['change'] = now.change
  root.dataset['rows'] = now.rows
}
