/**
 * Sends one HTTP request to the service, without retries: adds the API key, follows redirects,
 * tries the proxies, and limits time and size. Streams files as well.
 */

import { Readable } from 'node:stream'
import { fetch, type Dispatcher } from 'undici'
import type { Clock } from '../clock.ts'
import { FailureError, fail } from '../failure-error.ts'
import { addressOf, type ShownRequest } from './endpoint.ts'
import type { ApiKeys } from './api-keys.ts'
import { receive, type Receiving } from './receive-body.ts'
import { directly, type ProxiesOf } from './proxies.ts'
import { ConnectionDispatchers } from './connection-dispatchers.ts'
import { defaultTimeouts, type TimeoutPolicy } from './timeout-policy.ts'
import { refusalReason } from './refusal-reason.ts'
import { SendFailure } from './send-failure.ts'
import { throughProxies } from './through-proxies.ts'
import {
  isMalformedHttp,
  isTotalTimeout,
  isWorthRetrying,
  networkFailure,
  statusFailure,
  type RequestDescription,
} from './network-errors.ts'

export interface Limits extends TimeoutPolicy {
  /** Decoded. */
  readonly bodyBytes: number
  readonly redirects: number
}

export const defaultLimits: Limits = { ...defaultTimeouts, bodyBytes: 12 * 1024 * 1024, redirects: 3 }

export interface ReceivedResponse {
  readonly body: Buffer
  readonly contentType: string
}

/** One response of the host, and the key that the request went out with. */
interface Exchanged {
  readonly response: Receiving
  readonly key: string | undefined
}

/** A refusal's body is read so far for its reason. Bytes. */
const longestReason = 16 * 1024

/** Seconds to wait when a host states no time. */
const unstatedWait = 2

interface Outgoing {
  readonly workspace: string
  readonly baseUrl: URL
  readonly request: ShownRequest
  readonly description: RequestDescription
  readonly withKey: boolean
  readonly signal: AbortSignal
}

/** A request for a file: its whole address without the key; redirects must stay at its origin. */
interface Streaming extends Pick<Outgoing, 'workspace' | 'description' | 'withKey' | 'signal'> {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

/** A response of 200, 206 or 416 whose body is still being received. */
export interface Stream {
  readonly status: number
  /** By lower-case name; one that contains a key counts as absent. */
  header(name: string): string | null
  /** Decoded. Read once; throws FailureError. */
  readonly body: AsyncIterable<Uint8Array>
  /** Leaves the rest unread. */
  leave(): void
}

type Transport = typeof receive

/** One exchange on its way. */
interface StreamedRequest extends Streaming {
  readonly until: AbortSignal
  readonly transport: Transport
}

const jsonHeaders = { accept: 'application/json', 'cache-control': 'no-store' } as const

interface SenderOptions {
  readonly limits?: Limits
  /** Absent: none. */
  readonly proxies?: ProxiesOf
}

/** One HTTP exchange, no retries. Throws FailureError only. */
export class Sender {
  readonly #dispatchers: ConnectionDispatchers
  readonly #keys: ApiKeys
  readonly #limits: Limits
  readonly #clock: Clock
  readonly #demandService: (url: URL) => void
  readonly #proxies: ProxiesOf

  /** `demandService` throws `by-policy` for an address that nothing may be requested from. */
  constructor(
    keys: ApiKeys,
    clock: Clock,
    demandService: (url: URL) => void,
    { limits = defaultLimits, proxies = directly }: SenderOptions = {},
  ) {
    this.#dispatchers = new ConnectionDispatchers(limits)
    this.#proxies = proxies
    this.#keys = keys
    this.#limits = limits
    this.#clock = clock
    this.#demandService = demandService
  }

