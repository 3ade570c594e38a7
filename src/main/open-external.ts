/** Opens external links in the user's browser, after a check and a confirmation. */

import type { Dialog, Shell } from 'electron'
import { externalLink } from '#core/window/external-link.ts'

interface ExternalOpener {
  readonly shell: Pick<Shell, 'openExternal'>
  /** Shows the dialog on the window, if there is one. */
  readonly ask: (options: Parameters<Dialog['showMessageBox']>[0]) => Promise<{ readonly response: number }>
}

const [open, cancel] = [0, 1]
/** Longer addresses are cut in the box: the host above is what counts. */
const longestShown = 200

/**
 * Opens links of the outside world in the user's browser, after the shared check and after the user has seen the host
 * (docs/promises.md E7). One box at a time: a page cannot stack them until someone clicks.
 */
export class ExternalLinks {
  readonly #door: ExternalOpener
  #isAsking = false

  constructor(door: ExternalOpener) {
    this.#door = door
  }

  /** False when the link was refused, by us or by the user. */
  async open(text: string): Promise<boolean> {
    const link = externalLink(text)
    if (link === null || this.#isAsking) return false
    this.#isAsking = true
    try {
      const { response } = await this.#door.ask({
        type: 'question',
        message: `Open ${link.host} in your browser?`,
        detail: link.url.length > longestShown ? `${link.url.slice(0, longestShown)}…` : link.url,
        buttons: ['Open', 'Cancel'],
        defaultId: open,
        cancelId: cancel,
        noLink: true,
      })
      if (response !== open) return false
      await this.#door.shell.openExternal(link.url)
      return true
    } finally {
      this.#isAsking = false
    }
  }
}
