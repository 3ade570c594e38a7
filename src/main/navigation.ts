/** Decides which addresses the window may navigate to, request or download. */

import { windowAddress, windowOrigin } from './app-protocol.ts'

/**
 * Whether an address belongs to the window's own bundle, as it is written: `https://app.bundle.example`, `app://other`,
 * `app://user@bundle/` and `app:bundle` do not.
 */
export function isWindowAddress(address: string): boolean {
  return address.startsWith(windowAddress) && URL.canParse(address)
}

/** An origin as Electron names it: `app://bundle`, in some events with a slash. */
export function isWindowOrigin(origin: string): boolean {
  return origin === windowOrigin || origin === windowAddress
}

/**
 * Whether a frame may go to an address: the window itself, in the main frame, as a reload does. There are no frames within it
 * and no other pages (docs/promises.md E6).
 */
export function allowNavigation(address: string, isMainFrame: boolean): boolean {
  if (!isMainFrame || !isWindowAddress(address)) return false
  const { pathname } = new URL(address)
  return pathname === '/' || pathname === '/index.html'
}

/** Whether the page may send a request: only for its own files and what it made. Everything else is the core's task. */
export function allowRequest(address: string, developing: boolean): boolean {
  if (isWindowAddress(address) || address.startsWith(`blob:${windowAddress}`)) return true
  return developing && address.startsWith('devtools://')
}

/** Whether a file may be saved: only one that the page made. Electron asks the user where. */
export function allowDownload(address: string): boolean {
  return address.startsWith(`blob:${windowAddress}`)
}
