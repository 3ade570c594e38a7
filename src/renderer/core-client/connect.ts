/**
 * How the window reaches the core: through Electron's preload script, or the browser shell's
 * WebSocket.
 */

import type { ShellBridge } from '#contract/shell.ts'

/** A transport to the core: a MessagePort from Electron's main process, or a WebSocket of the browser shell. */
export type Wire = MessagePort | WebSocket

/**
 * What a shell provides to the window. `connect` opens a new transport: the first when the window opens, another whenever the previous one
 * was lost. It rejects when there is no core. An error whose `failure` is one of the closed list (`profile-in-use`, `newer-version`, …)
 * is shown as such, any other as `core-stopped`.
 */
export interface Shell {
  readonly bridge: ShellBridge
  connect(): Promise<Wire>
}

/** Electron's preload puts `window.tearsheet` there; an ordinary browser has none. */
export async function openShell(): Promise<Shell> {
  if ('tearsheet' in window) {
    const { openElectronBridge } = await import('../bridge/electron-bridge.ts')
    return openElectronBridge()
  }
  const { openBrowserBridge } = await import('../bridge/browser-bridge.ts')
  return openBrowserBridge()
}
