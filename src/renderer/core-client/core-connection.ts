import type { ClientLink, ClientOptions } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import { workspaceHeader } from '#contract/api/workspace-scope.ts'
import type { After } from './timeout.ts'
import type { Wire } from './connect.ts'
import { RequestFailed, failureOf, ConnectionLost } from './request-failed.ts'

/** What a caller may set beside the question. */
export interface RequestContext {
  /** Milliseconds to wait for this one answer; the default suits everything but long work. */
  readonly limit?: number
  /** Id of the workspace that the question belongs to: with another one open it is refused (`other-workspace`). */
  readonly workspace?: string
}

/** Longer than any question waits for the service: three attempts of a minute, their waits, and pages behind the first. */
const responseLimit = 600_000
const openLimit = 10_000
const pingEvery = 10_000
const pingLimit = 10_000

/** One wire and the link on it. `gone` settles once, when the other end is known to be dead. */
interface Connection {
  readonly link: ClientLink<RequestContext>
  readonly gone: Promise<never>
  readonly lost: () => boolean
  close(): void
}

/**
 * The line to the core that outlives its wires. A question asked on a dead MessagePort would wait for ever, so each
 * wire is pinged; when it is silent or closes, everything pending fails as `core-gone` and the next question opens another wire.
 * Every failure of every question passes through `call`, and nothing else turns errors into failures.
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
    const slow = new RequestFailed({ kind: 'no-answer', host: 'The storage process', seconds, detail })
    const stop = this.#after(seconds * 1000, () => limit.abort(slow))
    const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal
    const aborted = rejection(signal)
    try {
      const connection = await Promise.race([this.open(), aborted.promise])
      const answer = connection.link.call(path, input, { ...options, signal }).catch((error: unknown) => {
        // oRPC reports a closed wire as an AbortError; only the caller's own signal means "called off".
        throw connection.lost() && !signal.aborted ? new ConnectionLost() : error
      })
      return await Promise.race([answer, connection.gone, aborted.promise])
    } catch (error) {
      if (options.signal?.aborted) throw new DOMException('cancelled', 'AbortError')
      if (limit.signal.aborted) throw slow
      throw new RequestFailed(failureOf(error) ?? { kind: 'core-gone' }, error)
    } finally {
      stop()
      aborted.release()
    }
  }

  /** The wire in use, or a new one. Rejects when the shell has no core to connect to. */
  open(): Promise<Connection> {
    if (this.#closed) return Promise.reject(new ConnectionLost())
    this.#connection ??= this.#start()
    return this.#connection
  }

  /** Ends the wire for good; pending questions fail as `core-gone`. */
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
      const late = new Promise<never>((_, reject) => this.#after(openLimit, () => reject(new ConnectionLost())))
      return connectionOn(await Promise.race([this.#connect(), late]), this.#after, forget)
    } catch (error) {
      forget()
      // A shell that fails in words of its own has no core to offer, whatever the reason.
      throw failureOf(error)?.kind === 'defect' ? new ConnectionLost() : error
    }
  }
}

function connectionOn(wire: Wire, after: After, forget: () => void): Connection {
  let lost = false
  let fail: (error: Error) => void
  const gone = new Promise<never>((_, reject) => {
    fail = reject
  })
  // Nobody may be waiting when the wire breaks; that is no unhandled failure.
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
  const ping = () => {
    const stopWaiting = after(pingLimit, lose)
    stopPing = stopWaiting
    link.call(['status', 'ping'], undefined, { context: {} }).then(() => {
      stopWaiting()
      if (!lost) stopPing = after(pingEvery, ping)
    }, lose)
  }
  stopPing = after(pingEvery, ping)
  wire.addEventListener('close', lose)
  return { link, gone, lost: () => lost, close: lose }
}

function linkOn(wire: Wire): ClientLink<RequestContext> {
  const headers = ({ context: { workspace } }: ClientOptions<RequestContext>) =>
    workspace === undefined ? {} : { [workspaceHeader]: workspace }
  if ('readyState' in wire) return new SocketLink<RequestContext>({ websocket: wire, headers })
  const link = new PortLink<RequestContext>({ port: wire, headers })
  wire.start()
  return link
}

/** A promise that rejects with the signal's reason, and can be let go of. */
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
