import type { ShellBridge } from '#contract/shell.ts'

/** One live line to the core: a MessagePort from Electron's main process, or a WebSocket of the loopback shell. */
export type Wire = MessagePort | WebSocket

/**
 * What a shell hands to the window. `connect` gives a new line each time: the first when the window opens, another whenever the
 * one before it broke. It rejects when there is no core to be had; an error whose `failure` is one of the closed list
 * (`profile-in-use`, `newer-version`, …) is shown as such, any other as `core-gone`.
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
