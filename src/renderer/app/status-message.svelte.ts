/** The message in the status bar with the result of the last action, and what the user can do about it. */

import type { After } from '../core-client/timeout.ts'

export interface StatusMessage {
  readonly sentence: string
  readonly action?: { readonly label: string; readonly run: () => void }
}

const none: StatusMessage = { sentence: '' }

/** Milliseconds that a message without an action stays. */
export const messageTime = 8000

/**
 * The latest message. A message with an action stays until the action is used or another message follows, so that there is no time limit
 * (WCAG 2.2.1).
 */
export class LatestMessage {
  #message = $state.raw<StatusMessage>(none)
  /** The tab that was active when the message was shown. */
  #tab: string | null = null
  #cancel = () => {}
  readonly #after: After

  constructor(after: After) {
    this.#after = after
  }

  /**
   * Returns a function that gives the text for screen readers when its turn comes, which may be late, since nothing is announced while a
   * recording plays. It names the action as long as it can be used; an old message without an action is empty by then.
   */
  show(sentence: string, tab: string, action?: StatusMessage['action']): () => string {
    this.#tab = tab
    let isRecent = true
    const message: StatusMessage = action
      ? {
          sentence,
          action: {
            label: action.label,
            run: () => {
              this.#message = none
              action.run()
            },
          },
        }
      : { sentence }
    this.#message = message
    this.#cancel = this.#after(messageTime, () => {
      isRecent = false
      if (!action && this.#message === message) this.#message = none
    })
    return () => {
      if (action && this.#message === message) return `${sentence} ${action.label} in the status bar.`
      return isRecent ? sentence : ''
    }
  }

  /** The message to show while a tab is active: a message with an action appears on every tab, any other only on the tab that caused it. */
  on(tab: string): StatusMessage {
    return this.#message.action === undefined && this.#tab !== tab ? none : this.#message
  }
  close(): void {
    this.#cancel()
  }
}
