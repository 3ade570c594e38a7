import type { WebPreferences } from 'electron'

/** No `persist:`: what the page leaves behind (cache, storage) is gone with the program (docs/promises.md S9). */
export const windowPartition = 'window'

/**
 * Everything that is set for the one window, and nothing else: a test holds the exact keys (docs/promises.md E2, E3). Stated even
 * where it is Electron's default, so that a changed default changes nothing here.
 */
export function windowPreferences(preload: string, developing: boolean): Readonly<WebPreferences> {
  return Object.freeze({ ...pagePreferences, preload, devTools: developing })
}

/** The same of the window in which pages are printed: it has no preload script, so that nothing in it can ask for anything. */
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
