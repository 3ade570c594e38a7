/** Shows desktop notifications. */

import type { Notification } from 'electron'
import type { NotifiedScreen } from '#contract/shell.ts'

/** The part of Electron's `Notification` that we use. */
export interface ShownNotification {
  on(event: 'click', listener: () => void): unknown
  show: Notification['show']
}

/** Older ones have left the system's own list long ago. */
const mostKept = 20

/**
 * Notifications on the desktop. Each is kept until it is clicked: JavaScript would remove an object that nothing refers to, and its click
 * would be lost. The `close` event is no end, since a notification stays in the system's list after it left the screen.
 */
export class Notifications {
  readonly #create: (sentence: string) => ShownNotification | null
  readonly #open: (screen: NotifiedScreen) => void
  #kept: readonly ShownNotification[] = []

  /** @param create null where the system has no notifications */
  constructor(create: (sentence: string) => ShownNotification | null, open: (screen: NotifiedScreen) => void) {
    this.#create = create
    this.#open = open
  }

  /** Those that a click can still come from. */
  get waiting(): number {
    return this.#kept.length
  }

  /** A click on it opens the screen that it announces. */
  show(sentence: string, screen: NotifiedScreen): void {
    const notification = this.#create(sentence)
    if (notification === null) return
    this.#kept = [...this.#kept, notification].slice(-mostKept)
    notification.on('click', () => {
      this.#kept = this.#kept.filter((kept) => kept !== notification)
      this.#open(screen)
    })
    notification.show()
  }
}
