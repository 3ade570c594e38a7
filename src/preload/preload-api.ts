/** The functions that the preload script exposes to the page. */

import { electronAnnouncements, electronChannels, type LineMessage, type PreloadApi } from '#contract/electron.ts'

/** The page's window, to which received ports are forwarded. */
export interface PageWindow {
  postMessage(message: LineMessage, target: string, ports: MessagePort[]): void
}

/** The part of Electron's `IpcRenderer` that we use. */
export interface IpcRendererPort {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>
  on(channel: string, listener: (event: { readonly ports: MessagePort[] }, message: unknown) => void): unknown
}

/**
 * The page's whole API (docs/promises.md E9): named asynchronous functions. Neither an event nor `ipcRenderer` passes through,
 * and the page cannot choose a channel.
 */
export function preloadApi(ipcRenderer: IpcRendererPort, page: PageWindow): PreloadApi {
  const invoke = async (channel: keyof typeof electronChannels, ...args: readonly unknown[]): Promise<unknown> =>
    ipcRenderer.invoke(electronChannels[channel], ...args)

  let tellAction: (action: unknown) => void = () => undefined
  let tellSaved: (file: unknown) => void = () => undefined
  ipcRenderer.on(electronAnnouncements.saved, (_event, file) => tellSaved(file))
  ipcRenderer.on(electronAnnouncements.action, (_event, action) => tellAction(action))
  ipcRenderer.on(electronAnnouncements.line, (event, message) => {
    const ticket = ticketIn(message)
    if (ticket === null) return
    // Electron's way to pass on a port (its MessagePort tutorial). It reaches only this window, whatever the target is.
    page.postMessage({ tearsheet: 'line', ticket }, '*', event.ports)
  })

  return {
    keyState: (workspace) => invoke('keyState', workspace),
    setKey: (entry) => invoke('setKey', entry),
    forgetKey: (workspace) => invoke('forgetKey', workspace),
    publishKeyState: (workspace) => invoke('publishKeyState', workspace),
    setPublishKeys: (entry) => invoke('setPublishKeys', entry),
    forgetPublishKeys: (workspace) => invoke('forgetPublishKeys', workspace),
    openExternal: (url) => invoke('openExternal', url),
    connect: (ticket) => invoke('connect', ticket),
    showTheme: (theme) => invoke('showTheme', theme),
    onAction: (listener) => {
      tellAction = listener
      return invoke('listen')
    },
    onSaved: (listener) => {
      tellSaved = listener
    },
    showSaved: (id) => invoke('showSaved', id),
    notify: (sentence, screen) => invoke('notify', sentence, screen),
    savePdf: (fileName, pages) => invoke('savePdf', fileName, ...(pages ? [pages] : [])),
    setMenuKeys: (keys) => invoke('setMenuKeys', keys),
    choosePath: (purpose) => invoke('choosePath', purpose),
    showActivity: (activity) => invoke('showActivity', activity),
    showRecent: (recent) => invoke('showRecent', recent),
    opensAtLogin: () => invoke('opensAtLogin'),
    setOpensAtLogin: (isOn) => invoke('setOpensAtLogin', isOn),
    systemLocale: () => invoke('systemLocale'),
    thisWindow: () => invoke('thisWindow'),
    openWindow: (id) => invoke('openWindow', id),
    dragFile: (file) => invoke('dragFile', file),
  } satisfies PreloadApi
}

function ticketIn(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('ticket' in message)) return null
  return typeof message.ticket === 'string' ? message.ticket : null
}