  async send(outgoing: Outgoing): Promise<ReceivedResponse> {
    const until = AbortSignal.any([outgoing.signal, AbortSignal.timeout(this.#limits.total)])
    const url = addressOf(outgoing.baseUrl, outgoing.request)
    const { response, key } = await this.#follow({
      ...outgoing,
      url,
      headers: jsonHeaders,
      until,
      transport: fetchResponse,
    })
    try {
      if (response.status !== 200) throw await this.#reasonedRefusal(response, outgoing.description, key)
      const body = await readBody(response, outgoing.description, this.#limits.bodyBytes)
      return { body: this.#keys.strip(body, key), contentType: response.header('content-type') ?? '' }
    } catch (error) {
      throw this.#explain(error, outgoing, 'body')
    } finally {
      response.leave()
    }
  }

  /** No limit on the whole, only on silence: a file comes as fast as it comes. */
  async stream(streaming: Streaming): Promise<Stream> {
    const { response, key } = await this.#follow({ ...streaming, until: streaming.signal, transport: receive })
    if (response.status !== 200 && response.status !== 206 && response.status !== 416) {
      response.leave()
      throw this.#refusal(response, streaming.description, key !== undefined)
    }
    return {
      status: response.status,
      header: (name) => {
        const value = response.header(name)
        return value === null || this.#keys.strip(Buffer.from(value), key).toString() !== value ? null : value
      },
      body: this.#pieces(response, streaming, key),
      leave: () => response.leave(),
    }
  }

  close(): void {
    this.#dispatchers.close()
  }

  async *#pieces(response: Receiving, streaming: Streaming, key: string | undefined): AsyncGenerator<Uint8Array> {
    let isFirst = true
    try {
      for await (const piece of response.body) {
        // A page that repeats its address comes whole in its first piece; sound is not searched.
        if (isFirst && key !== undefined && this.#keys.strip(Buffer.from(piece), key).byteLength !== piece.byteLength) {
          fail({ ...streaming.description, kind: 'wrong-shape', detail: 'it contains the API key' })
        }
        isFirst = false
        yield piece
      }
    } catch (error) {
      throw this.#explain(error, streaming, 'body')
    }
  }

  /** Redirects by hand: the same origin only, three at most, so that the key never follows anywhere else. */
  async #follow(request: StreamedRequest): Promise<Exchanged> {
    let { url } = request
    for (let redirects = 0; redirects <= this.#limits.redirects; redirects += 1) {
      const { response, key } = await this.#exchange(url, request)
      if (response.status < 300 || response.status > 399 || response.status === 304) return { response, key }
      response.leave()
      url = this.#nextHop(response.header('location'), url, request)
    }
    throw new FailureError({ ...request.description, kind: 'redirected', detail: 'too many redirects' })
  }

  #nextHop(location: string | null, from: URL, { description, url: first }: StreamedRequest): URL {
    if (location === null || !URL.canParse(location, from.href))
      fail({ ...description, kind: 'redirected', detail: 'no target' })
    const next = new URL(location, from)
    if (next.origin !== first.origin || next.username !== '' || next.password !== '') {
      fail({
        ...description,
        kind: 'redirected',
        detail: this.#keys.redact(next.hostname || 'not a web address').slice(0, 100),
      })
    }
    return next
  }

  async #exchange(url: URL, request: StreamedRequest): Promise<Exchanged> {
    this.#demandService(url)
    const { description, until, signal } = request
    const routing = { url, proxies: this.#proxies, dispatchers: this.#dispatchers, description, signal, until }
    return throughProxies({ ...routing, limit: this.#limits.connect }, (dispatcher) =>
      this.#exchangeOver(dispatcher, url, request),
    )
  }

  /** The one place where the key is added to anything: at send time, for the origin it was entered for. */
  async #exchangeOver(dispatcher: Dispatcher, url: URL, request: StreamedRequest): Promise<Exchanged> {
    const key = request.withKey ? this.#keys.keyFor(request.workspace, url.origin) : undefined
    const address = new URL(url)
    if (key === undefined) address.searchParams.delete('apikey')
    else address.searchParams.set('apikey', key)
    try {
      return { response: await request.transport(dispatcher, address, request.headers, request.until), key }
    } catch (error) {
      throw this.#explain(error, request, 'head')
    }
  }

