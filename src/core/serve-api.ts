/** Serves the API over a message port or a WebSocket. */

import type { SupportedMessagePort } from '@orpc/client/message-port'
import { RPCHandler as MessagePortHandler } from '@orpc/server/message-port'
import { RequestHeadersPlugin } from '@orpc/server/plugins'
import { StandardRPCHandler } from '@orpc/server/standard'
import { createServerPeerHandleRequestFn } from '@orpc/server/standard-peer'
import {
  decodeRequestMessage,
  encodeResponseMessage,
  experimental_ServerPeerWithoutCodec as ServerPeer,
  MessageType,
} from '@orpc/standard-server-peer'
import type { RawData, WebSocket } from 'ws'
import type { Core } from './core.ts'

/** A header of a request names its workspace (`contract/api/workspace-scope`). */
const plugins = () => [new RequestHeadersPlugin()]

/** Serves the API on a port of Electron's or of Node's; the caller starts the port. */
export function serveMessagePort(core: Core, port: SupportedMessagePort): void {
  new MessagePortHandler(core.router, { plugins: plugins() }).upgrade(port)
}

/** A message that is no request; nothing of its content, which may be a key that went astray. */
interface UnreadableMessage {
  readonly kind: 'text' | 'binary'
  readonly bytes: number
}

export interface SocketReports {
  readonly unreadable: (message: UnreadableMessage) => void
  readonly defect: (error: unknown) => void
}

/** 1007: the content of a message was not what its sender should send (RFC 6455 §7.4.1). */
const unreadableMessage = 1007

/**
 * Serves the API on an accepted socket, which the caller has already checked. oRPC's own adapter prints what it cannot read, with a
 * part of it, to the console; here an unreadable message closes the socket and only its kind and size are reported.
 *
 * @returns settles when the socket has closed and every request that came before is carried out
 */
export function serveWebSocket(core: Core, socket: WebSocket, reports: SocketReports): Promise<unknown> {
  const handle = createServerPeerHandleRequestFn(new StandardRPCHandler(core.router, { plugins: plugins() }), {
    context: {},
  })
  const peer = new ServerPeer(async ([id, type, payload]) => {
    socket.send(await encodeResponseMessage(id, type, payload))
  })
  const take = async (data: RawData, isBinary: boolean) => {
    const bytes = bytesOf(data)
    const request = await decodeRequestMessage(isBinary ? bytes : bytes.toString('utf8')).catch(() => null)
    if (request === null || !hasHeaders(request)) {
      reports.unreadable({ kind: isBinary ? 'binary' : 'text', bytes: bytes.length })
      socket.close(unreadableMessage)
      return
    }
    await peer.message(request, handle)
  }
  const requests = new Set<Promise<void>>()
  socket.on('message', (data, isBinary) => {
    const request = take(data, isBinary)
      .catch(reports.defect)
      .finally(() => requests.delete(request))
    requests.add(request)
  })
  return new Promise((resolve) => {
    socket.on('close', () => {
      peer.close()
      resolve(Promise.all(requests))
    })
  })
}

/** Whether the headers of a request can be headers. The decoder takes whatever is in their place, and the request would fail on it. */
function hasHeaders([, type, payload]: Awaited<ReturnType<typeof decodeRequestMessage>>): boolean {
  if (type !== MessageType.REQUEST) return true
  const { headers } = payload as { readonly headers: Readonly<Record<string, unknown>> | string }
  try {
    for (const [name, value] of Object.entries(headers))
      for (const each of [value].flat()) new Headers([[name, String(each)]])
    return true
  } catch {
    return false
  }
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
