/** All windows of the program: which are open, where each was, and which one the user works in. */

import { nativeTheme, screen } from 'electron'
import { randomUUID } from 'node:crypto'
import type { ShellAction } from '#contract/shell.ts'
import { MainWindow, type MainWindowOptions } from './main-window.ts'
import { NativeDialogs } from './native-dialogs.ts'
import { PageActions } from './page-actions.ts'
import { mostWindows } from './settings-shape.ts'
import { paperColor } from './window.ts'
import { besideBounds, restoreBounds, type Bounds, type SavedBounds } from './window-bounds.ts'
import { zoomed, type ZoomStep } from './zoom.ts'

interface MainWindowsOptions extends MainWindowOptions {
  /** The user stays in a window that was to be closed. */
  readonly stayed: () => void
}

/**
 * The program's windows. Each has an id, under which the core keeps its tabs, and its bounds in the settings. Those that are open when the
 * program ends open again at its next start. One that its user closes while others are open does not.
 */
export class MainWindows {
  /** Dialogs that belong to no single window: on the one the user works in. */
  readonly boxes = new NativeDialogs(() => this.active?.native ?? null)
  readonly #options: MainWindowsOptions
  /** Actions for the window the user works in, kept while there is none. */
  readonly #actions = new PageActions()
  /** The one the user worked in last is the last. */
  #open: readonly MainWindow[] = []
  #isQuitting = false
  /** Windows that were asked to close because the program was to end. */
  #asked: ReadonlySet<MainWindow> = new Set()

  constructor(options: MainWindowsOptions) {
    this.#options = options
    nativeTheme.on('updated', () => {
      for (const window of this.#open) window.paint(paperColor(nativeTheme.shouldUseDarkColors))
    })
  }

  /** The one the user works in, or worked in last; null: none is open. */
  get active(): MainWindow | null {
    return this.#open.at(-1) ?? null
  }

  /** The one with this page; null: it is closed, or was none of ours. */
  of(contents: number): MainWindow | null {
    return this.#open.find((window) => window.has(contents)) ?? null
  }

  /** Ids of all others that are open or will be opened again. */
  othersOf({ id }: MainWindow): readonly string[] {
    const ids = [...this.#open, ...this.#options.settings.read().windows].map((each) => each.id)
    return [...new Set(ids)].filter((other) => other !== id)
  }

  /** Brings the one the user worked in last to the front. When none is open, opens those of the last time. */
  open(): void {
    if (this.active !== null) return this.active.focus()
    const saved = this.#options.settings.read().windows
    if (saved.length === 0) return this.#opened([this.#make(randomUUID(), null, true)])
    this.#opened(saved.map((window) => this.#make(window.id, window, window === saved.at(-1))))
  }

  /** Opens another one. False when there are too many already, or one has this id. */
  openNew(id: string = randomUUID()): boolean {
    const isKnown = this.#open.some((window) => window.id === id)
    if (isKnown || this.#open.length >= mostWindows) return false
    const bounds = this.active === null ? null : besideBounds(this.active.bounds, workAreas())
    this.#opened([...this.#open, this.#make(id, bounds, true)])
    return true
  }

  /** For the window the user works in, now or as soon as there is one. */
  request(action: ShellAction): void {
    this.#actions.request(action)
  }

  /** All have one zoom, as Chromium has one for an address. */
  zoom(step: ZoomStep): void {
    const { settings } = this.#options
    settings.change({ zoom: zoomed(settings.read().zoom, step) })
    for (const window of this.#open) window.zoom(settings.read().zoom)
  }

  /** The program is to end: the windows that are open now come back at its next start. */
  quitting(): void {
    if (this.#open.length > 0) this.#remember()
    this.#isQuitting = true
  }

  #make(id: string, saved: SavedBounds | null, takesFocus: boolean): MainWindow {
    const window: MainWindow = new MainWindow(
      this.#options,
      { id, bounds: restoreBounds(saved, workAreas()), dark: nativeTheme.shouldUseDarkColors, takesFocus },
      {
        focused: () => this.#focused(window),
        closing: () => this.#closing(window),
        closed: () => this.#closed(window),
        stayed: () => this.#stayed(window),
      },
    )
    return window
  }

  #opened(windows: readonly MainWindow[]): void {
    this.#open = windows
    this.#remember()
    this.#actions.listen((action) => this.active?.actions.request(action))
  }

  #focused(window: MainWindow): void {
    this.#open = [...this.#open.filter((each) => each !== window), window]
  }

  #closing(window: MainWindow): void {
    const asked = [...this.#asked].filter((each) => each !== window)
    this.#asked = new Set(this.#isQuitting ? [...asked, window] : asked)
    if (!this.#isQuitting) this.#remember()
  }

  #closed(window: MainWindow): void {
    this.#open = this.#open.filter((each) => each !== window)
    if (this.#open.length === 0) this.#actions.silence()
    if (this.#isQuitting) return
    if (this.#asked.has(window)) return this.#openAgain()
    // The last one that is closed comes back when the program is started again.
    if (this.#open.length === 0) return
    this.#remember()
    this.request({ name: 'window-closed', window: window.id })
  }

  /** The program does not end: the windows that it has closed for that come back. */
  #stayed(window: MainWindow): void {
    this.#options.stayed()
    this.#asked = new Set([...this.#asked].filter((each) => each !== window))
    if (!this.#isQuitting) return
    this.#isQuitting = false
    this.#openAgain()
  }

  #openAgain(): void {
    const ids = new Set(this.#open.map(({ id }) => id))
    const missing = this.#options.settings.read().windows.filter(({ id }) => !ids.has(id))
    this.#opened([...missing.map((saved) => this.#make(saved.id, saved, false)), ...this.#open])
  }

  #remember(): void {
    this.#options.settings.change({ windows: this.#open.map(({ id, bounds }) => ({ id, ...bounds })) })
  }
}

/** The displays without their task bars. */
function workAreas(): readonly Bounds[] {
  return screen.getAllDisplays().map((display) => display.workArea)
}
