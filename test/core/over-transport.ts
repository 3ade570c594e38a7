import { createORPCClient } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import type { AddressInfo } from 'node:net'
import { MessageChannel } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Api } from '#contract/api/api.ts'
import type { Core } from '#core/core.ts'
import { serveMessagePort, serveWebSocket, type SocketReports } from '#core/serve-api.ts'

type ApiClient = ContractRouterClient<Api>

/** The desk as a window reaches it, and how the window goes away. */
export interface ApiLine {
  readonly api: ApiClient
  hangUp(): void
}

/** As in the installed application. */
async function overMessagePort(core: Core): Promise<ApiLine> {
  const { port1, port2 } = new MessageChannel()
  serveMessagePort(core, port1)
  port1.start()
  const api: ApiClient = createORPCClient(new PortLink({ port: port2 }))
  port2.start()
  const hangUp = () => port2.close()
  onTestFinished(hangUp)
  return { api, hangUp }
}

/** Our own client sends nothing that cannot be read. */
const neverReports: SocketReports = {
  unreadable: ({ kind, bytes }) => {
    throw new Error(`an unreadable message: ${kind}, ${bytes} bytes`)
  },
  defect: (error) => {
    throw error
  },
}

/** As in the browser shell. */
export async function overWebSocket(core: Core): Promise<ApiLine> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (socket) => void serveWebSocket(core, socket, neverReports))
  await new Promise<void>((resolve) => server.once('listening', resolve))
  const websocket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await new Promise<void>((resolve) => websocket.addEventListener('open', () => resolve(), { once: true }))
  const api: ApiClient = createORPCClient(new SocketLink({ websocket }))
  const hangUp = () => websocket.close()
  onTestFinished(() => {
    hangUp()
    server.close()
    for (const socket of server.clients) socket.terminate()
  })
  return { api, hangUp }
}

export const transports = [
  ['a message port', overMessagePort],
  ['a web socket', overWebSocket],
] as const
