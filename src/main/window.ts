/** Opens Electron windows and loads their pages. */

import { BrowserWindow, type WebContents } from 'electron'
import { windowAddress } from './app-protocol.ts'
import type { PrintAddress } from './pages-to-print.ts'
import { windowPreferences } from './window-preferences.ts'
import { smallestWindow, type WindowBounds, type SavedBounds } from './window-bounds.ts'

/** `--paper` of the two themes (tokens.css): what shows until the page has drawn. */
const paper = { light: '#FBFAF7', dark: '#121316' } as const

export function paperColor(dark: boolean): string {
  return dark ? paper.dark : paper.light
}

interface WindowOptions {
  /** Absolute path of the built preload script. */
  readonly preload: string
  readonly bounds: WindowBounds
  readonly dark: boolean
  readonly developing: boolean
  readonly takesFocus: boolean
}

/** A window of the program, hidden until its first frame is drawn. */
export function openWindow({ preload, bounds: place, dark, developing, takesFocus }: WindowOptions): BrowserWindow {
  const { maximized, ...bounds } = place
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: 'Tearsheet',
    backgroundColor: paperColor(dark),
    show: false,
    webPreferences: windowPreferences(preload, developing),
  })
  window.once('ready-to-show', () => {
    if (maximized) window.maximize()
    if (takesFocus) window.show()
    else window.showInactive()
  })
  return window
}

/** Rejects when the page cannot be loaded; a page that is loaded again meanwhile is no such case. */
export function loadWindow(contents: Pick<WebContents, 'loadURL'>): Promise<void> {
  return contents.loadURL(windowAddress)
}

/** Loads pages to print from one of our addresses (`PagesToPrint`). Resolves when their style sheets and fonts are loaded too. */
export function loadPages(contents: Pick<WebContents, 'loadURL'>, address: PrintAddress): Promise<void> {
  return contents.loadURL(address)
}

export function boundsOf(window: Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized'>): SavedBounds {
  return { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
}
