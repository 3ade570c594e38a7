import { allowDownload, allowNavigation, allowRequest } from './navigation.ts'
import type { SavedItem } from './saved-files.ts'

interface Preventable {
  preventDefault(): void
}

interface Navigation extends Preventable {
  readonly url: string
  readonly isMainFrame: boolean
}

/** What we use of Electron's `WebContents`. */
interface GuardedContents {
  setWindowOpenHandler(handler: () => { action: 'deny' }): void
  on(event: 'will-navigate' | 'will-frame-navigate', listener: (event: Navigation) => void): unknown
  on(event: 'will-redirect' | 'will-attach-webview', listener: (event: Preventable) => void): unknown
}

/** What we use of Electron's `DownloadItem`. */
interface GuardedItem extends SavedItem {
  getURL(): string
}

/** What we use of Electron's `Session`. */
export interface GuardedTraffic {
  readonly webRequest: {
    onBeforeRequest(
      listener: (details: { readonly url: string }, respond: (response: { cancel: boolean }) => void) => void,
    ): void
  }
  on(event: 'will-download', listener: (event: Preventable, item: GuardedItem) => void): unknown
  setSpellCheckerEnabled(enabled: boolean): void
}

/** Of every web contents there will ever be (docs/promises.md E3, E6): it stays where it is, opens nothing and embeds nothing. */
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
 * Of every session: the page's requests end here when they are not for its own files, and nothing is downloaded but what the page made:
 * an export, unless the administrator's policy forbids exports.
 */
export function guardTraffic(
  session: GuardedTraffic,
  { developing, exports }: { readonly developing: boolean; readonly exports: boolean },
  follow: (item: SavedItem) => void,
): void {
  session.webRequest.onBeforeRequest(({ url }, respond) => respond({ cancel: !allowRequest(url, developing) }))
  session.on('will-download', (event, item) => {
    if (exports && allowDownload(item.getURL())) follow(item)
    else event.preventDefault()
  })
  session.setSpellCheckerEnabled(false)
}
