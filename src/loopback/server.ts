/**
 * The HTTP server on 127.0.0.1: its limits, and the checks and routes of every request. Tells the
 * shell to end when no page has been open for a while.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { loopbackPaths } from '#contract/loopback.ts'
import type { Clock } from '#core/clock.ts'
import { serveAsset, type AssetManifest } from '#core/window/assets.ts'
import { mediaFolder } from '#core/window/media-request.ts'
import { securityHeaders } from '#core/window/content-security-policy.ts'
import { PostEndpoints, type PostResult } from './post-endpoints.ts'
import { Connections } from './connections.ts'
import { LazyCore, type OpenedCore } from './lazy-core.ts'
import { MediaCookie } from './media-cookie.ts'
import { respondWithMedia, sendChunks } from './media-route.ts'
import { OneUseTokens } from './one-use-tokens.ts'
import { withTokenHandoverPage } from './token-handover-page.ts'
import { IdleShutdown } from './idle-shutdown.ts'
import { readBody } from './read-body.ts'
import { refusalOf, type RequestHead, type ServerAddress } from './request-check.ts'
import { headOf } from './request-head.ts'
import { Sessions } from './sessions.ts'
import { SocketAdmission } from './socket-admission.ts'

/** In bytes, pieces and milliseconds (docs/promises.md B3, B9, B13). */
export const defaultLimits = {
  /** Connections that have not proved to be a page that was let in. */
  sockets: 64,
  body: 1_000_000,
  /** Messages of the page; API requests are small, unlike responses. */
  message: 1_000_000,
  headers: 16 * 1024,
  headersWithin: 10_000,
  requestWithin: 20_000,
  /** How often Node looks for late requests; its default would keep them for another half minute. */
  lookedAfterEvery: 1_000,
  launchToken: 60_000,
  ticket: 10_000,
  ticketWithin: 2_000,
  pulse: 30_000,
  alone: 600_000,
  /** A page that hangs does not close its socket. */
  leaving: 1_000,
}
export type Limits = typeof defaultLimits

interface LoopbackOptions {
  /** 0 takes any free port. */
  readonly port: number
  readonly assets: AssetManifest
  readonly clock: Clock
  readonly limits: Limits
  readonly openCore: () => Promise<OpenedCore>
  /** No page has been open for `limits.alone`. */
  readonly leave: () => void
  /** This launch token was spent: what carried it can be thrown away. */
  readonly entered: (token: string) => void
  /** A defect: something that is no expected failure. */
  readonly report: (error: unknown) => void
}

export interface LoopbackServer {
  readonly address: ServerAddress
  /** A launch token: good once, for `limits.launchToken`. */
  launchToken(): string
  /** Opens the profile ahead of the first page; rejects as `LoopbackOptions.openCore` does. A request from a page tries again. */
  openCore(): Promise<void>
  close(): Promise<void>
}

/** Listens on 127.0.0.1 only. Rejects with Node's error when the port is taken. */
export async function openLoopback(options: LoopbackOptions): Promise<LoopbackServer> {
  const { clock, limits } = options
  const server = createServer({
    maxHeaderSize: limits.headers,
    headersTimeout: limits.headersWithin,
    requestTimeout: limits.requestWithin,
    connectionsCheckingInterval: limits.lookedAfterEvery,
  })
  const connections = new Connections(limits.sockets)
  server.on('connection', (socket) => connections.take(socket))
  const address = await listen(server, options.port)

  const launchTokens = new OneUseTokens(clock, limits.launchToken, 16)
  const tickets = new OneUseTokens(clock, limits.ticket, 16)
  const opening = new LazyCore(options.openCore)
  const { entered, report } = options
  const endpoints = new PostEndpoints({ launchTokens, tickets, sessions: new Sessions(), opening, entered, report })
  /** Settle when a page has gone and what it requested is carried out. */
  const pages = new Set<Promise<unknown>>()
  const idleShutdown = new IdleShutdown(clock, limits.alone, options.leave)
  const admission = new SocketAdmission({
    address,
    clock,
    tickets,
    largestMessage: limits.message,
    ticketWithin: limits.ticketWithin,
    pulse: limits.pulse,
    admit: async (socket, connection) => {
      if (connection instanceof Socket) connections.admit(connection)
      const api = await opening.api()
      socket.once('close', idleShutdown.enter())
      const page = api.serve(socket).finally(() => pages.delete(page))
      pages.add(page)
    },
  })

  const security = securityHeaders({ connect: ["'self'", `ws://${address.host}`] })
  const assets = withTokenHandoverPage(options.assets)
  const mediaCookie = new MediaCookie()
  const serving = { address, endpoints, assets, security, largestBody: limits.body, mediaCookie, opening, connections }
  server.on('request', (request, response) => {
    serve(request, response, serving).catch((error: unknown) => {
      // When the other end broke off while it was being read there is nobody to respond to.
      if (request.complete) report(error)
      response.destroy()
    })
  })
  server.on('upgrade', (request, socket, rest) => admission.upgrade(request, socket, rest))

  return {
    address,
    launchToken: () => launchTokens.mint(),
    openCore: async () => {
      await opening.api()
    },
    close: async () => {
      idleShutdown.end()
      admission.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      // A page's last messages before it was closed, such as its tabs, may not be read yet.
      await withinLimit(Promise.all(pages), limits.leaving)
      await opening.close()
      admission.terminate()
      await closed
    },
  }
}

