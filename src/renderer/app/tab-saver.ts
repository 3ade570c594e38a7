import type { TabSet } from '#contract/api/tabs.ts'

/** Saves a window's open tabs in the core after each change, one save at a time. A change during a save is saved after it. */
export class TabSaver {
  readonly #save: (set: TabSet) => Promise<void>
  #unsaved: TabSet | null = null
  #saving: Promise<unknown> | null = null

  /** @param save rejects when it could not be saved: the next change tries again */
  constructor(save: (set: TabSet) => Promise<void>) {
    this.#save = save
  }

  save(set: TabSet): void {
    const isScheduled = this.#unsaved !== null
    this.#unsaved = set
    // One command may change the tabs several times before it ends.
    if (!isScheduled && this.#saving === null) queueMicrotask(() => this.#saveUnsaved())
  }

  /** Begins at once, since the page may be gone in a moment. Resolves when the tabs are saved, or could not be. */
  async flush(): Promise<void> {
    this.#saveUnsaved()
    await this.#saving
  }

  #saveUnsaved(): void {
    const set = this.#unsaved
    if (set === null) return
    this.#unsaved = null
    const saving = Promise.allSettled([this.#saving, this.#save(set)]).then(() => {
      if (this.#saving !== saving) return
      this.#saving = null
      this.#saveUnsaved()
    })
    this.#saving = saving
  }
}
