import type {
  BrowserWindow as ElectronWindow,
  BrowserWindowConstructorOptions,
  HandlerDetails,
  IpcMain,
  Item,
  MessagePortMain,
  PrintToPDFOptions,
  Rectangle,
  WebContents,
  WebFrameMain,
  WindowOpenHandlerResponse,
} from 'electron'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { windowOrigin } from '#main/app-protocol.ts'
import { rawPort } from './processes.ts'
import { sessionOf } from './sessions.ts'
import { preventable, StandInEmitter } from './stand-in-emitter.ts'
import { happened, onTest, sendToTest } from './test-line.ts'

type Handler = Parameters<IpcMain['handle']>[1]

class StandInIpcMain extends StandInEmitter<IpcMain> implements Pick<IpcMain, 'handle'> {
  readonly #handlers = new Map<string, Handler>()
  handle(channel: string, handler: Handler): void {
    this.#handlers.set(channel, handler)
  }
  async invoke({ id, frame }: StandInContents, channel: string, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    const answer: unknown = await Reflect.apply(handler, undefined, [{ senderFrame: frame, sender: { id } }, ...args])
    return answer
  }
}
export const ipcMain = new StandInIpcMain()

let lastPort = 0
const portsOfPages = new Map<number, ReturnType<typeof rawPort>>()
onTest('port', ({ port, data }) => portsOfPages.get(port)?.postMessage(data))
onTest('port-closed', ({ port }) => {
  portsOfPages.get(port)?.close()
  portsOfPages.delete(port)
})

