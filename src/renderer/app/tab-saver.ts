import type { TabSet } from '#contract/api/tabs.ts'
import type { After } from '../core-client/timeout.ts'

/** Milliseconds after a change until the tabs are saved: walking through them is one change. */
const pause = 400

/** Saves the tabs a moment after they changed, or at once when the window is left. */
export class TabSaver {
  readonly #save: (set: TabSet) => Promise<void>
  readonly #after: After
  #waiting: TabSet | null = null
  #saving: Promise<unknown> = Promise.resolve()
  #stop = () => {}

  /** @param save rejects when it could not be saved: the next change tries again */
  constructor(save: (set: TabSet) => Promise<void>, after: After) {
    this.#save = save
    this.#after = after
  }

  keep(set: TabSet): void {
    this.#waiting = set
    this.#stop()
    this.#stop = this.#after(pause, () => void this.flush())
  }

  /** Begins at once, since the page may be gone in a moment. Resolves when what was kept is saved, or could not be. */
  async flush(): Promise<void> {
    this.#stop()
    const set = this.#waiting
    this.#waiting = null
    if (set !== null) this.#saving = Promise.allSettled([this.#saving, this.#save(set)])
    await this.#saving
  }
}
