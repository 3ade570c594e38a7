import type { BrowserContext, Download, Page } from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { noCompiledWrappers } from '../../scripts/test/type-stripping.mjs'
import { root } from '../e2e/application.ts'
import { ProgramWindow } from './program-window.ts'
import type { FromProgram, PortOrder, ToProgram, WindowOrder } from './stand-in/messages.ts'

/** The archive that was packed, taken apart (`package.setup.ts`). */
export const unpackedArchive = join(root, '.cache/packed/app')

/** What Node is given to run the packed main process on the stand-in for Electron, before the program's own arguments. */
export const packedProgramArguments = [
  noCompiledWrappers,
  '--import',
  join(root, 'test/packed/stand-in/register.ts'),
  join(root, 'test/packed/stand-in/launch.ts'),
  join(unpackedArchive, 'out/main/main.js'),
] as const

export interface StartOptions {
  /** Where it is started. */
  readonly folder: string
  /** Where what is saved goes. */
  readonly saves: string
  readonly context: BrowserContext
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** Something that went from one process to another. */
export interface Crossing {
  readonly line: string
  readonly data: unknown
}

/** The main process as it is packed, running in a process of its own on the stand-in for Electron, with its windows in this browser. */
export class PackedProgram {
  /** What the program did with its system, in order: boxes, notifications, windows, processes. */
  readonly happened: string[] = []
  /** All that crossed from process to process, both ways. */
  readonly tape: Crossing[] = []
  /** What the program printed. */
  printed = ''
  /** What a second start handed over; undefined: nothing was. */
  handedOver: unknown
  readonly #options: StartOptions
  readonly #child: ChildProcess
  readonly #windows = new Map<number, Promise<ProgramWindow>>()
  readonly #orders = new Map<number, Promise<void>>()
  readonly #opened = new EventEmitter()
  readonly #failures: unknown[] = []
  #downloads: Download[] = []
  /** Its exit code. */
  readonly ended: Promise<number | null>

  constructor(options: StartOptions) {
    this.#options = options
    const { folder, saves, args = [], environment = {} } = options
    this.#child = spawn(process.execPath, [...packedProgramArguments, ...args], {
      cwd: folder,
      env: { ...process.env, STAND_IN_SAVES: saves, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.printed += chunk.toString()))
    }
    this.#child.on('message', (message) => this.#hear(message as FromProgram))
    this.ended = once(this.#child, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null))
  }

  /** The page of the window that is open, or the next one. */
  async page(): Promise<Page> {
    const last = [...this.#windows.values()].at(-1)
    if (last !== undefined) return (await last).page
    const [page] = (await Promise.race([
      once(this.#opened, 'page'),
      this.ended.then((code) => {
        throw new Error(`the program ended (${code}) without a window: ${this.printed}`)
      }),
    ])) as [Page]
    return page
  }

  /** The page of a window that opens while something is done. */
  async pageOpenedBy(action: () => unknown): Promise<Page> {
    const opened = once(this.#opened, 'page') as Promise<[Page]>
    await action()
    const [page] = await opened
    return page
  }

  /** The pages of all windows that are open, in the order in which they were opened, once there are so many. */
  async pages(count: number): Promise<readonly Page[]> {
    while (this.#windows.size < count) await once(this.#opened, 'page')
    return Promise.all([...this.#windows.values()].map(async (window) => (await window).page))
  }

  /** The number that the program knows the window of a page by. */
  async numberOf(page: Page): Promise<number> {
    for (const [number, window] of this.#windows) if ((await window).page === page) return number
    throw new Error('the page is in no window')
  }

  /** Its user goes to the window of a page. */
  async focus(page: Page): Promise<void> {
    await page.bringToFront()
    this.tell({ is: 'focus', window: await this.numberOf(page) })
  }

  tell(message: ToProgram): void {
    if (!this.#child.connected) return
    if (message.is === 'invoke') this.tape.push({ line: `page to main, ${message.channel}`, data: message.args })
    if (message.is === 'port') this.tape.push({ line: 'page to core', data: message.data })
    this.#child.send(message)
  }

  /** As its user ends it. */
  async quit(): Promise<number | null> {
    this.tell({ is: 'quit' })
    const code = await this.ended
    if (this.#failures.length > 0) throw new AggregateError(this.#failures, 'a window did not obey')
    return code
  }

  /** For the end of a test, however far it came. As in Electron, no page outlives its program: it would miss what it loads. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    for (const window of this.#windows.values()) await window.then(({ page }) => page.close()).catch(() => {})
    if (this.#child.connected) this.#child.disconnect()
    await exited
  }

  #hear(message: FromProgram): void {
    switch (message.is) {
      case 'happened':
        return void this.happened.push(message.what)
      case 'handed-over':
        this.handedOver = message.data
        return
      case 'crossed':
        return void this.tape.push({ line: message.line, data: message.data })
      case 'open':
        return this.#open(message.window, message.preload)
      case 'save':
        return void this.#save(message.download, message.path)
      case 'invoked':
        this.tape.push({ line: 'main to page, answer', data: message.value })
        return this.#order(message.window, message)
      case 'send':
        this.tape.push({ line: `main to page, ${message.channel}`, data: message.message })
        return this.#order(message.window, message)
      case 'port':
        this.tape.push({ line: 'core to page', data: message.data })
        return this.#orderAll(message)
      case 'port-closed':
        return this.#orderAll(message)
      default:
        return this.#order(message.window, message)
    }
  }

  #open(number: number, preload: string | null): void {
    const { context } = this.#options
    const send = (message: ToProgram) => this.tell(message)
    const saved = (download: Download) => {
      const { length } = this.#downloads
      this.#downloads = [...this.#downloads, download]
      send({
        is: 'download',
        window: number,
        download: length,
        url: download.url(),
        fileName: download.suggestedFilename(),
      })
    }
    const window = ProgramWindow.open({ number, preload, context, send, saved })
    this.#windows.set(number, window)
    window.then(
      ({ page }) => {
        page.on('close', () => this.#windows.delete(number))
        this.#opened.emit('page', page)
      },
      (error: unknown) => this.#failures.push(error),
    )
  }

  #orderAll(message: PortOrder): void {
    for (const number of this.#windows.keys()) this.#order(number, message)
  }

  /** What concerns pages and ports keeps its order; a box that is answered must not wait for the page that waits for it. */
  #order(number: number, message: WindowOrder | PortOrder): void {
    const window = this.#windows.get(number)
    if (window === undefined) return
    const obey = () => window.then((each) => each.obey(message))
    const waits = ['load', 'reload', 'close', 'unload', 'print'].includes(message.is)
    const done = (waits ? window.then(() => obey()) : (this.#orders.get(number) ?? Promise.resolve()).then(obey)).catch(
      (error: unknown) => {
        // A page that was closed, or left by a reload, receives nothing.
        const isGone = /closed|ERR_ABORTED|Cannot find context/.test(String(error))
        if (this.#windows.has(number) && !isGone) this.#failures.push(error)
      },
    )
    if (!waits) this.#orders.set(number, done)
  }

  async #save(number: number, path: string | null): Promise<void> {
    const download = this.#downloads[number]
    if (download === undefined) return
    if (path === null) return download.cancel()
    await download.saveAs(path)
    this.tell({ is: 'downloaded', download: number, state: 'completed' })
  }
}
