/**
 * Connects the window to Electron's preload script, and offers its functions as the contract
 * defines them.
 */

import { preloadName, type PreloadApi, type WindowTheme } from '#contract/electron.ts'
import {
  notifiedScreens,
  shellCommands,
  type KeyProtection,
  type KeyState,
  type SavedFile,
  type ShellAction,
  type ShellBridge,
  type ShellWindow,
} from '#contract/shell.ts'
import { RequestFailed, failureToShow } from '../core-client/request-failed.ts'

/** The page's own window, as far as lines come through it. */
type LineWindow = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

export interface ElectronBridge {
  readonly bridge: ShellBridge
  /** A new line to the core each time. Rejects with `RequestFailed` when there is no core to be had. */
  connect(): Promise<MessagePort>
}

/** The page's side of the Electron shell: the functions of the preload script, in the terms of the contract. */
export async function openElectronBridge(): Promise<ElectronBridge> {
  const api: unknown = Reflect.get(window, preloadName)
  if (!isPreloadApi(api)) throw new RequestFailed({ kind: 'defect' })
  followTheme(document.documentElement, api)
  return electronBridge(api, window)
}

/** The same on any window, for tests. */
export function electronBridge(api: PreloadApi, window: LineWindow): ElectronBridge {
  return {
    bridge: {
      kind: 'electron',
      keyState: async (workspace) => keyStateIn(await api.keyState(workspace)),
      setKey: async (entry) => keyStateIn(await api.setKey({ ...entry })),
      forgetKey: async (workspace) => keyStateIn(await api.forgetKey(workspace)),
      publishKeyState: async (workspace) => keyStateIn(await api.publishKeyState(workspace)),
      setPublishKeys: async (entry) => keyStateIn(await api.setPublishKeys({ ...entry })),
      forgetPublishKeys: async (workspace) => keyStateIn(await api.forgetPublishKeys(workspace)),
      openExternal: async (url) => valueIn(await api.openExternal(url)) === true,
      onAction: (listener) => {
        let listening = true
        void api.onAction((action) => {
          if (listening && isAction(action)) listener(action)
        })
        return () => {
          listening = false
        }
      },
      onSaved: (listener) => {
        api.onSaved((file) => {
          if (isSavedFile(file)) listener(file)
        })
        return () => api.onSaved(() => {})
      },
      showSaved: async (id) => void valueIn(await api.showSaved(id)),
      notify: async (sentence, screen) => void valueIn(await api.notify(sentence, screen)),
      savePdf: async (fileName, pages) =>
        valueIn(await (pages ? api.savePdf(fileName, { ...pages }) : api.savePdf(fileName))) === true,
      setMenuKeys: async (keys) => void valueIn(await api.setMenuKeys(keys)),
      showActivity: async (activity) => void valueIn(await api.showActivity({ ...activity })),
      showRecent: async (recent) => void valueIn(await api.showRecent(recent.map((each) => ({ ...each })))),
      opensAtLogin: async () => booleanIn(await api.opensAtLogin()),
      setOpensAtLogin: async (isOn) => booleanIn(await api.setOpensAtLogin(isOn)),
      systemLocale: async () => {
        const locale = valueIn(await api.systemLocale())
        return typeof locale === 'string' ? locale : ''
      },
      thisWindow: async () => windowIn(await api.thisWindow()),
      openWindow: async (id) => valueIn(await api.openWindow(id)) === true,
      dragFile: async (file) => void valueIn(await api.dragFile({ ...file })),
      choosePath: async (purpose) => {
        const path = valueIn(await api.choosePath(purpose))
        return typeof path === 'string' ? path : null
      },
    },
    connect: () => connect(api, window),
  }
}

/** The port arrives apart from the response, since bridges cannot pass one; the ticket connects the two. */
async function connect(api: PreloadApi, window: LineWindow): Promise<MessagePort> {
  const ticket = crypto.randomUUID()
  let stop = () => {}
  const arrived = new Promise<MessagePort>((resolve) => {
    const onMessage = (event: Event) => {
      const port = portIn(event, window, ticket)
      if (port) resolve(port)
    }
    window.addEventListener('message', onMessage)
    stop = () => window.removeEventListener('message', onMessage)
  })
  try {
    valueIn(await api.connect(ticket))
    return await arrived
  } finally {
    stop()
  }
}

/** Only messages that this window posted to itself, as the preload script does; a frame's message has another source. */
function portIn(event: Event, window: LineWindow, ticket: string): MessagePort | null {
  if (!(event instanceof MessageEvent) || event.source !== window) return null
  const data: unknown = event.data
  if (!isRecord(data) || data['tearsheet'] !== 'line' || data['ticket'] !== ticket) return null
  return event.ports[0] ?? null
}

/** The title bar and the system's dialogs follow the page's colors. */
function followTheme(root: HTMLElement, api: PreloadApi): void {
  const observer = new MutationObserver(() => void api.showTheme(themeOf(root)))
  observer.observe(root, { attributes: true, attributeFilter: ['data-theme'] })
}

function themeOf(root: HTMLElement): WindowTheme {
  const theme = root.dataset['theme']
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** The value in a `ShellResult`. Throws `RequestFailed` with its failure if it has one. */
function valueIn(response: unknown): unknown {
  if (isRecord(response) && response['ok'] === true) return response['value']
  throw new RequestFailed(failureToShow(response) ?? { kind: 'defect' })
}

function booleanIn(response: unknown): boolean | null {
  const value = valueIn(response)
  return typeof value === 'boolean' ? value : null
}

function keyStateIn(response: unknown): KeyState {
  const value = valueIn(response)
  if (!isRecord(value) || typeof value['present'] !== 'boolean') throw new RequestFailed({ kind: 'defect' })
  const { present, origin, lastFour, keeping, canRemember, problem } = value
  return {
    present,
    origin: typeof origin === 'string' ? origin : null,
    lastFour: typeof lastFour === 'string' ? lastFour : null,
    keeping: isKeeping(keeping) ? keeping : null,
    canRemember: Array.isArray(canRemember) ? canRemember.filter(isKeeping) : [],
    problem: isRecord(problem) ? { message: String(problem['message']), canRetry: problem['canRetry'] === true } : null,
  }
}

function windowIn(response: unknown): ShellWindow {
  const value = valueIn(response)
  if (!isRecord(value) || typeof value['id'] !== 'string') throw new RequestFailed({ kind: 'defect' })
  const { id, others } = value
  return { id, others: Array.isArray(others) ? others.filter((other) => typeof other === 'string') : [] }
}

function isKeeping(value: unknown): value is KeyProtection {
  return value === 'session' || value === 'keyring' || value === 'unprotected'
}

function isAction(value: unknown): value is ShellAction {
  if (!isRecord(value)) return false
  const { name, link, query, screen, window } = value
  if (name === 'window-closed') return typeof window === 'string'
  if (name === 'search-transcripts') return typeof query === 'string'
  if (name === 'notified') return notifiedScreens.some((known) => known === screen)
  return name === 'link' ? typeof link === 'string' : shellCommands.some((command) => command === name)
}

function isSavedFile(value: unknown): value is SavedFile {
  if (!isRecord(value)) return false
  return typeof value['id'] === 'number' && typeof value['fileName'] === 'string' && typeof value['path'] === 'string'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isPreloadApi(value: unknown): value is PreloadApi {
  return isRecord(value) && typeof value['connect'] === 'function' && typeof value['keyState'] === 'function'
}
