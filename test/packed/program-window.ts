import type { BrowserContext, CDPSession, Dialog, Download, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import type { PdfOptions, PortOrder, ToProgram, WindowOrder } from './stand-in/messages.ts'
import type { FromWorld, Packed, ToWorld } from './stand-in/world-messages.ts'
import { isolatedWorld, pageWorld } from './stand-in/worlds.ts'

/** Name of the isolated world, by which Chromium knows it. */
const world = 'preload'
const binding = 'standInToProgram'

export interface WindowOptions {
  readonly number: number
  /** Null: pages that are only printed. */
  readonly preload: string | null
  readonly context: BrowserContext
  readonly send: (message: ToProgram) => void
  /** Each file that the page saves, with the number that the program knows it by. */
  readonly saved: (download: Download, page: Page) => void
}

/** A window of the program: a page of Chromium, with the preload script in an isolated world of it. */
export class ProgramWindow {
  readonly page: Page
  readonly #options: WindowOptions
  readonly #session: CDPSession
  #world: number | null = null
  /** Ports that the page has; they close when its world ends. */
  #ports = new Set<number>()
  #leaving: Dialog | null = null

  private constructor(options: WindowOptions, page: Page, session: CDPSession) {
    this.#options = options
    this.page = page
    this.#session = session
  }

  static async open(options: WindowOptions): Promise<ProgramWindow> {
    const page = await options.context.newPage()
    const session = await options.context.newCDPSession(page)
    const window = new ProgramWindow(options, page, session)
    if (options.preload !== null) await window.#prepare(readFileSync(options.preload, 'utf8'))
    return window
  }

  async #prepare(preload: string): Promise<void> {
    const { number, send, saved } = this.#options
    this.#session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === world) this.#world = context.id
    })
    this.#session.on('Runtime.executionContextsCleared', () => this.#worldEnded())
    this.#session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === binding) this.#receive(JSON.parse(payload) as FromWorld)
    })
    await this.#session.send('Runtime.enable')
    await this.#session.send('Runtime.addBinding', { name: binding, executionContextName: world })
    await this.#session.send('Page.enable')
    await this.#session.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${pageWorld.toString()})()` })
    await this.#session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${isolatedWorld.toString()})((require) => {\n${preload}\n})`,
      worldName: world,
    })
    this.page.on('download', (download) => saved(download, this.page))
    this.page.on('dialog', (dialog) => {
      this.#leaving = dialog
      send({ is: 'unsaved', window: number })
    })
    this.page.on('close', () => {
      this.#worldEnded()
      send({ is: 'closed', window: number })
    })
  }

  #worldEnded(): void {
    this.#world = null
    for (const port of this.#ports) this.#options.send({ is: 'port-closed', port })
    this.#ports = new Set()
  }

  async obey(message: WindowOrder | PortOrder): Promise<void> {
    const { number: window, send } = this.#options
    switch (message.is) {
      case 'load':
        send({ is: 'loading', window })
        await this.page.goto(message.address)
        return send({ is: 'loaded', window })
      case 'reload':
        send({ is: 'loading', window })
        await this.page.reload()
        return send({ is: 'loaded', window })
      case 'close':
        return this.page.close({ runBeforeUnload: true })
      case 'destroy':
        return this.page.close()
      case 'unload':
        return message.leave ? this.#leaving?.accept() : this.#leaving?.dismiss()
      case 'print':
        return this.#print(message.call, message.options)
      case 'send':
        for (const port of message.ports) this.#ports.add(port)
        return this.#tell(message)
      case 'invoked':
      case 'invoke-failed':
        return this.#tell(message)
      case 'port':
        if (this.#ports.has(message.port)) await this.#tell({ ...message, data: packed(message.data) })
        return
      case 'port-closed':
        if (this.#ports.delete(message.port)) await this.#tell(message)
        return
      default:
        return message satisfies never
    }
  }

  async #print(call: number, options: PdfOptions): Promise<void> {
    const content = await this.page.pdf({
      preferCSSPageSize: options.preferCSSPageSize ?? false,
      printBackground: options.printBackground ?? false,
      tagged: options.generateTaggedPDF ?? false,
      outline: options.generateDocumentOutline ?? false,
    })
    this.#options.send({ is: 'printed', call, content })
  }

  async #tell(message: ToWorld): Promise<void> {
    if (this.#world === null) return
    const expression = `standInFromProgram(${JSON.stringify(JSON.stringify(message))})`
    const { exceptionDetails } = await this.#session.send('Runtime.evaluate', { expression, contextId: this.#world })
    if (exceptionDetails) throw new Error(`the preload script failed: ${exceptionDetails.text}`)
  }

  #receive(message: FromWorld): void {
    const { number: window, send } = this.#options
    switch (message.is) {
      case 'invoke':
        return send({ ...message, window })
      case 'port':
        return send({ ...message, data: unpacked(message.data) })
      case 'port-closed':
        return send(message)
      default:
        return message satisfies never
    }
  }
}

function packed(data: unknown): Packed {
  return data instanceof Uint8Array ? { bytes: Buffer.from(data).toString('base64') } : { value: data }
}

function unpacked(data: Packed): unknown {
  return 'bytes' in data ? new Uint8Array(Buffer.from(data.bytes, 'base64')) : data.value
}