async function withinLimit(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const settled = new AbortController()
  await Promise.race([work, setTimeout(milliseconds, undefined, { signal: settled.signal }).catch(() => undefined)])
  settled.abort()
}

interface Serving {
  readonly address: ServerAddress
  readonly endpoints: PostEndpoints
  readonly assets: AssetManifest
  readonly security: Readonly<Record<string, string>>
  readonly largestBody: number
  readonly mediaCookie: MediaCookie
  readonly opening: LazyCore
  readonly connections: Connections
}

interface WholeResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

async function serve(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const head = headOf(request)
  const isOurs = refusalOf(head, serving.address) === null
  if (isOurs) serving.connections.requested(request.socket)
  const isSound = head.target.startsWith(mediaFolder) && (head.method === 'GET' || head.method === 'HEAD')
  if (isSound && isOurs) {
    if (serving.mediaCookie.admits(head.headers['cookie'])) serving.connections.admit(request.socket)
    return serveMedia(head, response, serving)
  }
  const { status, headers, body } = await responseTo(request, head, serving)
  response.writeHead(status, headers)
  response.end(body)
}

async function serveMedia(head: RequestHead, response: ServerResponse, serving: Serving): Promise<void> {
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  const { status, headers, body } = await respondWithMedia(serving, head, closed.signal)
  if (body === null && headers['Content-Length'] === undefined) {
    const refusal = refused(status, 'This recording is not available.', serving.security)
    response.writeHead(status, refusal.headers).end(head.method === 'HEAD' ? '' : refusal.body)
    return
  }
  response.writeHead(status, { ...serving.security, ...headers })
  if (body === null) response.end()
  else await sendChunks(body, response)
}

async function responseTo(request: IncomingMessage, head: RequestHead, serving: Serving): Promise<WholeResponse> {
  const { address, endpoints, assets, security, largestBody, mediaCookie, connections } = serving
  const refusal = refusalOf(head, address)
  if (refusal !== null) return refused(refusal.status, refusal.says, security)
  if (head.method !== 'POST') {
    const { status, headers, body } = serveAsset(assets, { method: head.method, path: head.target }, security)
    if (status !== 200) return refused(status, 'Not found.', security)
    return { status, headers, body: body ?? '' }
  }
  const early = endpoints.refusal(head.target, head.headers['authorization'])
  if (early !== null) return jsonResponse(early, { ...security, ...unread })
  if (endpoints.hasSession(head.headers['authorization'])) connections.admit(request.socket)
  const text = await readBody(request, largestBody)
  if (text === null) return refused(413, 'The request is too large.', security)
  const result = await endpoints.respond(head.target, text)
  // Each page comes by here as it starts, also after the browser was closed and dropped its cookies.
  const isAdmitted = result.status === 200 && admitting.includes(head.target)
  if (isAdmitted) connections.admit(request.socket)
  return jsonResponse(result, isAdmitted ? { ...security, 'Set-Cookie': mediaCookie.setCookie } : security)
}

const admitting: readonly string[] = [loopbackPaths.session, loopbackPaths.ticket]

/** The body of a refused request is never read. */
const unread = { Connection: 'close' }

function jsonResponse({ status, body }: PostResult, headers: Readonly<Record<string, string>>): WholeResponse {
  return textResponse(status, 'application/json; charset=utf-8', JSON.stringify(body), headers)
}

function refused(status: number, says: string, headers: Readonly<Record<string, string>>): WholeResponse {
  return textResponse(status, 'text/plain; charset=utf-8', `${says}\n`, { ...headers, ...unread })
}

function textResponse(
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): WholeResponse {
  const length = String(Buffer.byteLength(body))
  return { status, headers: { ...headers, 'Content-Type': type, 'Content-Length': length }, body }
}

async function listen(server: Server, port: number): Promise<ServerAddress> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const host = `127.0.0.1:${address.port}`
  return { host, origin: `http://${host}` }
}
