/** The program's main window: its bounds, zoom, closing, and recovery when its page crashes. */

import { Menu, nativeTheme, screen, type BrowserWindow } from 'electron'
import type { SavedFile, ShellAction } from '#contract/shell.ts'
import { contextMenuTemplate } from './context-menu.ts'
import { leaveDialog, windowFailureDialog } from './dialogs.ts'
import type { SupervisorClock } from './core-supervisor.ts'
import { NativeDialogs } from './native-dialogs.ts'
import type { PageActions } from './page-actions.ts'
import { restartAfter } from './restart-policy.ts'
import { pdfOptions } from './save-pdf.ts'
import type { SettingsStore } from './settings-store.ts'
import { loadWindow, openWindow, paperColor, boundsOf } from './window.ts'
import { restoreBounds } from './window-bounds.ts'
import { zoomed, type ZoomStep } from './zoom.ts'

interface MainWindowOptions {
  readonly preload: string
  readonly settings: SettingsStore
  readonly actions: PageActions
  readonly time: SupervisorClock
  readonly developing: boolean
  readonly quit: () => void
  /** The user stays in the window that was to be closed. */
  readonly stayed: () => void
}

/** The program's one window: its position, its text size, and what happens when its process dies. */
export class MainWindow {
  readonly boxes: NativeDialogs
  readonly #options: MainWindowOptions
  #window: BrowserWindow | null = null
  #deaths: readonly number[] = []

  constructor(options: MainWindowOptions) {
    this.#options = options
    this.boxes = new NativeDialogs(() => this.#window)
    nativeTheme.on('updated', () => this.#window?.setBackgroundColor(paperColor(nativeTheme.shouldUseDarkColors)))
  }

  /** Opens it, or brings it to the front when it is open. */
  open(): void {
    if (this.#window !== null) return this.#focus(this.#window)
    const { settings, preload, developing } = this.#options
    const workAreas = screen.getAllDisplays().map((display) => display.workArea)
    const bounds = restoreBounds(settings.read().window, workAreas)
    const window = openWindow({ preload, bounds, dark: nativeTheme.shouldUseDarkColors, developing })
    this.#window = window
    this.#follow(window)
    this.#load(window)
  }

  reload(): void {
    this.#window?.webContents.reload()
  }

  zoom(step: ZoomStep): void {
    const { settings } = this.#options
    settings.change({ zoom: zoomed(settings.read().zoom, step) })
    this.#window?.webContents.setZoomLevel(settings.read().zoom)
  }

  /** Sends an action or a saved file to the page, once it listens. */
  tell(channel: string, news: ShellAction | SavedFile): void {
    this.#window?.webContents.send(channel, news)
  }

  /** On the window's entry in the system's bar, 0 to 1; null removes it. */
  showProgress(progress: number | null): void {
    this.#window?.setProgressBar(progress ?? -1)
  }

  /** The page as a PDF. Rejects when there is no window, or it cannot be printed. */
  async print(): Promise<Uint8Array> {
    if (this.#window === null) throw new Error('there is no window to print')
    return this.#window.webContents.printToPDF(pdfOptions)
  }

  #focus(window: BrowserWindow): void {
    if (window.isMinimized()) window.restore()
    if (!window.isVisible()) window.show()
    window.focus()
  }

  #follow(window: BrowserWindow): void {
    const { settings, actions, stayed } = this.#options
    const { webContents } = window
    window.on('close', () => settings.change({ window: boundsOf(window) }))
    window.on('closed', () => {
      actions.silence()
      this.#window = null
    })
    webContents.on('did-start-loading', () => actions.silence())
    // The zoom of an address is kept in memory only, as all of the window's session.
    webContents.on('did-finish-load', () => webContents.setZoomLevel(settings.read().zoom))
    webContents.on('will-prevent-unload', (event) => {
      if (this.boxes.confirmNow(leaveDialog) === 'leave') event.preventDefault()
      else stayed()
    })
    webContents.on('context-menu', (_event, clicked) => {
      const items = contextMenuTemplate(clicked, (query) => actions.request({ name: 'search-transcripts', query }))
      if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
    })
    webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') void this.#revive(window)
    })
  }

  /** The page finds unsaved text again as a draft; stored data was never in the page only. */
  async #revive(window: BrowserWindow): Promise<void> {
    const { time, quit } = this.#options
    const { wait, deaths } = restartAfter(this.#deaths, time.monotonic())
    this.#deaths = deaths
    if (wait !== null) {
      time.after(wait, () => this.#load(window))
    } else if ((await this.boxes.ask(windowFailureDialog)) === 'quit') {
      quit()
    } else {
      this.#deaths = []
      this.#load(window)
    }
  }

  #load(window: BrowserWindow): void {
    if (window.isDestroyed()) return
    loadWindow(window.webContents).catch((error: unknown) => console.error('The window cannot be loaded:', error))
  }
}
