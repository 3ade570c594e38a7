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
import { join } from 'node:path'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import { electronAnnouncements, type ShellResult, type WindowTheme } from '#contract/electron.ts'
import { assetManifest } from '#core/window/assets.ts'
import {
  coreFailureDialog,
  noticeDialog,
  pathDialogs,
  profileDialog,
  startSentences,
  unprotectedKeyDialog,
} from './dialogs.ts'
import { serveAppFile, windowScheme } from './app-protocol.ts'
import { CoreSupervisor, type CoreOpening, type SupervisorClock } from './core-supervisor.ts'
import type { CoreState } from './core-lifecycle.ts'
import { findDebugSwitches } from './debug-switches.ts'
import { GraphicsWatch } from './graphics-fallback.ts'
import { register, type SenderFrame } from './ipc.ts'
import { MainWindow } from './main-window.ts'
import { readMediaRequest, mediaResponse } from './media-client.ts'
import type { MediaRequestMessage } from './media-messages.ts'
import { menuTemplate, usualMenuKeys, type MenuCommand } from './menu.ts'
import { Notifications } from './notifications.ts'
import { ExternalLinks } from './open-external.ts'
import { PageActions } from './page-actions.ts'
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
}

const time: SupervisorClock = {
  monotonic: () => performance.now(),
  after: (milliseconds, run) => void setTimeout(run, milliseconds),
}

const exportsForbidden = { kind: 'by-policy', detail: 'exports' } as const

const succeeded = <Value>(value: Value): ShellResult<Value> => ({ ok: true, value })

