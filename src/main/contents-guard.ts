import type { Session, WebContents } from 'electron'
import { allowNavigation, allowRequest } from './navigation.ts'

/** Of every web contents there will ever be (promises.md E3, E6): it stays where it is, opens nothing and embeds nothing. */
export function guardContents(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>): void {
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

/** Of every session: the page's requests end here when they are not for its own files, and nothing is downloaded by itself. */
export function guardTraffic(
  session: Pick<Session, 'on' | 'setSpellCheckerEnabled'> & {
    readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'>
  },
  developing: boolean,
): void {
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !allowRequest(url, developing) }))
  session.on('will-download', (event) => event.preventDefault())
  session.setSpellCheckerEnabled(false)
}
