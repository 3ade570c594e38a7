/** Creates all parts of the Electron shell and connects them. */

import {
  app,
  ipcMain,
  Menu,
  MessageChannelMain,
  nativeTheme,
  Notification,
  safeStorage,
  session,
  shell,
  type MessagePortMain,
} from 'electron'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import { electronAnnouncements, type ShellResult, type WindowTheme } from '#contract/electron.ts'
import type { RecentLink, SavedFile } from '#contract/shell.ts'
import { assetManifest } from '#core/window/assets.ts'
import { joinKeys, lastFourOfKeys } from '#core/window/publish-keys.ts'
import {
  coreFailureDialog,
  noticeDialog,
  pathDialogs,
  profileDialog,
  startSentences,
  unprotectedKeyDialog,
} from './dialogs.ts'
import { aboutPanel } from './about-panel.ts'
import { serveAppFile, windowScheme } from './app-protocol.ts'
import { CoreSupervisor, type CoreOpening, type SupervisorClock } from './core-supervisor.ts'
import { CoreFailure } from './core-failure.ts'
import { findDebugSwitches } from './debug-switches.ts'
import { DraggedFiles } from './dragged-files.ts'
import { GraphicsWatch } from './graphics-fallback.ts'
import { dockMenu, showJumpList } from './icon-list.ts'
import { register, type Sender } from './ipc.ts'
import { appImageOf, commandLineOf } from './installed-program.ts'
import { loginItem } from './login-item.ts'
import type { MainWindow } from './main-window.ts'
import { MainWindows } from './main-windows.ts'
import { readMediaRequest, mediaResponse } from './media-client.ts'
import type { MediaRequestMessage } from './media-messages.ts'
import { menuTemplate, usualMenuKeys, type MenuCommand } from './menu.ts'
import { Notifications } from './notifications.ts'
import { ExternalLinks } from './open-external.ts'
import { PagesToPrint } from './pages-to-print.ts'
import { platformOf } from './key-protection.ts'
import { SampleSupervisor, sampleKey } from './sample-supervisor.ts'
import { printInWindow } from './print-window.ts'
import { savePdf } from './save-pdf.ts'
import { SavedFiles, type SavedItem } from './saved-files.ts'
import type { SettingsStore } from './settings-store.ts'
import { Relaunch } from './relaunch.ts'
import { relaunchArguments } from './start-arguments.ts'
import { forkUtilityProcess } from './utility-process.ts'
import { KeyVault } from './vault.ts'
import { windowPartition } from './window-preferences.ts'

export interface ShellOptions {
  readonly profile: string
  readonly settings: SettingsStore
  /** The administrator's. */
  readonly policy: AdministratorPolicy
  readonly developing: boolean
  /** Nobody named another profile: what the system starts later, from its own lists, opens this one. */
  readonly isDefaultProfile: boolean
}

const time: SupervisorClock = {
  monotonic: () => performance.now(),
  after: (milliseconds, run) => void setTimeout(run, milliseconds),
}

const running = {
  platform: process.platform,
  execPath: process.execPath,
  appImage: process.env['APPIMAGE'],
  mountedAt: process.env['APPDIR'],
}
const appImage = appImageOf(running)

const exportsForbidden = { kind: 'by-policy', detail: 'exports' } as const

const succeeded = <Value>(value: Value): ShellResult<Value> => ({ ok: true, value })