  /** A refusal with the service's reason; a transient one does not wait for it. */
  async #reasonedRefusal(
    response: Receiving,
    description: RequestDescription,
    key: string | undefined,
  ): Promise<SendFailure> {
    const refusal = this.#refusal(response, description, key !== undefined)
    if (response.status < 400 || isWorthRetrying(refusal.failure)) return refusal
    const body = await readBeginning(response, longestReason, this.#limits.reason)
    const serviceMessage = refusalReason(this.#keys.strip(body, key))
    return serviceMessage === undefined
      ? refusal
      : new SendFailure({ ...refusal.failure, serviceMessage }, refusal.retryAfter)
  }

  #refusal(response: Receiving, description: RequestDescription, hadKey: boolean): SendFailure {
    const failure = statusFailure(response.status, description, hadKey)
    const seconds = this.#retryAfter(response) ?? (failure.kind === 'too-many-requests' ? unstatedWait : undefined)
    return seconds === undefined ? new SendFailure(failure) : new SendFailure({ ...failure, seconds }, seconds)
  }

  /** A body that broke off is a response cut short, unless it was silence or the user that ended it. */
  #explain(error: unknown, outgoing: Pick<Outgoing, 'description' | 'signal'>, during: 'head' | 'body'): FailureError {
    if (error instanceof FailureError) return error
    const { description } = outgoing
    if (outgoing.signal.aborted) return new FailureError({ ...description, kind: 'cancelled' })
    const failure = networkFailure(error, description)
    if (failure.kind === 'no-response') {
      return new SendFailure({ ...failure, ...this.#timedOut(isTotalTimeout(error) ? 'whole' : during) })
    }
    if (during === 'body' && failure.kind === 'connection-lost') {
      return new SendFailure({ ...description, kind: isMalformedHttp(error) ? 'not-json' : 'incomplete' })
    }
    return new SendFailure(failure)
  }

  #timedOut(during: 'head' | 'body' | 'whole'): { seconds: number; detail: string } {
    const inSeconds = (milliseconds: number) => Math.max(1, Math.round(milliseconds / 1000))
    const { firstByte, betweenBytes, total } = this.#limits
    switch (during) {
      case 'head':
        return { seconds: inSeconds(firstByte), detail: `sent nothing for ${inSeconds(firstByte)} seconds` }
      case 'body':
        return { seconds: inSeconds(betweenBytes), detail: `stopped sending for ${inSeconds(betweenBytes)} seconds` }
      case 'whole':
        return { seconds: inSeconds(total), detail: `took more than ${inSeconds(total)} seconds to respond` }
      default:
        return during satisfies never
    }
  }

  /** Seconds from now; RFC 9110 §10.2.3 allows a count or a date. */
  #retryAfter(response: Receiving): number | undefined {
    const header = response.header('retry-after')?.trim() ?? ''
    if (/^\d+$/.test(header)) return Number(header)
    // Date.parse reads a date into almost any digits: an HTTP date has a month's name.
    const date = /[a-z]{3}/i.test(header) ? Date.parse(header) : Number.NaN
    return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - this.#clock.now()) / 1000))
  }
}

/** With `fetch`, which decodes every content coding. */
async function fetchResponse(
  dispatcher: Dispatcher,
  address: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Receiving> {
  const response = await fetch(address, {
    redirect: 'manual',
    dispatcher,
    headers,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  })
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    body: response.body ?? Readable.from([]),
    leave: () => void response.body?.cancel().catch(() => undefined),
  }
}

/** Reads the decoded body up to the limit; a bomb is cut there, not after. */
async function readBody(response: Receiving, description: RequestDescription, limit: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body) {
    bytes += piece.byteLength
    if (bytes > limit) fail({ ...description, kind: 'too-large', detail: sizeInWords(limit) })
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** The bytes of a body until there are enough, it ends, it breaks off, or time is up. */
async function readBeginning(response: Receiving, bytes: number, milliseconds: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let read = 0
  let timer: NodeJS.Timeout | undefined
  const timeOver = new Promise<null>((resolve) => (timer = setTimeout(resolve, milliseconds, null)))
  const body = response.body[Symbol.asyncIterator]()
  try {
    while (read < bytes) {
      const next = await Promise.race([body.next(), timeOver])
      if (next === null || next.done) break
      pieces.push(next.value)
      read += next.value.byteLength
    }
  } catch {
    // The status tells what happened; the reason is optional.
  } finally {
    clearTimeout(timer)
    body.return?.().catch(() => undefined)
  }
  return Buffer.concat(pieces)
}

function sizeInWords(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${Math.round(bytes / 1024 / 1024)} MB`
}
