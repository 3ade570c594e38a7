/** The security preferences of the program's windows. */

import type { WebPreferences } from 'electron'

/** No `persist:`: the page's cache and storage are deleted with the program (docs/promises.md S9). */
export const windowPartition = 'window'

/**
 * Everything that is set for the one window, and nothing else: a test holds the exact keys (docs/promises.md E2, E3). Stated even
 * where it is Electron's default, so that a changed default changes nothing here.
 */
export function windowPreferences(preload: string, developing: boolean): Readonly<WebPreferences> {
  return Object.freeze({ ...pagePreferences, preload, devTools: developing })
}

/** The same for the window that prints pages: it has no preload script, so that nothing in it can send requests. */
export function printPreferences(): Readonly<WebPreferences> {
  return Object.freeze({ ...pagePreferences, devTools: false })
}

const pagePreferences = {
  partition: windowPartition,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  // Its dictionaries come from the network.
  spellcheck: false,
} as const satisfies WebPreferences
