import type { Changes } from '../core-client/changes.ts'

interface ReplacedWindow {
  /** Stores text that is being typed in the data of now. False: not all of it could be stored. Never rejects. */
  readonly storeText: () => Promise<boolean>
  readonly reload: () => void
}

/**
 * Reloads the window when its content was replaced by a restore, in whichever window that was requested. Text that is being typed is
 * stored first, since its draft was replaced as well. A dialog that is to show the result holds the reload back until it is closed.
 */
export class ReloadWhenReplaced {
  readonly #window: ReplacedWindow
  #holders = 0
  #isDue = false
  #isTextStored = false

  constructor(changes: Pick<Changes, 'listen'>, window: ReplacedWindow) {
    this.#window = window
    changes.listen(({ kind }) => {
      if (kind === 'replaced') void this.#replaced()
    })
  }

  /** The reload loses no text, so that it needs no confirmation. */
  get isTextStored(): boolean {
    return this.#isTextStored
  }

  /** Returns what ends it. */
  hold(): () => void {
    this.#holders += 1
    return () => {
      this.#holders -= 1
      this.#reloadIfDue()
    }
  }

  async #replaced(): Promise<void> {
    this.#isTextStored = await this.#window.storeText()
    this.#isDue = true
    this.#reloadIfDue()
  }

  #reloadIfDue(): void {
    if (this.#isDue && this.#holders === 0) this.#window.reload()
  }
}
