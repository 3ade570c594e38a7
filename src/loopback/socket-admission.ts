/**
 * Admits WebSockets: checks Host and Origin before the handshake, then requires a ticket as the
 * first message. Pings admitted ones, and ends those that no longer respond.
 */

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import { loopbackPaths, socketReady } from '#contract/loopback.ts'
import type { Clock } from '#core/clock.ts'
import type { OneUseTokens } from './one-use-tokens.ts'
import { refusalOfSocket, type ServerAddress } from './request-check.ts'
import { headOf } from './request-head.ts'

interface SocketAdmissionOptions {
  readonly address: ServerAddress
  readonly clock: Clock
  readonly tickets: OneUseTokens
  /** Largest message from the page, in bytes; requests to the API are small; its responses need not be. */
  readonly largestMessage: number
  /** Milliseconds for the ticket to come. */
  readonly ticketWithin: number
  /** Milliseconds between two looks whether the other end is still there. */
  readonly pulse: number
  /** The page was admitted: from now on the socket carries the API. The page sends nothing before this has resolved. */
  admit(socket: WebSocket, connection: Duplex): Promise<void>
}

/** Close codes for applications (RFC 6455 §7.4.2), after the HTTP status they resemble. */
const notAdmitted = 4401
const goingAway = 1001

/** A ticket is 43 letters; nothing longer is looked at. */
const longestTicket = 200

/**
 * The way in for WebSockets, which no same-origin policy guards: Host and Origin are checked before the handshake, and then
 * the first message has to be a ticket that only a page with a session can have fetched. Until it came nothing is sent.
 */
export class SocketAdmission {
  readonly #options: SocketAdmissionOptions
  readonly #server: WebSocketServer
  /** Those let in, and whether they responded to the last ping. */
  readonly #inside = new Map<WebSocket, boolean>()
  readonly #end = new AbortController()

  constructor(options: SocketAdmissionOptions) {
    this.#options = options
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: options.largestMessage,
      // Compression costs memory before anyone was let in, and gains nothing within one machine.
      perMessageDeflate: false,
    })
    void this.#keepPulse()
  }

  /** For the HTTP server's `upgrade`. */
  upgrade(request: IncomingMessage, socket: Duplex, rest: Buffer): void {
    socket.on('error', () => {
      // The other end disconnected; nobody can be notified.
    })
    if (refusalOfSocket(headOf(request), this.#options.address, loopbackPaths.api) !== null) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    this.#server.handleUpgrade(request, socket, rest, (open) => void this.#admit(open, socket))
  }

  /** Says goodbye to every page; who does not respond is cut off by `terminate`. */
  close(): void {
    this.#end.abort()
    for (const socket of this.#server.clients) socket.close(goingAway)
    this.#server.close()
  }

  terminate(): void {
    for (const socket of this.#server.clients) socket.terminate()
  }

  async #admit(socket: WebSocket, connection: Duplex): Promise<void> {
    socket.on('error', () => {
      // When a socket breaks the protocol, ws itself closes it with the right code.
    })
    const ticket = await this.#firstMessage(socket)
    if (ticket === null || !this.#options.tickets.spend(ticket)) return this.#turnAway(socket)
    this.#inside.set(socket, true)
    socket.on('pong', () => this.#inside.set(socket, true))
    socket.on('close', () => this.#inside.delete(socket))
    try {
      await this.#options.admit(socket, connection)
      socket.send(socketReady)
    } catch {
      // The shell is closing, and closes every socket itself.
      socket.close(goingAway)
    }
  }

  /** Whoever was not let in is not waited for either. */
  async #turnAway(socket: WebSocket): Promise<void> {
    const gone = new AbortController()
    socket.once('close', () => gone.abort())
    socket.close(notAdmitted)
    const signal = AbortSignal.any([gone.signal, this.#end.signal])
    await this.#options.clock.wait(this.#options.ticketWithin, signal).then(
      () => socket.terminate(),
      () => undefined,
    )
  }

  /** Null when the first message is late or no ticket, or when the socket closes before it. */
  async #firstMessage(socket: WebSocket): Promise<string | null> {
    const { clock, ticketWithin } = this.#options
    const settled = new AbortController()
    const late = clock.wait(ticketWithin, AbortSignal.any([settled.signal, this.#end.signal])).catch(() => undefined)
    const message = new Promise<string | null>((resolve) => {
      socket.once('close', () => resolve(null))
      socket.once('message', (data: RawData, binary) => {
        // ws hands out a Buffer unless told otherwise.
        const text = !binary && Buffer.isBuffer(data) && data.length <= longestTicket
        resolve(text ? data.toString('utf8') : null)
      })
    })
    const first = await Promise.race([message, late])
    settled.abort()
    return first ?? null
  }

  /** Ends sockets whose other end disappeared silently, as after the computer slept. */
  async #keepPulse(): Promise<void> {
    for (;;) {
      try {
        await this.#options.clock.wait(this.#options.pulse, this.#end.signal)
      } catch {
        return
      }
      for (const [socket, isAlive] of this.#inside) {
        if (isAlive) {
          this.#inside.set(socket, false)
          socket.ping()
        } else socket.terminate()
      }
    }
  }
}
