import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { onTestFinished } from 'vitest'
import type { AssetManifest } from '#core/window/assets.ts'
import { lastFourOfKeys } from '#core/window/publish-keys.ts'
import { mediaFromDisk, type OnDisk } from '#core/recordings/media-response.ts'
import type { OpenedCore } from '#loopback/lazy-core.ts'
import { openLoopback, defaultLimits, type Limits, type LoopbackServer } from '#loopback/server.ts'
import { SessionKeys } from '#loopback/session-keys.ts'
import { ManualClock } from './manual-clock.ts'

/** Stands in for the core: returns each message, and shows which keys it was given. */
export class EchoCore implements OpenedCore {
  readonly held = new Map<string, { readonly origin: string; readonly key: string }>()
  readonly sockets: WebSocket[] = []
  /** The messages that came before it was closed. */
  readonly heard: string[] = []
  readonly keys = new SessionKeys({
    hold: ({ workspace, origin, key }) => void this.held.set(workspace, { origin, key }),
    drop: (workspace) => void this.held.delete(workspace),
  })
  readonly publishKeys = new SessionKeys(
    {
      hold: ({ workspace, origin, key }) => void this.held.set(`${workspace} publish`, { origin, key }),
      drop: (workspace) => void this.held.delete(`${workspace} publish`),
    },
    lastFourOfKeys,
  )
  closed = false
  /** What is played, by call. */
  readonly sounds = new Map<string, Uint8Array>()

  serve(socket: WebSocket): Promise<unknown> {
    this.sockets.push(socket)
    socket.on('message', (data, binary) => {
      if (!this.closed && Buffer.isBuffer(data)) this.heard.push(data.toString())
      socket.send(data, { binary })
    })
    return new Promise((resolve) => socket.once('close', resolve))
  }

  readonly media: OpenedCore['media'] = async (callId, question) => {
    const sound = this.sounds.get(callId)
    if (sound === undefined) return { status: 404, headers: {}, body: null }
    const file: OnDisk = {
      contentType: 'audio/wav',
      etag: '"sound"',
      total: sound.byteLength,
      here: () => null,
      rest: async function* ({ from, to }) {
        yield sound.subarray(from, to + 1)
      },
      more: async (failure) => {
        throw failure
      },
    }
    return mediaFromDisk(file, question)
  }

  async close(): Promise<void> {
    this.closed = true
  }
}

export function page(files: Readonly<Record<string, string>>): AssetManifest {
  const types = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8' }
  return new Map(
    Object.entries(files).map(([path, text]) => [
      path,
      { bytes: new TextEncoder().encode(text), contentType: path.endsWith('.js') ? types.js : types.html },
    ]),
  )
}

export interface TestServer {
  readonly server: LoopbackServer
  readonly port: number
  readonly host: string
  readonly origin: string
  readonly clock: ManualClock
  readonly echo: EchoCore
  /** The responses, in order: `403 GET /`. */
  readonly answers: string[]
  /** Defects the server reported. */
  readonly defects: unknown[]
  /** How often the server wanted to end because nobody was there. */
  readonly left: () => number
  readonly close: () => Promise<void>
}

export interface TestServerOptions {
  readonly assets?: AssetManifest
  readonly limits?: Partial<Limits>
  readonly port?: number
  readonly openCore?: () => Promise<OpenedCore>
}

const plainPage = page({ '/index.html': '<!doctype html><title>Tearsheet</title>', '/assets/a.js': 'export {}' })

/** A real server on 127.0.0.1 with a clock of its own, closed when the test is over. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const clock = new ManualClock()
  const echo = new EchoCore()
  const defects: unknown[] = []
  let left = 0
  const server = await openLoopback({
    port: options.port ?? 0,
    assets: options.assets ?? plainPage,
    clock,
    limits: { ...defaultLimits, ...options.limits },
    openCore: options.openCore ?? (async () => echo),
    leave: () => (left += 1),
    entered: () => undefined,
    report: (error) => defects.push(error),
  })
  let closing: Promise<void> | null = null
  const close = () => (closing ??= server.close())
  onTestFinished(close)
  const { host, origin } = server.address
  const port = Number(host.split(':')[1])
  const answers: string[] = []
  const record = (message: unknown) => {
    const { request, response, socket } = message as {
      request: IncomingMessage
      response: ServerResponse
      socket: Socket
    }
    if (socket.localPort === port) answers.push(`${response.statusCode} ${request.method ?? ''} ${request.url ?? ''}`)
  }
  subscribe('http.server.response.finish', record)
  onTestFinished(() => void unsubscribe('http.server.response.finish', record))
  return { server, port, host, origin, clock, echo, answers, defects, left: () => left, close }
}
