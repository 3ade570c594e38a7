import type Electron from 'electron'
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { StandInKeyring } from '../stand-in-keyring.ts'
import { ChannelMain, type PortMain } from './ports.ts'

/**
 * As much of Electron as the main process uses, with the rules its typings state: what may be called before `ready` and what
 * after it, what must exist, what is emitted when. Real are the core, the sample service, the ports between them, the files.
 */

const root = join(import.meta.dirname, '../../..')

/** What happened, for the test to read. */
export const events: string[] = []

function mustBeEarly(what: string): void {
  if (app.isReady()) throw new Error(`${what} comes too late: the application is ready`)
}

class StandInApp extends EventEmitter {
  readonly isPackaged = false
  readonly #paths = new Map([['crashDumps', '/nowhere']])
  #ready = false
  readonly commandLine = { appendSwitch: (name: string) => events.push(`switch ${name}`), hasSwitch: () => false }

  setPath(name: string, path: string): void {
    if (!existsSync(path)) throw new Error(`${path} does not exist`)
    this.#paths.set(name, path)
  }
  getPath(name: string): string {
    const path = this.#paths.get(name)
    if (path === undefined) throw new Error(`no path ${name}`)
    return path
  }
  requestSingleInstanceLock(data: unknown): boolean {
    events.push(`lock ${JSON.stringify(data)} in ${this.getPath('userData')}`)
    return process.env['STAND_IN_LOCK'] !== 'taken'
  }
  setName(name: string): void {
    events.push(`name ${name}`)
  }
  setAppUserModelId = () => undefined
  setBadgeCount = () => true
  enableSandbox(): void {
    mustBeEarly('enableSandbox')
    events.push('sandbox')
  }
  disableHardwareAcceleration(): void {
    mustBeEarly('disableHardwareAcceleration')
  }
  getVersion(): string {
    return '0.0.0-test'
  }
  isReady(): boolean {
    return this.#ready
  }
  async whenReady(): Promise<void> {
    await new Promise(setImmediate)
    if (!this.#ready) events.push('ready')
    this.#ready = true
  }
  relaunch(options: { args?: string[] }): void {
    events.push(`relaunch ${(options.args ?? []).join(' ')}`)
  }
  quit(): void {
    events.push('quit')
    this.emit('before-quit', { preventDefault: () => undefined })
    for (const window of [...BrowserWindow.all]) window.close()
    // One window that stays keeps the program.
    if (BrowserWindow.all.length > 0) return
    let prevented = false
    this.emit('will-quit', { preventDefault: () => (prevented = true) })
    if (!prevented) this.exit(0)
  }
  exit(code: number): void {
    events.push(`exit ${code}`)
    process.stdout.write(`${JSON.stringify({ events })}\n`, () => process.exit(code))
  }
}
export const app = new StandInApp()

export const protocol = {
  registerSchemesAsPrivileged: (schemes: readonly { scheme: string }[]) => {
    if (process.env['STAND_IN_BROKEN'] === 'schemes') throw new Error('the scheme cannot be registered')
    mustBeEarly('registerSchemesAsPrivileged')
    events.push(`schemes ${schemes.map(({ scheme }) => scheme).join()}`)
  },
}

const sessions = new Map<string, StandInSession>()
class StandInSession extends EventEmitter {
  handler: (request: { url: string; method: string }) => Response = () => new Response(null, { status: 599 })
  readonly guards = new Set<string>()
  readonly webRequest = { onBeforeRequest: () => this.guards.add('onBeforeRequest') }
  readonly protocol = { handle: (_scheme: string, handler: StandInSession['handler']) => void (this.handler = handler) }
  resolveProxy = async (url: string) => {
    events.push(`proxy of ${url}`)
    return process.env['STAND_IN_PROXY'] ?? 'DIRECT'
  }
  setPermissionRequestHandler = () => this.guards.add('request')
  setPermissionCheckHandler = () => this.guards.add('check')
  setDevicePermissionHandler = () => this.guards.add('device')
  setDisplayMediaRequestHandler = () => this.guards.add('display')
  setUSBProtectedClassesHandler = () => this.guards.add('usb')
  setSpellCheckerEnabled = () => this.guards.add('spelling')
}
export const session = {
  fromPartition: (name: string, options: { cache: boolean }) => {
    if (process.env['STAND_IN_BROKEN'] === 'session') throw new Error('the session cannot be opened')
    const known = sessions.get(name)
    if (known) return known
    const made = new StandInSession()
    sessions.set(name, made)
    app.emit('session-created', made)
    events.push(`session ${name} cache ${options.cache} ${[...made.guards].join(' ')}`)
    return made
  },
}

type Handler = (
  event: { senderFrame: unknown; sender: { id: number } },
  ...args: readonly unknown[]
) => Promise<unknown>
const handlers = new Map<string, Handler>()
export const ipcMain = Object.assign(new EventEmitter(), {
  handle: (channel: string, handler: Handler) => void handlers.set(channel, handler),
})

/** The renderer's half, on the same thread: what it sends and gets is cloned as between processes. */
export const ipcRenderer = Object.assign(new EventEmitter(), {
  invoke: async (channel: string, ...args: readonly unknown[]): Promise<unknown> => {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return structuredClone(await handler({ senderFrame: frame, sender: { id: 1 } }, ...structuredClone(args)))
  },
})
const frame = {
  origin: 'app://bundle',
  parent: null,
  detached: false,
  postMessage: (channel: string, message: unknown, ports: readonly PortMain[] = []) => {
    ipcRenderer.emit(channel, { ports: ports.map(({ raw }) => raw) }, structuredClone(message))
  },
}
export const contextBridge = {
  exposeInMainWorld: (name: string, api: unknown) => void Reflect.set(globalThis, name, api),
}

class StandInContents extends EventEmitter {
  static #last = 0
  readonly id = (StandInContents.#last += 1)
  zoom = 0
  /** The page's `beforeunload` prevents leaving it. */
  unsaved = false
  readonly #preferences: { partition: string; preload?: string }
  constructor(preferences: { partition: string; preload?: string }) {
    super()
    this.#preferences = preferences
  }
  setWindowOpenHandler(): void {
    events.push('window-open denied')
  }
  setZoomLevel(level: number): void {
    this.zoom = level
  }
  /** Whether the page may be left: `will-prevent-unload` ignores what the page says when it is prevented itself. */
  mayUnload(): boolean {
    if (!this.unsaved) return true
    let ignored = false
    this.emit('will-prevent-unload', { preventDefault: () => (ignored = true) })
    return ignored
  }
  reload(): void {
    events.push(this.mayUnload() ? 'reloaded' : 'not reloaded')
  }
  /** The options that make a page of ours a PDF as it is drawn. */
  async printToPDF(options: Readonly<Record<string, boolean>>): Promise<Buffer> {
    const chosen = Object.keys(options).filter((name) => options[name])
    events.push(`print ${chosen.join(' ')}`)
    return Buffer.from('%PDF-1.7')
  }
  send(channel: string, message: unknown): void {
    ipcRenderer.emit(channel, {}, structuredClone(message))
  }
  async loadURL(url: string): Promise<void> {
    this.emit('did-start-loading')
    const answer = sessions.get(this.#preferences.partition)?.handler({ url, method: 'GET' })
    const address = url.replace(/[0-9a-f-]{36}/, 'ID')
    events.push(`load ${address} ${answer?.status} ${answer?.headers.get('content-type')}`)
    this.emit('did-finish-load')
    // Pages to be printed have no preload script, and nobody in them.
    if (this.#preferences.preload === undefined) return
    const { openPage } = await import('./page.ts')
    void openPage()
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = []
  readonly webContents: StandInContents
  constructor(options: { webPreferences: { partition: string; preload?: string } }) {
    super()
    if (!app.isReady()) throw new Error('a window before ready')
    this.webContents = new StandInContents(options.webPreferences)
    app.emit('web-contents-created', {}, this.webContents)
    BrowserWindow.all.push(this)
    setImmediate(() => this.emit('ready-to-show'))
  }
  show(): void {
    events.push('window shown')
    this.emit('focus')
  }
  showInactive = () => events.push('window shown behind')
  focus(): void {
    events.push('window focused')
    this.emit('focus')
  }
  maximize = () => undefined
  isMinimized = () => false
  isVisible = () => true
  isMaximized = () => false
  isDestroyed = () => false
  setBackgroundColor = () => undefined
  setProgressBar = () => undefined
  getNormalBounds = () => ({ x: 10, y: 20, width: 1200, height: 800 })
  destroy(): void {
    events.push('window destroyed')
    BrowserWindow.all.splice(BrowserWindow.all.indexOf(this), 1)
  }
  close(): void {
    this.emit('close')
    if (!this.webContents.mayUnload()) return
    BrowserWindow.all.splice(BrowserWindow.all.indexOf(this), 1)
    this.emit('closed')
  }
}

/** A child as Electron's utility process: the core in a worker thread, the sample service as a process. */
export const utilityProcess = {
  running: new Map<string, Worker>(),
  fork: (script: string, args: readonly string[], options: { serviceName: string }) => {
    if (!app.isReady()) throw new Error('utilityProcess.fork before ready')
    events.push(`fork ${options.serviceName}`)
    return script.endsWith('core-process.js') ? forkCore(options.serviceName) : forkSample(args)
  },
}

function forkCore(name: string) {
  const child = Object.assign(new EventEmitter(), {
    stdout: null,
    postMessage: (data: unknown, ports: readonly PortMain[] = []) => {
      const raw = ports.map((port) => port.raw)
      worker.postMessage({ data, ports: raw }, raw)
    },
    kill: () => void worker.terminate(),
  })
  const worker = new Worker(join(import.meta.dirname, 'core-worker.ts'))
  utilityProcess.running.set(name, worker)
  worker.on('message', (message) => child.emit('message', message))
  worker.on('error', (error) => console.error(error))
  worker.on('exit', (code) => child.emit('exit', code))
  return child
}

function forkSample(args: readonly string[]) {
  const service = spawn(process.execPath, [join(root, 'src/sample/main.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const child = Object.assign(new EventEmitter(), { stdout: service.stdout, kill: () => service.kill() })
  service.on('exit', (code) => child.emit('exit', code))
  return child
}

/** The user chooses the folder that the test names, or closes the dialog. */
const openDialog = {
  showOpenDialog: async (...args: readonly unknown[]) => {
    const { title, properties } = args.at(-1) as Electron.OpenDialogOptions
    events.push(`choose ${title} ${properties?.join()}`)
    const filePaths = [process.env['STAND_IN_FOLDER'] ?? ''].filter((path) => path !== '')
    return { canceled: filePaths.length === 0, filePaths }
  },
} satisfies Pick<typeof Electron.dialog, 'showOpenDialog'>

const presses = (process.env['STAND_IN_PRESSES'] ?? '').split(',').filter((press) => press !== '')
export const dialog = {
  showSaveDialog: async (...args: readonly unknown[]) => {
    const { defaultPath, filters } = args.at(-1) as { defaultPath: string; filters: readonly { name: string }[] }
    events.push(`save ${defaultPath} as ${filters.map(({ name }) => name).join()}`)
    const filePath = process.env['STAND_IN_SAVE']
    return { canceled: filePath === undefined, filePath: filePath ?? '' }
  },
  ...openDialog,
  /** Presses the buttons that the test names, one after another; then the last one of a box. */
  showMessageBoxSync: (...args: readonly unknown[]) => {
    const { message, buttons } = args.at(-1) as { message: string; buttons: readonly string[] }
    const pressed = presses.shift() ?? buttons.at(-1) ?? ''
    events.push(`box ${message} ${pressed}`)
    return buttons.indexOf(pressed)
  },
  showErrorBox: (title: string, content: string) => void events.push(`error ${title}: ${content.split('\n')[0]}`),
  showMessageBox: async (...args: readonly unknown[]) => {
    const { message, buttons } = args.at(-1) as { message: string; buttons: readonly string[] }
    events.push(`box ${message}`)
    return { response: buttons.length - 1 }
  },
}
/** A system without notifications. */
export const Notification = { isSupported: () => false }
export const safeStorage = new StandInKeyring(process.env['STAND_IN_TAG'] ?? 'v11')
export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false, themeSource: 'system' })
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] }
type MenuTemplate = readonly { submenu: readonly { id?: string; label?: string; click?: () => void }[] }[]
let applicationMenu: MenuTemplate = []
/** Presses an item of the application menu, by its id or its label. */
export function pressMenu(name: string): void {
  const item = applicationMenu.flatMap(({ submenu }) => submenu).find(({ id, label }) => id === name || label === name)
  if (item?.click === undefined) throw new Error(`the menu has no ${name}`)
  item.click()
}
export const Menu = {
  buildFromTemplate: (template: MenuTemplate) => template,
  setApplicationMenu: (template: MenuTemplate) => void (applicationMenu = template),
}
export const shell = { openExternal: async (url: string) => events.push(`open ${url}`) }
export const crashReporter = { start: () => events.push('crash reporter') }
export { ChannelMain as MessageChannelMain }
export default { app, ipcMain, shell }
