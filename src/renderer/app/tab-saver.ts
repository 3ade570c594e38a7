import type { TabSet } from '#contract/api/tabs.ts'
import type { After } from '../core-client/timeout.ts'

/** Milliseconds between two saves: walking through the tabs is a change or two. */
const pause = 400

/** Saves the tabs at once when they change, then at most once a pause, and what is left when the window is left. */
export class TabSaver {
  readonly #save: (set: TabSet) => Promise<void>
  readonly #after: After
  #waiting: TabSet | null = null
  #saving: Promise<unknown> = Promise.resolve()
  #isScheduled = false
  #stop = () => {}

  /** @param save rejects when it could not be saved: the next change tries again */
  constructor(save: (set: TabSet) => Promise<void>, after: After) {
    this.#save = save
    this.#after = after
  }

  keep(set: TabSet): void {
    this.#waiting = set
    // One command may change the tabs several times before it ends.
    if (!this.#isScheduled) this.#schedule(0)
  }

  /** Begins at once, since the page may be gone in a moment. Resolves when what was kept is saved, or could not be. */
  async flush(): Promise<void> {
    this.#stop()
    this.#isScheduled = false
    this.#saveWaiting()
    await this.#saving
  }

  #schedule(milliseconds: number): void {
    this.#isScheduled = true
    this.#stop = this.#after(milliseconds, () => {
      this.#isScheduled = false
      if (this.#waiting === null) return
      this.#saveWaiting()
      this.#schedule(pause)
    })
  }

  #saveWaiting(): void {
    const set = this.#waiting
    this.#waiting = null
    if (set !== null) this.#saving = Promise.allSettled([this.#saving, this.#save(set)])
  }
}
