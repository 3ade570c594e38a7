import type {
  App,
  CommandLine,
  CrashReporter,
  Dialog,
  Display,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NativeImage,
  MessageChannelMain as ElectronChannel,
  MessagePortMain,
  NativeTheme,
  Notification as ElectronNotification,
  NotificationConstructorOptions,
  OpenDialogOptions,
  PopupOptions,
  RelaunchOptions,
  SafeStorage,
  SaveDialogOptions,
  Shell,
} from 'electron'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StandInKeyring } from '../../main/stand-in-keyring.ts'
import { ChannelMain } from '../../main/stand-in-electron/ports.ts'
import { fork } from './processes.ts'
import { makeSession, protocol, type StandInSession } from './sessions.ts'
import { preventable, StandInEmitter } from './stand-in-emitter.ts'
import { happened, onTest, sendToTest } from './test-line.ts'
import { BrowserWindow, ipcMain, ownWindows } from './windows.ts'

/**
 * As much of Electron as the program calls, over real pages of Chromium. Each object is held against the typings of the pinned version: a
 * call that Electron does not have, or a result that it does not give, does not compile. What only the runtime itself can show is left to
 * the tests in test/e2e/electron.
 */

function mustBeEarly(what: string): void {
  if (app.isReady()) throw new Error(`${what} should be called before app is ready`)
}

type PathName = Parameters<App['getPath']>[0]

class StandInApp extends StandInEmitter<App> {
  readonly isPackaged = true
  readonly name = 'Tearsheet'
  readonly #paths = new Map<string, string>()
  #ready = false
  #quitting = false

  readonly commandLine = {
    appendSwitch: (name: string) => happened(`switch ${name}`),
    hasSwitch: (name: string) => process.argv.includes(`--${name}`),
  } satisfies Pick<CommandLine, 'appendSwitch' | 'hasSwitch'>