/** All parts of the shell, created and connected once: what runs where, and which parts communicate. */
export class ElectronShell {
  readonly #options: ShellOptions
  #pages = new PagesToPrint([])
  readonly #saved = new SavedFiles()
  readonly #dragged = new DraggedFiles()
  readonly #notifications = new Notifications(
    (body) => (Notification.isSupported() ? new Notification({ title: app.name, body }) : null),
    (screen) => {
      this.#windows.open()
      this.#windows.request({ name: 'notified', screen })
    },
  )
  readonly #exposedBy: readonly string[]
  readonly #relaunch = new Relaunch(app, appImage)
  #menuKeys = usualMenuKeys
  readonly #windows: MainWindows
  readonly #links: ExternalLinks
  readonly #sample: SampleSupervisor
  readonly #core: CoreSupervisor<MessagePortMain>
  readonly #coreFailure: CoreFailure
  readonly #vault: KeyVault
  readonly #publishVault: KeyVault

  constructor(options: ShellOptions) {
    this.#options = options
    const { profile, settings, developing } = options
    this.#exposedBy = findDebugSwitches(!developing, (name) => app.commandLine.hasSwitch(name), process.env)
    this.#windows = new MainWindows({
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      settings,
      time,
      developing,
      quit: () => app.quit(),
      stayed: () => this.#stayed(),
    })
    const { boxes } = this.#windows
    this.#links = new ExternalLinks({ shell, ask: (box) => boxes.show(box) })
    this.#sample = new SampleSupervisor({ fork: (port) => forkSample(port), time })
    this.#core = new CoreSupervisor({
      fork: () => forkCore(),
      time,
      opening: async () => this.#opening(),
      keys: () => this.#vault.held,
      publishKeys: () => this.#publishVault.held,
      // The window's session: a proxy script and the system's settings apply to it as to a browser, and may change.
      resolveProxy: (origin) => windowSession().resolveProxy(origin),
      watch: (life) => void this.#coreFailure.follow(life),
    })
    this.#coreFailure = new CoreFailure({
      ask: async (deaths) => (await boxes.ask(coreFailureDialog(deaths, profile))) ?? 'quit',
      startCore: () => this.#core.start(),
      startElsewhere: () => this.#startElsewhere(),
      quit: () => app.quit(),
    })
    const forVaults = {
      platform: platformOf(process.platform),
      exposedBy: this.#exposedBy,
      encryption: safeStorage,
      now: () => Date.now(),
      after: (milliseconds: number, run: () => void) => time.after(milliseconds, run),
      tell: (sentence: string) => void boxes.show({ type: 'info', title: 'Tearsheet', message: sentence }),
      report: (problem: string, error: unknown) => console.error(`${problem}:`, error),
    }
    this.#vault = new KeyVault({
      ...forVaults,
      file: join(profile, 'vault.json'),
      confirmUnprotected: async () => (await boxes.ask(unprotectedKeyDialog)) === 'store',
      hold: (key) => this.#core.hold(key),
      drop: (workspace) => this.#core.drop(workspace),
    })
    this.#publishVault = new KeyVault({
      ...forVaults,
      file: join(profile, 'publish-vault.json'),
      confirmUnprotected: null,
      lastFour: lastFourOfKeys,
      hold: (keys) => this.#core.holdPublishKeys(keys),
      drop: (workspace) => this.#core.dropPublishKeys(workspace),
    })
  }

  /** Opens what a link names, now or as soon as the page listens. */
  openLink(link: string): void {
    this.#windows.request({ name: 'link', link })
  }

  /** A file that the page made, on its way to where the user wants it. */
  follow(item: SavedItem, contents: number): void {
    this.#saved.follow(item, (file) => this.#tellSaved(contents, file))
  }

  bringToFront(): void {
    if (app.isReady()) this.#windows.open()
  }

  /** The program is to end, unless its user stays for unsaved work. */
  quitting(): void {
    this.#windows.quitting()
  }

  /** Once the application is ready: the core starts, the windows open, neither waits for the other. */
  async open(): Promise<void> {
    const { settings, developing } = this.#options
    nativeTheme.themeSource = settings.read().theme
    await this.#serveBundle()
    this.#register()
    Menu.setApplicationMenu(Menu.buildFromTemplate(this.#menu()))
    if (process.platform === 'win32' && !developing) app.setAsDefaultProtocolClient('tearsheet')
    new GraphicsWatch(settings, () => this.#relaunch.request()).watch(app)
    this.#sample.start()
    this.#core.start()
    // One after the other: a keyring that is locked asks for its password once.
    void this.#vault.unlockAll().then(() => this.#publishVault.unlockAll())
    this.#windows.open()
    // The program runs by now: a box that cannot be shown is no reason to end it.
    this.#tellFindings().catch((error: unknown) => console.error('The startup findings cannot be shown:', error))
  }

  /** The library is closed before the program ends. */
  async close(): Promise<void> {
    this.#sample.close()
    this.#dragged.remove()
    await this.#core.close()
    this.#relaunch.ending()
  }

  async #opening(): Promise<CoreOpening> {
    const baseUrl = await this.#sample.address()
    const sample = baseUrl === null ? null : { baseUrl, key: sampleKey }
    const { profile, policy } = this.#options
    const commandLine = commandLineOf({ ...running, developing: this.#options.developing })
    return { profile, version: app.getVersion(), sample, policy, commandLine }
  }

  /** The window's own session: in memory, without a cache, with the built window and the recordings as its only sources. */
  async #serveBundle(): Promise<void> {
    const manifest = await assetManifest(join(import.meta.dirname, '../renderer'))
    this.#pages = new PagesToPrint([...manifest.keys()].filter((path) => path.endsWith('.woff2')))
    windowSession().protocol.handle(windowScheme, (request) => {
      const media = readMediaRequest(request)
      if (media !== null) return mediaResponse(this.#mediaPort(media))
      return this.#pages.serve(request) ?? serveAppFile(manifest, request)
    })
  }

  #mediaPort(request: MediaRequestMessage): MessagePortMain | null {
    const { port1, port2 } = new MessageChannelMain()
    return this.#core.giveMedia(request, port1) ? port2 : null
  }

  #register(): void {
    const shown = async (theme: WindowTheme) => {
      nativeTheme.themeSource = theme
      if (this.#options.settings.read().theme !== theme) this.#options.settings.change({ theme })
      return succeeded(null)
    }
    register(
      ipcMain,
      {
        keyState: async (_from, workspace) => succeeded(await this.#vault.keyState(workspace)),
        setKey: async (_from, entry) => succeeded(await this.#vault.setKey(entry)),
        forgetKey: async (_from, workspace) => succeeded(await this.#vault.forgetKey(workspace)),
        publishKeyState: async (_from, workspace) => succeeded(await this.#publishVault.keyState(workspace)),
        setPublishKeys: async (_from, { workspace, origin, keeping, ...keys }) =>
          succeeded(await this.#publishVault.setKey({ workspace, origin, keeping, key: joinKeys(keys) })),
        forgetPublishKeys: async (_from, workspace) => succeeded(await this.#publishVault.forgetKey(workspace)),
        openExternal: async (_from, url) => succeeded(await this.#links.open(url)),
        connect: (from, ticket) => this.#connect(from, ticket),
        showTheme: (_from, theme) => shown(theme),
        listen: (from) =>
          this.#inWindow(from, async (window) => {
            window.listen()
            return succeeded(null)
          }),
        showSaved: async (_from, id) => {
          const path = this.#saved.pathOf(id)
          if (path !== undefined) shell.showItemInFolder(path)
          return succeeded(null)
        },
        // Every window reports what a refresh found. The one the user works in speaks for all.
        notify: async (from, sentence, screen) => {
          if (this.#windows.active?.has(from.contents)) this.#notifications.show(sentence, screen)
          return succeeded(null)
        },
        setMenuKeys: async (_from, keys) => {
          this.#menuKeys = keys
          Menu.setApplicationMenu(Menu.buildFromTemplate(this.#menu()))
          return succeeded(null)
        },
        showActivity: (from, { unseen, progress }) =>
          this.#inWindow(from, async (window) => {
            app.setBadgeCount(unseen)
            window.showProgress(progress)
            return succeeded(null)
          }),
        choosePath: (from, purpose) =>
          this.#inWindow(from, async ({ boxes }) => succeeded(await boxes.choosePath(pathDialogs[purpose]))),
        savePdf: (from, fileName, pages) =>
          this.#inWindow(from, async (window) => {
            if (!this.#options.policy.exports) return { ok: false, failure: exportsForbidden }
            return savePdf(fileName, {
              print: () => (pages ? this.#pages.during(pages, printInWindow) : window.print()),
              choosePlace: (name) => window.boxes.choosePdf(name),
              saved: (name, path) => this.#tellSaved(from.contents, this.#saved.add(name, path)),
            })
          }),
        // Of the regional formats: the language of the window is the one that Chromium is translated into.
        systemLocale: async () => succeeded(app.getSystemLocale()),
        thisWindow: (from) =>
          this.#inWindow(from, async (window) => succeeded({ id: window.id, others: this.#windows.othersOf(window) })),
        openWindow: async (_from, id) => succeeded(this.#windows.openNew(id)),
        dragFile: (from, file) =>
          this.#inWindow(from, async (window) => {
            if (!this.#options.policy.exports) return { ok: false, failure: exportsForbidden }
            const path = this.#dragged.write(file)
            window.startDrag(path, await app.getFileIcon(path))
            return succeeded(null)
          }),
        showRecent: async (_from, recent) => {
          this.#showRecent(recent)
          return succeeded(null)
        },
        opensAtLogin: async () => succeeded(this.#login?.read() ?? null),
        setOpensAtLogin: async (_from, isOn) => {
          this.#login?.change(isOn)
          return succeeded(this.#login?.read() ?? null)
        },
      },
      (refusal, request, error) =>
        console.error(`A request from the window was refused: ${request}, ${refusal}`, error ?? ''),
    )
  }

  /** Linux has no such list that could change. */
  #showRecent(recent: readonly RecentLink[]): void {
    if (process.platform === 'darwin') {
      const open = (link: string) => {
        this.bringToFront()
        this.openLink(link)
      }
      app.dock?.setMenu(Menu.buildFromTemplate(dockMenu(recent, open)))
    }
    if (process.platform === 'win32' && this.#isStartedBySystem) showJumpList(app, recent, process.execPath)
  }

  /** Null where the system would open another profile, or a runtime without the program. */
  get #login() {
    if (!this.#isStartedBySystem) return null
    const program = appImage ?? process.execPath
    return loginItem({ platform: process.platform, app, environment: process.env, home: homedir(), program })
  }

  get #isStartedBySystem(): boolean {
    return this.#options.isDefaultProfile && !this.#options.developing
  }

  /** In the window that sent the request; it may be gone by now. */
  async #inWindow(
    { contents }: Sender,
    respond: (window: MainWindow) => Promise<ShellResult<unknown>>,
  ): Promise<ShellResult<unknown>> {
    const window = this.#windows.of(contents)
    return window === null ? { ok: false, failure: { kind: 'cancelled' } } : respond(window)
  }

  /** The page that made a file; when its window is gone, another one. */
  #tellSaved(contents: number, file: SavedFile): void {
    const window = this.#windows.of(contents) ?? this.#windows.active
    window?.saved(file)
  }

  /** A channel with one end in the core and the other in the page: the main process hands both out and stays out of it. */
  async #connect({ frame }: Sender, ticket: string): Promise<ShellResult<null>> {
    // The page requests again when its user presses Retry: the profile may be free by then.
    if (this.#core.life.phase === 'refused') this.#core.start()
    const failure = await this.#core.ready()
    if (failure !== null) return { ok: false, failure }
    const { port1, port2 } = new MessageChannelMain()
    if (!this.#core.giveLine(port1)) return { ok: false, failure: { kind: 'core-stopped' } }
    frame.postMessage(electronAnnouncements.line, { ticket }, [port2])
    return succeeded(null)
  }

  #menu(): ReturnType<typeof menuTemplate> {
    const { settings, developing } = this.#options
    const { hardwareAcceleration, crashDumps } = settings.read()
    const options = {
      platform: process.platform,
      developing,
      hardwareAcceleration,
      crashDumps,
      keys: this.#menuKeys,
    }
    return menuTemplate(options, (command) => this.#obey(command))
  }

  #obey(command: MenuCommand): void {
    const { settings } = this.#options
    switch (command.name) {
      case 'page':
        if (command.command === 'new-window') return void this.#windows.openNew()
        this.#windows.open()
        return this.#windows.request({ name: command.command })
      case 'other-profile':
        return void this.#startElsewhere()
      case 'about':
        return void showAbout().catch((error: unknown) => console.error('The About panel cannot be shown:', error))
      case 'reload':
        return this.#windows.active?.reload()
      case 'zoom':
        return this.#windows.zoom(command.step)
      case 'hardware-acceleration':
        return settings.change({ hardwareAcceleration: !settings.read().hardwareAcceleration })
      case 'crash-dumps':
        return settings.change({ crashDumps: !settings.read().crashDumps })
      default:
        return command satisfies never
    }
  }

  /** The user stays for unsaved work: nothing is started again, and without a core that work cannot be saved. */
  #stayed(): void {
    this.#relaunch.cancel()
    void this.#coreFailure.follow(this.#core.life)
  }

  /** The program once more, with a profile the user chooses. False when none was chosen. */
  async #startElsewhere(): Promise<boolean> {
    const folder = await this.#windows.boxes.choosePath(profileDialog)
    if (folder === null) return false
    this.#relaunch.request(relaunchArguments(process.argv.slice(1), folder))
    return true
  }

  async #tellFindings(): Promise<void> {
    const { settings, developing } = this.#options
    const failures = [settings.notice, this.#vault.notice, this.#publishVault.notice].filter(
      (notice) => notice !== null,
    )
    const withoutSandbox = !developing && app.commandLine.hasSwitch('no-sandbox')
    const box = noticeDialog(startSentences({ failures, exposedBy: this.#exposedBy, withoutSandbox }))
    if (box !== null) await this.#windows.boxes.ask(box)
  }
}

async function showAbout(): Promise<void> {
  // Loaded here alone: the main process has no other use for SQLite.
  const { sqliteVersion } = await import('#core/database/sqlite-version.ts')
  const { versions, platform } = process
  app.setAboutPanelOptions(aboutPanel({ version: app.getVersion(), versions, sqlite: sqliteVersion(), platform }))
  app.showAboutPanel()
}

/** The session of the window, always the same one. In memory, without a cache. */
function windowSession() {
  return session.fromPartition(windowPartition, { cache: false })
}

function forkCore() {
  const script = join(import.meta.dirname, 'core-process.js')
  return forkUtilityProcess({ script, args: [], name: 'Tearsheet library', listens: false })
}

function forkSample(port: number) {
  const script = join(import.meta.dirname, 'sample-service.js')
  return forkUtilityProcess({ script, args: ['--port', String(port)], name: 'Tearsheet sample service', listens: true })
}
