import { RPCHandler as MessagePortHandler } from '@orpc/server/message-port'
import { RPCHandler as WebSocketHandler } from '@orpc/server/ws'
import type { SupportedMessagePort } from '@orpc/client/message-port'
import type { WebSocket } from 'ws'
import type { Core } from './core.ts'

/** Serves the desk on a port of Electron's or of Node's; the caller starts the port. */
export function serveMessagePort(core: Core, port: SupportedMessagePort): void {
  new MessagePortHandler(core.router).upgrade(port)
}

/** Serves the desk on an accepted socket, which the caller has already checked. */
export function serveWebSocket(core: Core, socket: WebSocket): void {
  void new WebSocketHandler(core.router).upgrade(socket)
}
