import { MessageChannel, type MessagePort } from 'node:worker_threads'

/** Electron's `MessagePortMain` over one of Node's: events with `data`, and silence until it is started. */
export class PortMain {
  readonly raw: MessagePort
  #listeners: ((event: { data: unknown; ports: readonly PortMain[] }) => void)[] = []

  constructor(raw: MessagePort) {
    this.raw = raw
  }

  on(event: string, listener: (event: { data: unknown; ports: readonly PortMain[] }) => void): this {
    if (event === 'message') this.#listeners.push(listener)
    else this.raw.on('close', () => listener({ data: undefined, ports: [] }))
    return this
  }

  start(): void {
    this.raw.on('message', (data) => this.#listeners.forEach((listener) => listener({ data, ports: [] })))
  }

  postMessage(data: unknown): void {
    this.raw.postMessage(data)
  }

  close(): void {
    this.raw.close()
  }
}

export class ChannelMain {
  readonly port1: PortMain
  readonly port2: PortMain

  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.port1 = new PortMain(port1)
    this.port2 = new PortMain(port2)
  }
}
