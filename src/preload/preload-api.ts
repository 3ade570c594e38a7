import type { IpcRenderer } from 'electron'
import { electronAnnouncements, electronChannels, type LineMessage, type PreloadApi } from '#contract/electron.ts'
import type { ShellAction } from '#contract/shell.ts'

/** Where a port goes on to: the page's own window. */
export interface PageWindow {
  postMessage(message: LineMessage, target: string, ports: MessagePort[]): void
}

/**
 * Everything the page gets (promises.md E9): named functions that ask and answer. Neither an event nor `ipcRenderer` passes
 * through, and no channel can be chosen by the page.
 */
export function preloadApi(ipcRenderer: Pick<IpcRenderer, 'invoke' | 'on'>, page: PageWindow): PreloadApi {
  const ask = async (question: keyof typeof electronChannels, ...args: readonly unknown[]): Promise<unknown> =>
    ipcRenderer.invoke(electronChannels[question], ...args)

  let tellAction: (action: ShellAction) => void = () => undefined
  ipcRenderer.on(electronAnnouncements.action, (_event, action: ShellAction) => tellAction(action))
  ipcRenderer.on(electronAnnouncements.line, (event, { ticket }: { ticket: string }) => {
    // Electron's way to hand a port on (its MessagePort tutorial). It reaches this very window, whatever the target says.
    page.postMessage({ tearsheet: 'line', ticket }, '*', event.ports)
  })

  return {
    keyState: (workspace) => ask('keyState', workspace),
    setKey: (entry) => ask('setKey', entry),
    forgetKey: (workspace) => ask('forgetKey', workspace),
    openExternal: (url) => ask('openExternal', url),
    connect: (ticket) => ask('connect', ticket),
    showTheme: (theme) => ask('showTheme', theme),
    onAction: (listener) => {
      tellAction = listener
      return ask('listen')
    },
  } satisfies PreloadApi
}
