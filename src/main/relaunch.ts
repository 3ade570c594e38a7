/** Starts the program again after it has ended, unless the user cancels quitting. */

/** The part of Electron's `App` that we use. */
interface RelaunchHost {
  relaunch(options: { args?: string[]; execPath?: string }): void
  quit(): void
}

/**
 * Starts the program again once it has really ended. Electron remembers a relaunch even when the quit after it is cancelled, and would
 * then start the program again at the end of the day.
 */
export class Relaunch {
  readonly #app: RelaunchHost
  readonly #appImage: string | undefined
  #wanted: { readonly args?: string[] } | null = null

  /** @param appImage path of the AppImage that this program was started from: what it is mounted as is gone when it ends */
  constructor(app: RelaunchHost, appImage: string | undefined) {
    this.#app = app
    this.#appImage = appImage
  }

  /** @param args absent: those of this start */
  request(args?: string[]): void {
    this.#wanted = args === undefined ? {} : { args }
    this.#app.quit()
  }

  /** The user stays: the program is not to end. */
  cancel(): void {
    this.#wanted = null
  }

  /** At the end of the program, when nothing can stop it any more. */
  ending(): void {
    if (this.#wanted === null) return
    this.#app.relaunch({ ...this.#wanted, ...(this.#appImage !== undefined && { execPath: this.#appImage }) })
  }
}