  setPath(name: string, path: string): void {
    if (!existsSync(path)) throw new Error(`${path} does not exist`)
    this.#paths.set(name, path)
  }
  getPath(name: PathName): string {
    return this.#paths.get(name) ?? join(this.#paths.get('userData') ?? '', name)
  }
  setName = (name: string) => happened(`name ${name}`)
  getVersion = () => '0.1.0'
  setAppUserModelId = (id: string) => happened(`model ${id}`)
  setAsDefaultProtocolClient = () => true
  setActivationPolicy = (policy: Parameters<App['setActivationPolicy']>[0]) => happened(`activation ${policy}`)
  setBadgeCount(count = 0): boolean {
    happened(`badge ${count}`)
    return true
  }
  /** Nothing looks into it here. */
  getFileIcon: App['getFileIcon'] = () => {
    const icon: unknown = {}
    return Promise.resolve(icon as NativeImage)
  }
  setAboutPanelOptions: App['setAboutPanelOptions'] = ({ copyright = '' }) =>
    happened(`about ${copyright.replaceAll('\n', ', ')}`)
  showAboutPanel = () => happened('about shown')
  /** Neither is there on Linux, where these tests run; the typings hold the calls. */
  readonly dock: App['dock'] = undefined
  setJumpList: App['setJumpList'] = () => 'ok'
  getJumpListSettings: App['getJumpListSettings'] = () => ({ minItems: 10, removedItems: [] })
  getLoginItemSettings: App['getLoginItemSettings'] = () => {
    throw new Error('login items are of macOS and Windows')
  }
  setLoginItemSettings: App['setLoginItemSettings'] = () => {
    throw new Error('login items are of macOS and Windows')
  }
  enableSandbox = () => mustBeEarly('enableSandbox')
  disableHardwareAcceleration = () => mustBeEarly('disableHardwareAcceleration')
  isReady = () => this.#ready
  getSystemLocale(): string {
    if (!this.#ready) throw new Error('getSystemLocale must be called after app is ready')
    return process.env['STAND_IN_LOCALE'] ?? 'en-GB'
  }

  /** One program for each folder of user data; a second one hands over what it was started for. */
  requestSingleInstanceLock(data?: Record<string, unknown>): boolean {
    const file = join(this.getPath('userData'), 'stand-in-lock')
    const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : null
    if (holder !== null && isRunning(holder)) {
      sendToTest({ is: 'handed-over', data })
      return false
    }
    writeFileSync(file, String(process.pid))
    process.on('exit', () => rmSync(file, { force: true }))
    return true
  }
  async whenReady(): Promise<void> {
    await new Promise(setImmediate)
    this.#ready = true
  }
  relaunch(options?: RelaunchOptions): void {
    happened(`relaunch ${(options?.args ?? []).join(' ')}`)
  }
  quit(): void {
    happened('quit')
    this.#quitting = true
    this.raise('before-quit', preventable())
    if (BrowserWindow.all.size === 0) return this.#willQuit()
    for (const window of [...BrowserWindow.all.values()]) window.close()
  }
  exit(code = 0): void {
    // What is on its way to the test arrives first.
    if (process.connected) process.send?.({ is: 'happened', what: `exit ${code}` }, () => process.exit(code))
    else process.exit(code)
  }
  stay(): void {
    this.#quitting = false
    happened('stayed')
  }
  windowClosed(left: number): void {
    if (left > 0) return
    if (this.#quitting) this.#willQuit()
    else this.raise('window-all-closed')
  }
  #willQuit(): void {
    const event = preventable()
    this.raise('will-quit', event)
    if (!event.defaultPrevented) this.exit(0)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export const app = new StandInApp() satisfies Pick<
  App,
  | 'isPackaged'
  | 'name'
  | 'setPath'
  | 'getPath'
  | 'setName'
  | 'getVersion'
  | 'setAppUserModelId'
  | 'setAsDefaultProtocolClient'
  | 'setActivationPolicy'
  | 'setBadgeCount'
  | 'getFileIcon'
  | 'setAboutPanelOptions'
  | 'showAboutPanel'
  | 'dock'
  | 'setJumpList'
  | 'getJumpListSettings'
  | 'getLoginItemSettings'
  | 'setLoginItemSettings'
  | 'enableSandbox'
  | 'disableHardwareAcceleration'
  | 'isReady'
  | 'getSystemLocale'
  | 'requestSingleInstanceLock'
  | 'whenReady'
  | 'relaunch'
  | 'quit'
  | 'exit'
>

ownWindows({
  isReady: () => app.isReady(),
  contentsCreated: (contents) => app.raise('web-contents-created', preventable(), contents),
  windowClosed: (left) => app.windowClosed(left),
  stayed: () => app.stay(),
})
onTest('second-instance', ({ data }) => app.raise('second-instance', preventable(), [], process.cwd(), data))
onTest('open-url', ({ url }) => app.raise('open-url', preventable(), url))
onTest('quit', () => app.quit())

export const session = makeSession((made: StandInSession) => app.raise('session-created', made))

export const utilityProcess = {
  fork: (...args: Parameters<typeof fork>) => {
    if (!app.isReady()) throw new Error('utilityProcess cannot be created before app is ready')
    return fork(...args)
  },
}

/** The buttons that the user presses, box by box; then the last one of each. */
let buttonsToPress: readonly string[] = []
onTest('answer-boxes', ({ buttons }) => (buttonsToPress = [...buttonsToPress, ...buttons]))

type OverWindow<Options> = readonly [Options] | readonly [unknown, Options]
const optionsOf = <Options>(args: OverWindow<Options>): Options => (args.length === 1 ? args[0] : args[1])

function pressed({ message, buttons = ['OK'] }: MessageBoxOptions): number {
  const [button = buttons.at(-1), ...others] = buttonsToPress
  buttonsToPress = others
  happened(`box ${message} ${button}`)
  return buttons.indexOf(button ?? '')
}

export const dialog = {
  showErrorBox: (title: string, content: string) => happened(`error ${title}: ${content}`),
  showMessageBox: async (...args: OverWindow<MessageBoxOptions>) => ({
    response: pressed(optionsOf(args)),
    checkboxChecked: false,
  }),
  showMessageBoxSync: (...args: OverWindow<MessageBoxOptions>) => pressed(optionsOf(args)),
  showOpenDialog: async (...args: OverWindow<OpenDialogOptions>) => {
    happened(`choose ${optionsOf(args).title}`)
    const chosen = process.env['STAND_IN_FOLDER']
    return { canceled: chosen === undefined, filePaths: chosen === undefined ? [] : [chosen] }
  },
  showSaveDialog: async (...args: OverWindow<SaveDialogOptions>) => {
    const { defaultPath = '' } = optionsOf(args)
    happened(`save ${defaultPath}`)
    return { canceled: false, filePath: join(process.env['STAND_IN_SAVES'] ?? '', defaultPath) }
  },
} satisfies Pick<Dialog, 'showErrorBox' | 'showMessageBox' | 'showMessageBoxSync' | 'showOpenDialog' | 'showSaveDialog'>

export class Notification extends StandInEmitter<ElectronNotification> implements Pick<ElectronNotification, 'show'> {
  static readonly #shown = new Set<Notification>()
  readonly #options: NotificationConstructorOptions
  static isSupported(): boolean {
    return true
  }
  static click(body: string): void {
    const shown = [...Notification.#shown].find((each) => each.#options.body === body)
    if (shown === undefined) throw new Error(`no notification says ${body}`)
    shown.raise('click', preventable())
  }
  constructor(options: NotificationConstructorOptions = {}) {
    super()
    this.#options = options
  }
  show(): void {
    Notification.#shown.add(this)
    happened(`notification ${this.#options.title}: ${this.#options.body}`)
  }
}
Notification satisfies Pick<typeof ElectronNotification, 'isSupported'>
onTest('click-notification', ({ body }) => Notification.click(body))

class StandInMenu {
  readonly items: readonly MenuItemConstructorOptions[]
  static application: StandInMenu | null = null
  constructor(items: readonly MenuItemConstructorOptions[]) {
    this.items = items
  }
  popup(_options?: PopupOptions): void {
    happened(`context menu ${this.items.map(({ label, role, type }) => label ?? role ?? type).join(', ')}`)
  }
  /** The entry with this id, label or role, wherever it stands. */
  find(wanted: string): MenuItemConstructorOptions | undefined {
    const entries = this.items.flatMap((item) => (Array.isArray(item.submenu) ? [item, ...item.submenu] : [item]))
    return entries.find(({ id, label, role }) => [id, label, role].includes(wanted))
  }
}
export const Menu = {
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => new StandInMenu(template),
  setApplicationMenu: (menu: StandInMenu | null) => {
    StandInMenu.application = menu
  },
}
onTest('press-menu', ({ item }) => {
  const entry = StandInMenu.application?.find(item)
  if (entry === undefined) throw new Error(`the menu has no ${item}`)
  if (entry.role === 'quit') return app.quit()
  if (entry.role === 'close') return BrowserWindow.focused?.close()
  if (entry.click !== undefined) Reflect.apply(entry.click, undefined, [])
})

const keyring = new StandInKeyring(process.env['STAND_IN_TAG'] ?? 'v11')
export const safeStorage = keyring satisfies Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>
onTest('keyring', ({ fate }) => {
  keyring.sealing = fate
  keyring.opening = fate
})
const lost = process.env['STAND_IN_KEYRING']
if (lost === 'refuses' || lost === 'locked') keyring.opening = lost

class StandInTheme extends StandInEmitter<NativeTheme> {
  readonly shouldUseDarkColors = false
  themeSource: NativeTheme['themeSource'] = 'system'
}
export const nativeTheme = new StandInTheme() satisfies Pick<NativeTheme, 'shouldUseDarkColors' | 'themeSource'>

export const screen = {
  getAllDisplays: (): Pick<Display, 'workArea'>[] => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
}

export const shell = {
  openExternal: async (url: string) => happened(`open ${url}`),
  showItemInFolder: (path: string) => happened(`show ${path}`),
} satisfies Pick<Shell, 'openExternal' | 'showItemInFolder'>

export const crashReporter = {
  start: () => happened('crash reporter'),
} satisfies Pick<CrashReporter, 'start'>

ChannelMain satisfies new () => {
  [Port in keyof Pick<ElectronChannel, 'port1' | 'port2'>]: Pick<MessagePortMain, 'start' | 'close' | 'postMessage'>
}
export { BrowserWindow, ChannelMain as MessageChannelMain, ipcMain, protocol }
/** electron-store imports the whole module. */
export default { app, ipcMain, shell }