/** All parts of the shell, created and connected once: what runs where, and which parts communicate. */
export class ElectronShell {
  readonly #options: ShellOptions
  readonly #actions = new PageActions()
  #pages = new PagesToPrint([])
  readonly #saved = new SavedFiles((file) => this.#window.tell(electronAnnouncements.saved, file))
  readonly #notifications = new Notifications(
    (body) => (Notification.isSupported() ? new Notification({ title: app.name, body }) : null),
    (screen) => {
      this.#window.open()
      this.#actions.request({ name: 'notified', screen })
    },
  )
  readonly #exposedBy: readonly string[]
  readonly #relaunch = new Relaunch(app, process.env['APPIMAGE'])
  #menuKeys = usualMenuKeys
  readonly #window: MainWindow
  readonly #links: ExternalLinks
  readonly #sample: SampleSupervisor
  readonly #core: CoreSupervisor<MessagePortMain>
  readonly #vault: KeyVault

  constructor(options: ShellOptions) {
    this.#options = options
    const { profile, settings, developing } = options
    this.#exposedBy = findDebugSwitches(!developing, (name) => app.commandLine.hasSwitch(name), process.env)
    this.#window = new MainWindow({
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      settings,
      actions: this.#actions,
      time,
      developing,
      quit: () => app.quit(),
      stayed: () => this.#relaunch.cancel(),
    })
    const { boxes } = this.#window
    this.#links = new ExternalLinks({ shell, ask: (box) => boxes.show(box) })
    this.#sample = new SampleSupervisor({ fork: (port) => forkSample(port), time })
    this.#core = new CoreSupervisor({
      fork: () => forkCore(),
      time,
      opening: async () => this.#opening(),
      keys: () => this.#vault.held,
      // The window's session: a proxy script and the system's settings apply to it as to a browser, and may change.
      resolveProxy: (origin) => windowSession().resolveProxy(origin),
      watch: (life) => void this.#watchCore(life),
    })
    this.#vault = new KeyVault({
      file: join(profile, 'vault.json'),
      platform: platformOf(process.platform),
      exposedBy: this.#exposedBy,
      encryption: safeStorage,
      now: () => Date.now(),
      after: (milliseconds, run) => time.after(milliseconds, run),
      confirmUnprotected: async () => (await boxes.ask(unprotectedKeyDialog)) === 'store',
      hold: (key) => this.#core.hold(key),
      drop: (workspace) => this.#core.drop(workspace),
      tell: (sentence) => void boxes.show({ type: 'info', title: 'Tearsheet', message: sentence }),
      report: (what, error) => console.error(`${what}:`, error),
    })
  }

  /** Opens what a link names, now or as soon as the page listens. */
  openLink(link: string): void {
    this.#actions.request({ name: 'link', link })
  }

  /** A file that the page made, on its way to where the user wants it. */
  follow(item: SavedItem): void {
    this.#saved.follow(item)
  }

  bringToFront(): void {
    if (app.isReady()) this.#window.open()
  }

  /** Once the application is ready: the core starts, the window opens, neither waits for the other. */
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
    void this.#vault.unlockAll()
    this.#window.open()
    // The program runs by now: a box that cannot be shown is no reason to end it.
    this.#tellFindings().catch((error: unknown) => console.error('The startup findings cannot be shown:', error))
  }

  /** The library is closed before the program ends. */
  async close(): Promise<void> {
    this.#sample.close()
    await this.#core.close()
    this.#relaunch.ending()
  }

  async #opening(): Promise<CoreOpening> {
    const baseUrl = await this.#sample.address()
    const sample = baseUrl === null ? null : { baseUrl, key: sampleKey }
    const { profile, policy } = this.#options
    return { profile, version: app.getVersion(), sample, policy }
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
        keyState: async (_frame, workspace) => succeeded(await this.#vault.keyState(workspace)),
        setKey: async (_frame, entry) => succeeded(await this.#vault.setKey(entry)),
        forgetKey: async (_frame, workspace) => succeeded(await this.#vault.forgetKey(workspace)),
        openExternal: async (_frame, url) => succeeded(await this.#links.open(url)),
        connect: (frame, ticket) => this.#connect(frame, ticket),
        showTheme: (_frame, theme) => shown(theme),
        listen: async () => {
          this.#actions.listen((action) => this.#window.tell(electronAnnouncements.action, action))
          return succeeded(null)
        },
        showSaved: async (_frame, id) => {
          const path = this.#saved.pathOf(id)
          if (path !== undefined) shell.showItemInFolder(path)
          return succeeded(null)
        },
        notify: async (_frame, sentence, screen) => {
          this.#notifications.show(sentence, screen)
          return succeeded(null)
        },
        setMenuKeys: async (_frame, keys) => {
          this.#menuKeys = keys
          Menu.setApplicationMenu(Menu.buildFromTemplate(this.#menu()))
          return succeeded(null)
        },
        showActivity: async (_frame, { unseen, progress }) => {
          app.setBadgeCount(unseen)
          this.#window.showProgress(progress)
          return succeeded(null)
        },
        choosePath: async (_frame, purpose) => succeeded(await this.#window.boxes.choosePath(pathDialogs[purpose])),
        savePdf: async (_frame, fileName, pages) => {
          if (!this.#options.policy.exports) return { ok: false, failure: exportsForbidden }
          return savePdf(fileName, {
            print: () => (pages ? this.#pages.during(pages, printInWindow) : this.#window.print()),
            choosePlace: (name) => this.#window.boxes.choosePdf(name),
            saved: (name, path) => this.#saved.add(name, path),
          })
        },
      },
      (refusal, request, error) =>
        console.error(`A request from the window was refused: ${request}, ${refusal}`, error ?? ''),
    )
  }

  /** A channel with one end in the core and the other in the page: the main process hands both out and stays out of it. */
  async #connect(frame: SenderFrame, ticket: string): Promise<ShellResult<null>> {
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
        this.#window.open()
        return this.#actions.request({ name: command.command })
      case 'other-profile':
        return void this.#startElsewhere()
      case 'reload':
        return this.#window.reload()
      case 'zoom':
        return this.#window.zoom(command.step)
      case 'hardware-acceleration':
        return settings.change({ hardwareAcceleration: !settings.read().hardwareAcceleration })
      case 'crash-dumps':
        return settings.change({ crashDumps: !settings.read().crashDumps })
      default:
        return command satisfies never
    }
  }

  async #watchCore(life: CoreState): Promise<void> {
    if (life.phase !== 'given-up') return
    switch (await this.#window.boxes.ask(coreFailureDialog(life.deaths.length, this.#options.profile))) {
      case 'again':
        return this.#core.start()
      case 'other-profile':
        return (await this.#startElsewhere()) ? undefined : this.#watchCore(life)
      default:
        return app.quit()
    }
  }

  /** The program once more, with a profile the user chooses. False when none was chosen. */
  async #startElsewhere(): Promise<boolean> {
    const folder = await this.#window.boxes.choosePath(profileDialog)
    if (folder === null) return false
    this.#relaunch.request(relaunchArguments(process.argv.slice(1), folder))
    return true
  }

  async #tellFindings(): Promise<void> {
    const { settings, developing } = this.#options
    const failures = [settings.notice, this.#vault.notice].filter((notice) => notice !== null)
    const withoutSandbox = !developing && app.commandLine.hasSwitch('no-sandbox')
    const box = noticeDialog(startSentences({ failures, exposedBy: this.#exposedBy, withoutSandbox }))
    if (box !== null) await this.#window.boxes.ask(box)
  }
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
