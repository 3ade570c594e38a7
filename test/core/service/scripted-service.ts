import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createRawServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as received. */
export interface Heard {
  readonly url: URL
  readonly headers: IncomingHttpHeaders
}

export interface ScriptedService {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  readonly heard: readonly Heard[]
  /** Requests that were open at the same moment, at most. */
  readonly mostAtOnce: () => number
}

/** Responds to the request, or does not; `index` counts from 0. */
type Script = (response: ServerResponse, heard: Heard, index: number) => void

/** A real HTTP server on 127.0.0.1 that does what a test says, and ends with it. With a certificate it speaks https. */
export async function scriptedService(
  script: Script,
  certificate?: { key: string; cert: string },
): Promise<ScriptedService> {
  const heard: Heard[] = []
  let open = 0
  let most = 0
  const listener: RequestListener = (request, response) => {
    const one = { url: new URL(request.url ?? '/', 'http://service.invalid'), headers: request.headers }
    heard.push(one)
    open += 1
    most = Math.max(most, open)
    response.once('close', () => {
      open -= 1
    })
    script(response, one, heard.length - 1)
  }
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener)
  const port = await listen(server)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { origin: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`, heard, mostAtOnce: () => most }
}

/** A server that writes bytes of its own making. */
export async function rawService(talk: (socket: Socket, index: number) => void): Promise<{ origin: string }> {
  const sockets = new Set<Socket>()
  let count = 0
  const server = createRawServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    socket.once('data', () => {
      talk(socket, count)
      count += 1
    })
  })
  const port = await listen(server)
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { origin: `http://127.0.0.1:${port}` }
}

/** A port on this machine at which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createRawServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value))
}
