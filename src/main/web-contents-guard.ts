/**
 * Blocks navigation, new windows and foreign requests for all web contents. Also blocks downloads,
 * except files the page made where the administrator's policy allows exports.
 */

import { allowDownload, allowNavigation, allowRequest } from './navigation.ts'
import type { SavedItem } from './saved-files.ts'

interface Preventable {
  preventDefault(): void
}

interface Navigation extends Preventable {
  readonly url: string
  readonly isMainFrame: boolean
}

/** The part of Electron's `WebContents` that we use. */
interface GuardedContents {
  setWindowOpenHandler(handler: () => { action: 'deny' }): void
  on(event: 'will-navigate' | 'will-frame-navigate', listener: (event: Navigation) => void): unknown
  on(event: 'will-redirect' | 'will-attach-webview', listener: (event: Preventable) => void): unknown
}

/** The part of Electron's `DownloadItem` that we use. */
interface GuardedItem extends SavedItem {
  getURL(): string
}

/** The part of Electron's `Session` that we use. */
export interface GuardedTraffic {
  readonly webRequest: {
    onBeforeRequest(
      listener: (details: { readonly url: string }, respond: (response: { cancel: boolean }) => void) => void,
    ): void
  }
  on(
    event: 'will-download',
    listener: (event: Preventable, item: GuardedItem, contents: { readonly id: number }) => void,
  ): unknown
  setSpellCheckerEnabled(enabled: boolean): void
}

/** For all web contents (docs/promises.md E3, E6): no navigation, no new windows, no embedding. */
export function guardContents(contents: GuardedContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('will-navigate', (event) => {
    if (!allowNavigation(event.url, event.isMainFrame)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!allowNavigation(event.url, event.isMainFrame)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
}

/**
 * For every session: blocks the page's requests except for its own files, and every download except a file that the page made,
 * such as an export, unless the administrator's policy forbids exports. `contents`: id of the web contents of that page.
 */
export function guardTraffic(
  session: GuardedTraffic,
  { developing, exports }: { readonly developing: boolean; readonly exports: boolean },
  follow: (item: SavedItem, contents: number) => void,
): void {
  session.webRequest.onBeforeRequest(({ url }, respond) => respond({ cancel: !allowRequest(url, developing) }))
  session.on('will-download', (event, item, contents) => {
    if (exports && allowDownload(item.getURL())) follow(item, contents.id)
    else event.preventDefault()
  })
  session.setSpellCheckerEnabled(false)
}
