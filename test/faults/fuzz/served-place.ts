import { connect } from 'node:net'
import { systemClock } from '#core/clock.ts'
import { serveWebSocket } from '#core/serve-api.ts'
import { newToken } from '#loopback/one-use-tokens.ts'
import { defaultLimits, openLoopback } from '#loopback/server.ts'
import { SessionKeys } from '#loopback/session-keys.ts'
import { sessionPublishKeys } from '#loopback/session-publish-keys.ts'
import { page } from '../../loopback/test-server.ts'
import type { FuzzPlace } from './fuzz-place.ts'

/** The browser shell's own server on a core, and what a page that was let in has. */
export interface ServedPlace {
  readonly port: number
  readonly session: string
  /** The cookie of media elements. */
  readonly cookie: string
  /** Defects that it reported, and then forgets. */
  takeDefects(): string[]
  ticket(): Promise<string>
  close(): Promise<void>
}

const indexHtml = '<!doctype html><title>Tearsheet</title>'
export const scriptPath = '/assets/a.js'

export async function openServedPlace({ core }: FuzzPlace): Promise<ServedPlace> {
  const defects: string[] = []
  const report = (error: unknown) => void defects.push(String(error))
  const server = await openLoopback({
    port: 0,
    assets: page({ '/index.html': indexHtml, [scriptPath]: 'export {}' }),
    clock: systemClock,
    limits: defaultLimits,
    openCore: async () => ({
      keys: new SessionKeys(core.keys),
      publishKeys: sessionPublishKeys(core),
      serve: (socket) => serveWebSocket(core, socket, { unreadable: () => undefined, defect: report }),
      media: (callId, request, signal) => core.openMedia(callId, request, signal),
      close: async () => undefined,
    }),
    leave: () => undefined,
    entered: () => undefined,
    report,
  })
  const { origin } = server.address
  const port = Number(new URL(origin).port)
  const session = newToken()
  // Not over a connection that is kept: the server ends one that was idle, perhaps at this moment.
  const post = async (path: string, body: unknown) => {
    const text = JSON.stringify(body)
    const lines = [
      ...[`POST ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, `Origin: ${origin}`, 'Content-Type: application/json'],
      ...[`Authorization: Bearer ${session}`, `Content-Length: ${Buffer.byteLength(text)}`, 'Connection: close'],
    ]
    return (await sent(port, [Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`)], 'ends')).toString('latin1')
  }
  const admitted = await post('/session', { token: server.launchToken(), session })
  const cookie = /^set-cookie: ([^;]*)/im.exec(admitted)?.[1] ?? ''
  return {
    port,
    session,
    cookie,
    takeDefects: () => defects.splice(0),
    ticket: async () => /"ticket":"([^"]*)"/.exec(await post('/ticket', {}))?.[1] ?? '',
    close: () => server.close(),
  }
}

/** Milliseconds. How long this end waits for more: it is done then, and closes. */
const silence = 25

/**
 * Sends these pieces one after another and gives back all that came until the connection was closed. `ends`: this end closes after its
 * last piece, and waits for the other; `is answered`: it stays open until something came, and nothing more; `is silent`: until nothing
 * comes.
 */
export function sent(
  port: number,
  pieces: readonly Buffer[],
  until: 'ends' | 'is answered' | 'is silent',
): Promise<Buffer> {
  return new Promise((resolve) => {
    const received: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    const wait = () => socket.setTimeout(silence, () => socket.destroy())
    socket.on('data', (chunk) => {
      received.push(chunk)
      if (until === 'is answered') wait()
    })
    // A connection that was reset says no more than one that was closed.
    socket.on('error', () => undefined)
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(Buffer.concat(received)))
    if (until === 'is silent') wait()
    const next = (at: number) => {
      const piece = pieces[at]
      if (piece === undefined) {
        if (until === 'ends') socket.end()
        return
      }
      socket.write(piece, () => setImmediate(next, at + 1))
    }
    next(0)
  })
}
