/** One of the program's windows: its bounds, zoom, closing, and recovery when its page crashes. */

import { Menu, type BrowserWindow, type NativeImage } from 'electron'
import { electronAnnouncements } from '#contract/electron.ts'
import type { SavedFile, ShellAction } from '#contract/shell.ts'
import { contextMenuTemplate } from './context-menu.ts'
import { leaveDialog, windowFailureDialog } from './dialogs.ts'
import type { SupervisorClock } from './core-supervisor.ts'
import { NativeDialogs } from './native-dialogs.ts'
import { PageActions } from './page-actions.ts'
import { restartAfter } from './restart-policy.ts'
import { pdfOptions } from './save-pdf.ts'
import type { SettingsStore } from './settings-store.ts'
import { loadWindow, openWindow, boundsOf } from './window.ts'
import type { SavedBounds, WindowBounds } from './window-bounds.ts'

export interface MainWindowOptions {
  readonly preload: string
  readonly settings: SettingsStore
  readonly time: SupervisorClock
  readonly developing: boolean
  readonly quit: () => void
}

/** How a window opens. */
interface MainWindowOpening {
  readonly id: string
  readonly bounds: WindowBounds
  readonly dark: boolean
  /** Whether it takes the focus when its first frame is drawn. */
  readonly takesFocus: boolean
}

/** What a window reports to whoever has all of them. */
interface MainWindowEvents {
  readonly focused: () => void
  /** It is about to close; unsaved work may keep it open. */
  readonly closing: () => void
  readonly closed: () => void
  /** The user stays in the window that was to be closed. */
  readonly stayed: () => void
}

/** One of the program's windows, open until it is closed. */
export class MainWindow {
  readonly id: string
  /** Dialogs on this window. */
  readonly boxes: NativeDialogs
  /** What its page is to do, once it listens. */
  readonly actions = new PageActions()
  readonly #options: MainWindowOptions
  readonly #window: BrowserWindow
  readonly #contents: number
  #deaths: readonly number[] = []

  constructor(
    options: MainWindowOptions,
    { id, bounds, dark, takesFocus }: MainWindowOpening,
    events: MainWindowEvents,
  ) {
    const { preload, developing } = options
    this.#options = options
    this.id = id
    this.#window = openWindow({ preload, bounds, dark, developing, takesFocus })
    this.#contents = this.#window.webContents.id
    this.boxes = new NativeDialogs(() => (this.#window.isDestroyed() ? null : this.#window))
    this.#follow(events)
    this.#load()
  }

  /** Whether the page with this id of web contents is in this window. */
  has(contents: number): boolean {
    return this.#contents === contents
  }

  /** For dialogs on it. */
  get native(): BrowserWindow {
    return this.#window
  }

  /** As it is to open again. */
  get bounds(): SavedBounds {
    return boundsOf(this.#window)
  }

  focus(): void {
    if (this.#window.isMinimized()) this.#window.restore()
    if (!this.#window.isVisible()) this.#window.show()
    this.#window.focus()
  }

  reload(): void {
    this.#window.webContents.reload()
  }

  zoom(level: number): void {
    this.#window.webContents.setZoomLevel(level)
  }

  paint(color: string): void {
    this.#window.setBackgroundColor(color)
  }

  /** Its page listens from now on. */
  listen(): void {
    this.actions.listen((action) => this.#tell(electronAnnouncements.action, action))
  }

  /** A file that its page made is saved. */
  saved(file: SavedFile): void {
    this.#tell(electronAnnouncements.saved, file)
  }

  /** On its entry in the system's bar, 0 to 1; null removes it. */
  showProgress(progress: number | null): void {
    this.#window.setProgressBar(progress ?? -1)
  }

  /** In place of the drag that began in its page. */
  startDrag(file: string, icon: NativeImage): void {
    if (!this.#window.isDestroyed()) this.#window.webContents.startDrag({ file, icon })
  }

  /** Its page as a PDF. Rejects when it cannot be printed. */
  async print(): Promise<Uint8Array> {
    return this.#window.webContents.printToPDF(pdfOptions)
  }

  #tell(channel: string, news: ShellAction | SavedFile): void {
    if (!this.#window.isDestroyed()) this.#window.webContents.send(channel, news)
  }

  #follow({ focused, closing, closed, stayed }: MainWindowEvents): void {
    const window = this.#window
    const { webContents } = window
    const { actions } = this
    window.on('focus', focused)
    window.on('close', closing)
    window.on('closed', () => {
      actions.silence()
      closed()
    })
    webContents.on('did-start-loading', () => actions.silence())
    // The zoom of an address is kept in memory only, as all of the window's session.
    webContents.on('did-finish-load', () => webContents.setZoomLevel(this.#options.settings.read().zoom))
    webContents.on('will-prevent-unload', (event) => {
      if (this.boxes.confirmNow(leaveDialog) === 'leave') event.preventDefault()
      else stayed()
    })
    webContents.on('context-menu', (_event, clicked) => {
      const items = contextMenuTemplate(clicked, (query) => actions.request({ name: 'search-transcripts', query }))
      if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
    })
    webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') void this.#revive()
    })
  }

  /** The page finds unsaved text again as a draft; stored data was never in the page only. */
  async #revive(): Promise<void> {
    const { time, quit } = this.#options
    const { wait, deaths } = restartAfter(this.#deaths, time.monotonic())
    this.#deaths = deaths
    if (wait !== null) {
      time.after(wait, () => this.#load())
    } else if ((await this.boxes.ask(windowFailureDialog)) === 'quit') {
      quit()
    } else {
      this.#deaths = []
      this.#load()
    }
  }

  #load(): void {
    if (this.#window.isDestroyed()) return
    loadWindow(this.#window.webContents).catch((error: unknown) => console.error('The window cannot be loaded:', error))
  }
}
