/** Queues menu commands and deep links until the page is ready to receive them. */

import type { ShellAction } from '#contract/shell.ts'

/** Nobody presses more than that while a page loads. */
const longestQueue = 20

/** Menu commands and links on their way to the page, kept until the page listens: a link may be what started the program. */
export class PageActions {
  #waiting: readonly ShellAction[] = []
  #send: ((action: ShellAction) => void) | null = null

  request(action: ShellAction): void {
    if (this.#send) this.#send(action)
    else this.#waiting = [...this.#waiting, action].slice(-longestQueue)
  }

  /** The page listens from now on. */
  listen(send: (action: ShellAction) => void): void {
    this.#send = send
    const waiting = this.#waiting
    this.#waiting = []
    waiting.forEach(send)
  }

  /** The page is gone or loads again. */
  silence(): void {
    this.#send = null
  }
}