/** The main frame of a window's page. What is posted to it goes to its preload script; a port goes on to the page. */
class StandInFrame implements Pick<WebFrameMain, 'origin' | 'parent' | 'detached' | 'postMessage'> {
  readonly origin = windowOrigin
  readonly parent = null
  readonly detached = false
  readonly #window: number
  constructor(window: number) {
    this.#window = window
  }
  postMessage(channel: string, message: unknown, transfer: MessagePortMain[] = []): void {
    const ports = transfer.map((each) => {
      const raw = rawPort(each)
      const port = (lastPort += 1)
      portsOfPages.set(port, raw)
      raw.on('message', (data: unknown) => sendToTest({ is: 'port', port, data }))
      raw.on('close', () => sendToTest({ is: 'port-closed', port }))
      return port
    })
    sendToTest({ is: 'send', window: this.#window, channel, message, ports })
  }
}

let lastPrint = 0

class StandInContents
  extends StandInEmitter<WebContents>
  implements
    Pick<
      WebContents,
      'id' | 'setWindowOpenHandler' | 'setZoomLevel' | 'printToPDF' | 'send' | 'loadURL' | 'reload' | 'startDrag'
    >
{
  readonly id: number
  readonly frame: StandInFrame
  readonly #window: number
  readonly #partition: string
  constructor(window: number, partition: string) {
    super()
    // Electron counts web contents and windows apart.
    this.id = window + 100
    this.#window = window
    this.#partition = partition
    this.frame = new StandInFrame(window)
  }
  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void {
    const { action } = handler({
      url: 'https://service.example/',
      frameName: '',
      features: '',
      disposition: 'new-window',
      referrer: { url: '', policy: 'default' },
    })
    happened(`window.open: ${action}`)
  }
  setZoomLevel(level: number): void {
    happened(`zoom ${level}`)
  }
  /** The file is there before the system drags it, and what it begins with says what it is. */
  startDrag({ file }: Item): void {
    happened(`drag ${basename(file)} ${readFileSync(file).subarray(0, 4).toString('latin1')}`)
  }
  send(channel: string, message: unknown): void {
    sendToTest({ is: 'send', window: this.#window, channel, message, ports: [] })
  }
  reload(): void {
    sendToTest({ is: 'reload', window: this.#window })
  }
  async loadURL(url: string): Promise<void> {
    const loaded = once(this, 'did-finish-load')
    sendToTest({ is: 'load', window: this.#window, address: await sessionOf(this.#partition).served(url) })
    await loaded
  }
  async printToPDF(options: PrintToPDFOptions): Promise<Buffer> {
    const print = (lastPrint += 1)
    const { preferCSSPageSize, printBackground, generateTaggedPDF, generateDocumentOutline } = options
    const wanted = Object.entries({ preferCSSPageSize, printBackground, generateTaggedPDF, generateDocumentOutline })
    const content = new Promise<Uint8Array>((resolve) => {
      onTest('printed', (message) => {
        if (message.call === print) resolve(message.content)
      })
    })
    const chosen = Object.fromEntries(wanted.filter(([, value]) => value === true))
    sendToTest({ is: 'print', window: this.#window, call: print, options: chosen })
    return Buffer.from(await content)
  }
}

/** What the windows need of the application. */
export interface WindowOwner {
  isReady(): boolean
  contentsCreated(contents: StandInContents): void
  /** One was closed; the count of those that are left. */
  windowClosed(left: number): void
  /** The user stays in one: the program does not end. */
  stayed(): void
}
let owner: WindowOwner | null = null
export function ownWindows(by: WindowOwner): void {
  owner = by
}

export class BrowserWindow
  extends StandInEmitter<ElectronWindow>
  implements
    Pick<
      ElectronWindow,
      | 'show'
      | 'showInactive'
      | 'focus'
      | 'maximize'
      | 'isMinimized'
      | 'restore'
      | 'isVisible'
      | 'isMaximized'
      | 'isDestroyed'
      | 'setBackgroundColor'
      | 'setProgressBar'
      | 'getNormalBounds'
      | 'destroy'
      | 'close'
    >
{
  static readonly all = new Map<number, BrowserWindow>()
  static #last = 0
  static #focused = 0
  readonly webContents: StandInContents
  readonly id: number
  #destroyed = false
  #minimized = false
  #bounds: Rectangle

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super()
    if (owner?.isReady() !== true) throw new Error('Cannot create BrowserWindow before app is ready')
    this.id = BrowserWindow.#last += 1
    const { x = 10, y = 20, width = 800, height = 600 } = options
    this.#bounds = { x, y, width, height }
    happened(`window at ${x},${y} ${width}×${height}`)
    const { preload, partition = '', ...preferences } = options.webPreferences ?? {}
    if (
      preferences.contextIsolation !== true ||
      preferences.sandbox !== true ||
      preferences.nodeIntegration !== false
    ) {
      throw new Error('a page that is not isolated')
    }
    this.webContents = new StandInContents(this.id, partition)
    BrowserWindow.all.set(this.id, this)
    sendToTest({ is: 'open', window: this.id, preload: preload ?? null })
    owner.contentsCreated(this.webContents)
  }
  /** The one with the focus; null: none is open. */
  static get focused(): BrowserWindow | null {
    return [...BrowserWindow.all.values()].find((window) => window.id === BrowserWindow.#focused) ?? null
  }
  show(): void {
    happened('window shown')
    this.#takeFocus()
  }
  showInactive = () => happened('window shown behind')
  focus(): void {
    happened('window focused')
    this.#takeFocus()
  }
  /** As a click into it does. */
  clicked(): void {
    this.#takeFocus()
  }
  move(bounds: Rectangle): void {
    this.#bounds = bounds
  }
  #takeFocus(): void {
    BrowserWindow.#focused = this.id
    this.raise('focus')
  }
  maximize = () => happened('window maximized')
  restore(): void {
    this.#minimized = false
    happened('window restored')
  }
  minimize(): void {
    this.#minimized = true
  }
  isMinimized = () => this.#minimized
  isVisible = () => true
  isMaximized = () => false
  isDestroyed = () => this.#destroyed
  setBackgroundColor = (color: string) => happened(`background ${color}`)
  setProgressBar = (progress: number) => happened(`progress ${progress}`)
  getNormalBounds = () => this.#bounds
  close(): void {
    const event = preventable()
    this.raise('close', event)
    if (!event.defaultPrevented) sendToTest({ is: 'close', window: this.id })
  }
  destroy(): void {
    sendToTest({ is: 'destroy', window: this.id })
    this.gone()
  }
  gone(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    BrowserWindow.all.delete(this.id)
    this.raise('closed')
    owner?.windowClosed(BrowserWindow.all.size)
  }
}

onTest('loading', ({ window }) => BrowserWindow.all.get(window)?.webContents.raise('did-start-loading'))
onTest('loaded', ({ window }) => {
  const opened = BrowserWindow.all.get(window)
  opened?.webContents.raise('did-finish-load')
  opened?.raise('ready-to-show')
})
onTest('closed', ({ window }) => BrowserWindow.all.get(window)?.gone())
onTest('unsaved', ({ window }) => {
  const event = preventable()
  BrowserWindow.all.get(window)?.webContents.raise('will-prevent-unload', event)
  // Prevented is the page's own wish to stay.
  if (!event.defaultPrevented) owner?.stayed()
  sendToTest({ is: 'unload', window, leave: event.defaultPrevented })
})
onTest('invoke', ({ window, call, channel, args }) => {
  const contents = BrowserWindow.all.get(window)?.webContents
  if (contents === undefined) return
  ipcMain.invoke(contents, channel, args).then(
    (value) => sendToTest({ is: 'invoked', window, call, value }),
    (error: unknown) => sendToTest({ is: 'invoke-failed', window, call, message: String(error) }),
  )
})
onTest('focus', ({ window }) => BrowserWindow.all.get(window)?.clicked())
onTest('move', ({ window, bounds }) => BrowserWindow.all.get(window)?.move(bounds))
onTest('download', ({ window, download, url, fileName }) => {
  const contents = BrowserWindow.all.get(window)?.webContents
  if (contents) void sessionOf('window').download(download, url, fileName, contents)
})
