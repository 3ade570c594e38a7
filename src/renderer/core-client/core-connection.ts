/**
 * The connection to the core: sends requests, pings, and reconnects when the transport is lost.
 */

import type { ClientLink, ClientOptions } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import { workspaceHeader } from '#contract/api/workspace-scope.ts'
import type { After } from './timeout.ts'
import type { Wire } from './connect.ts'
import { RequestFailed, failureToShow, ConnectionLost } from './request-failed.ts'

/** Options of a request. */
export interface RequestContext {
  /** Milliseconds to wait for the response; the default suits everything but long work. */
  readonly limit?: number
  /** Id of the workspace that the request belongs to: with another one open it is refused (`other-workspace`). */
  readonly workspace?: string
}

/** Longer than any request waits for the service: three attempts of a minute, their delays, and further pages. */
const responseLimit = 600_000
/** On a cold or busy disk the core starts slowly, and responds to nothing until then. */
const startLimit = 60_000
const pingEvery = 10_000
const pingLimit = 10_000

/** One transport and the link on it. `gone` settles once, when the other end is known to be dead. */
interface Connection {
  readonly link: ClientLink<RequestContext>
  readonly gone: Promise<never>
  readonly lost: () => boolean
  /** The other end responded to a request. */
  responded(): void
  close(): void
}

/**
 * The connection to the core, which outlives its transports. A request on a dead MessagePort would wait for ever, so each transport is
 * pinged. When a transport is silent or closes, every pending request fails as `core-stopped` and the next request opens another one.
 * Every failed request passes through `call`, and nothing else turns errors into failures.
 */
export class CoreConnection implements ClientLink<RequestContext> {
  readonly #connect: () => Promise<Wire>
  readonly #after: After
  #connection: Promise<Connection> | null = null
  #closed = false

  constructor(connect: () => Promise<Wire>, after: After) {
    this.#connect = connect
    this.#after = after
  }

  async call(path: readonly string[], input: unknown, options: ClientOptions<RequestContext>): Promise<unknown> {
    const limit = new AbortController()
    const seconds = (options.context.limit ?? responseLimit) / 1000
    const detail = `did not respond for ${seconds} seconds`
    const slow = new RequestFailed({ kind: 'no-response', host: 'The storage process', seconds, detail })
    const stop = this.#after(seconds * 1000, () => limit.abort(slow))
    const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal
    const aborted = rejection(signal)
    try {
      const connection = await Promise.race([this.open(), aborted.promise])
      const response = connection.link.call(path, input, { ...options, signal }).catch((error: unknown) => {
        // oRPC reports a closed transport as an AbortError; only the caller's own signal means that the request was aborted.
        throw connection.lost() && !signal.aborted ? new ConnectionLost() : error
      })
      const result = await Promise.race([response, connection.gone, aborted.promise])
      connection.responded()
      return result
    } catch (error) {
      if (options.signal?.aborted) throw new DOMException('cancelled', 'AbortError')
      if (limit.signal.aborted) throw slow
      throw new RequestFailed(failureToShow(error) ?? { kind: 'core-stopped' }, error)
    } finally {
      stop()
      aborted.release()
    }
  }

  /** The transport in use, or a new one. Rejects when the shell has no core to connect to. */
  open(): Promise<Connection> {
    if (this.#closed) return Promise.reject(new ConnectionLost())
    this.#connection ??= this.#start()
    return this.#connection
  }

  /** Closes the transport for good; pending requests fail as `core-stopped`. */
  close(): void {
    this.#closed = true
    void this.#connection?.then(
      (connection) => connection.close(),
      () => {},
    )
  }

  async #start(): Promise<Connection> {
    const forget = () => {
      this.#connection = null
    }
    try {
      const late = new Promise<never>((_, reject) => this.#after(startLimit, () => reject(new ConnectionLost())))
      return connectionOn(await Promise.race([this.#connect(), late]), this.#after, forget)
    } catch (error) {
      forget()
      // A shell whose error is no known failure has no core.
      throw failureToShow(error)?.kind === 'defect' ? new ConnectionLost() : error
    }
  }
}

function connectionOn(wire: Wire, after: After, forget: () => void): Connection {
  let lost = false
  let fail: (error: Error) => void
  const gone = new Promise<never>((_, reject) => {
    fail = reject
  })
  // Nobody may be waiting when the connection is lost; that is no unhandled failure.
  gone.catch(() => {})
  const link = linkOn(wire)

  const lose = () => {
    if (lost) return
    lost = true
    stopPing()
    forget()
    fail(new ConnectionLost())
    wire.close()
  }
  let stopPing = () => {}
  let hasStarted = false
  const responded = () => {
    hasStarted = true
  }
  const ping = () => {
    const stopWaiting = after(hasStarted ? pingLimit : startLimit, lose)
    stopPing = stopWaiting
    link.call(['status', 'ping'], undefined, { context: {} }).then(() => {
      responded()
      stopWaiting()
      if (!lost) stopPing = after(pingEvery, ping)
    }, lose)
  }
  stopPing = after(pingEvery, ping)
  wire.addEventListener('close', lose)
  return { link, gone, lost: () => lost, responded, close: lose }
}

function linkOn(wire: Wire): ClientLink<RequestContext> {
  const headers = ({ context: { workspace } }: ClientOptions<RequestContext>) =>
    workspace === undefined ? {} : { [workspaceHeader]: workspace }
  if ('readyState' in wire) return new SocketLink<RequestContext>({ websocket: wire, headers })
  const link = new PortLink<RequestContext>({ port: wire, headers })
  wire.start()
  return link
}

/** A promise that rejects with the signal's reason, and a function that releases the signal. */
function rejection(signal: AbortSignal): { promise: Promise<never>; release: () => void } {
  let release = () => {}
  const promise = new Promise<never>((_, reject) => {
    const refuse = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    release = () => signal.removeEventListener('abort', refuse)
    if (signal.aborted) refuse()
    else signal.addEventListener('abort', refuse, { once: true })
  })
  promise.catch(() => {})
  return { promise, release }
}
