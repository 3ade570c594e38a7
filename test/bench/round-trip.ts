import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink as MessagePortLink } from '@orpc/client/message-port'
import { RPCLink as WebSocketLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { WebSocketServer, type WebSocket as ServedSocket } from 'ws'
import type { Api } from '#contract/api/api.ts'
import { openCore } from '#core/core.ts'
import { serveMessagePort, serveWebSocket, type SocketReports } from '#core/serve-api.ts'
import { median, timed, type Measured } from './measure.ts'

const calls = 2000

/** Our own client sends nothing that cannot be read, and every response can be written. */
const neverReports: SocketReports = { unreadable: stop, defect: stop }

function stop(): never {
  throw new Error('a report on a line that should have none')
}

/** An empty call through contract, transport and router, against a bare echo over the same kind of line. Reported only. */
export async function roundTrip(): Promise<Measured[]> {
  const profile = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const core = openCore({ profile, version: 'bench' })
  try {
    return [
      row('MessagePort', await overPort(core), await echoOverPort()),
      row(
        'WebSocket',
        await overSocket((socket) => void serveWebSocket(core, socket, neverReports)),
        await echoOverSocket(),
      ),
    ]
  } finally {
    await core.close()
    rmSync(profile, { recursive: true })
  }
}

function row(line: string, call: number, echo: number): Measured {
  return {
    what: `empty call over ${line}, both ends in one process, p50 of ${calls}: ${micro(call)} against ${micro(echo)} for a bare echo`,
    figure: `${(call / echo).toFixed(1)}×`,
    bar: 'reported',
    held: null,
  }
}

function micro(milliseconds: number): string {
  return `${Math.round(milliseconds * 1000)} µs`
}

async function overPort(core: ReturnType<typeof openCore>): Promise<number> {
  const { port1, port2 } = new MessageChannel()
  serveMessagePort(core, port1)
  const client: ContractRouterClient<Api> = createORPCClient(new MessagePortLink({ port: port2 }))
  port1.start()
  port2.start()
  const took = await timeEach(() => client.status.ping())
  port1.close()
  return took
}

async function echoOverPort(): Promise<number> {
  const { port1, port2 } = new MessageChannel()
  port1.on('message', (message) => port1.postMessage(message))
  const took = await timeEach(async () => {
    const answered = once(port2, 'message')
    port2.postMessage({})
    await answered
  })
  port1.close()
  return took
}

async function overSocket(serve: (socket: ServedSocket) => void): Promise<number> {
  return withSocket(serve, (socket) => {
    const client: ContractRouterClient<Api> = createORPCClient(new WebSocketLink({ websocket: socket }))
    return timeEach(() => client.status.ping())
  })
}

async function echoOverSocket(): Promise<number> {
  return withSocket(
    (socket) => {
      socket.on('message', (message: Buffer) => socket.send(message))
    },
    (socket) =>
      timeEach(async () => {
        const answered = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
        socket.send('{}')
        await answered
      }),
  )
}

async function withSocket(serve: (socket: ServedSocket) => void, use: (socket: WebSocket) => Promise<number>) {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const socket = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  try {
    return await use(socket)
  } finally {
    socket.close()
    sockets.close()
    server.close()
  }
}

async function timeEach(call: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let index = 0; index < calls; index += 1) took.push(await timed(call))
  return median(took.slice(calls / 10))
}
