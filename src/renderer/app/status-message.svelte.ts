/** The message in the status bar with the result of the last action, and what the user can do about it. */

import type { After } from '../core-client/timeout.ts'

export interface StatusMessage {
  readonly sentence: string
  readonly action?: { readonly label: string; readonly run: () => void }
}

const none: StatusMessage = { sentence: '' }

/** Milliseconds that a message without an action stays. */
export const messageTime = 8000

/** The latest message. One with an action stays until the action was used or another message follows: nobody has to be in time for it (WCAG 2.2.1). */
export class LatestMessage {
  #message = $state.raw<StatusMessage>(none)
  /** The tab that was active when the message was shown. */
  #tab: string | null = null
  #cancel = () => {}
  readonly #after: After

  constructor(after: After) {
    this.#after = after
  }

  show(sentence: string, tab: string, action?: StatusMessage['action']): void {
    this.close()
    this.#tab = tab
    if (!action) {
      this.#message = { sentence }
      this.#cancel = this.#after(messageTime, () => {
        this.#message = none
      })
      return
    }
    const run = () => {
      this.#message = none
      action.run()
    }
    this.#message = { sentence, action: { label: action.label, run } }
  }

  /** What is shown while a tab is active: a message with an action on every one, any other where it was caused. */
  on(tab: string): StatusMessage {
    return this.#message.action === undefined && this.#tab !== tab ? none : this.#message
  }

  close(): void {
    this.#cancel()
  }
}
