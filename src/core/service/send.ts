import { Agent, EnvHttpProxyAgent, fetch, type Dispatcher, type Response } from 'undici'
import type { Clock } from '../clock.ts'
import { FailureError, fail } from '../failure-error.ts'
import { addressOf, isLoopback, type ShownRequest } from './endpoint.ts'
import type { HeldKeys } from './held-keys.ts'
import { networkFailure, statusFailure, type Asked } from './trouble.ts'

/** Milliseconds, and decoded bytes. */
export interface Limits {
  readonly connect: number
  /** Until the headers are there. */
  readonly answer: number
  /** Silence between two pieces of the body. */
  readonly silence: number
  /** The whole request, redirects included. */
  readonly total: number
  readonly bodyBytes: number
  readonly redirects: number
}

export const usualLimits: Limits = {
  connect: 10_000,
  answer: 15_000,
  silence: 15_000,
  total: 120_000,
  bodyBytes: 32 * 1024 * 1024,
  redirects: 3,
}

export interface Sent {
  readonly body: Buffer
  readonly contentType: string
  readonly hadKey: boolean
}

/** A failed attempt, with what the service said about waiting. */
export class SendFailure extends FailureError {
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | undefined

  constructor(failure: FailureError['failure'], retryAfter?: number) {
    super(failure)
    this.retryAfter = retryAfter
  }
}

export interface Outgoing {
  readonly workspace: string
  readonly baseUrl: URL
  readonly request: ShownRequest
  readonly asked: Asked
  readonly withKey: boolean
  readonly signal: AbortSignal
}

/** One HTTP exchange, no retries. Throws FailureError only. */
export class Sender {
  readonly #direct: Dispatcher
  readonly #outside: Dispatcher
  readonly #keys: HeldKeys
  readonly #limits: Limits
  readonly #clock: Clock

  constructor(keys: HeldKeys, clock: Clock, limits: Limits = usualLimits) {
    const options = {
      connect: { timeout: limits.connect },
      headersTimeout: limits.answer,
      bodyTimeout: limits.silence,
      connections: 8,
    }
    this.#direct = new Agent(options)
    this.#outside = new EnvHttpProxyAgent(options)
    this.#keys = keys
    this.#limits = limits
    this.#clock = clock
  }

  async send(outgoing: Outgoing): Promise<Sent> {
    const signal = AbortSignal.any([outgoing.signal, AbortSignal.timeout(this.#limits.total)])
    const { response, hadKey } = await this.#follow(outgoing, signal)
    try {
      if (response.status !== 200) {
        const failure = statusFailure(response.status, outgoing.asked, hadKey)
        throw new SendFailure(failure, this.#retryAfter(response))
      }
      const body = await readBody(response, outgoing.asked, this.#limits.bodyBytes)
      return { body, contentType: response.headers.get('content-type') ?? '', hadKey }
    } catch (error) {
      throw this.#explain(error, outgoing)
    } finally {
      await response.body?.cancel().catch(() => undefined)
    }
  }

  close(): void {
    void this.#direct.destroy()
    void this.#outside.destroy()
  }

  /** Redirects by hand: the same origin only, three at most, so that the key never follows anywhere else. */
  async #follow(outgoing: Outgoing, signal: AbortSignal): Promise<{ response: Response; hadKey: boolean }> {
    let url = addressOf(outgoing.baseUrl, outgoing.request)
    for (let hop = 0; hop <= this.#limits.redirects; hop += 1) {
      const { response, hadKey } = await this.#exchange(url, outgoing, signal)
      if (response.status < 300 || response.status > 399 || response.status === 304) return { response, hadKey }
      await response.body?.cancel().catch(() => undefined)
      url = this.#nextHop(response.headers.get('location'), url, outgoing)
    }
    throw new FailureError({ ...outgoing.asked, kind: 'moved', detail: 'it goes in circles' })
  }

  #nextHop(location: string | null, from: URL, outgoing: Outgoing): URL {
    const { asked, baseUrl } = outgoing
    if (location === null || !URL.canParse(location, from.href)) fail({ ...asked, kind: 'moved', detail: 'to nowhere' })
    const next = new URL(location, from)
    if (next.origin !== baseUrl.origin || next.username !== '' || next.password !== '') {
      fail({ ...asked, kind: 'moved', detail: next.hostname.slice(0, 100) })
    }
    return next
  }

  /** The one place where the key is added to anything: at send time, for the origin it was entered for. */
  async #exchange(url: URL, outgoing: Outgoing, signal: AbortSignal): Promise<{ response: Response; hadKey: boolean }> {
    const key = outgoing.withKey ? this.#keys.keyFor(outgoing.workspace, url.origin) : undefined
    const address = new URL(url)
    if (key !== undefined) address.searchParams.set('apikey', key)
    try {
      const response = await fetch(address, {
        redirect: 'manual',
        dispatcher: isLoopback(url.hostname) ? this.#direct : this.#outside,
        headers: { accept: 'application/json', 'cache-control': 'no-store' },
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal,
      })
      return { response, hadKey: key !== undefined }
    } catch (error) {
      throw this.#explain(error, outgoing)
    }
  }

  #explain(error: unknown, outgoing: Outgoing): FailureError {
    if (error instanceof FailureError) return error
    if (outgoing.signal.aborted) return new FailureError({ ...outgoing.asked, kind: 'cancelled' })
    const failure = networkFailure(error, outgoing.asked)
    const seconds = Math.round(this.#limits.answer / 1000)
    return new SendFailure(failure.kind === 'no-answer' ? { ...failure, seconds } : failure)
  }

  /** Seconds from now; RFC 9110 §10.2.3 allows a count or a date. */
  #retryAfter(response: Response): number | undefined {
    const header = response.headers.get('retry-after')?.trim()
    if (header === undefined || header === '') return undefined
    if (/^\d+$/.test(header)) return Number(header)
    const date = Date.parse(header)
    return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - this.#clock.now()) / 1000))
  }
}

/** Reads the decoded body up to the limit; a bomb is cut there, not after. */
async function readBody(response: Response, asked: Asked, limit: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  if (!response.body) return Buffer.alloc(0)
  try {
    for await (const piece of response.body) {
      if (!(piece instanceof Uint8Array)) continue
      bytes += piece.byteLength
      if (bytes > limit) fail({ ...asked, kind: 'too-large', detail: `${Math.round(limit / 1024 / 1024)} MB` })
      pieces.push(piece)
    }
  } catch (error) {
    if (error instanceof FailureError || asked.operation === '') throw error
    throw cutShort(error, asked)
  }
  return Buffer.concat(pieces)
}

/** A body that broke off is an answer cut short, unless it was silence or the user that ended it. */
function cutShort(error: unknown, asked: Asked): FailureError {
  const failure = networkFailure(error, asked)
  if (failure.kind === 'connection-lost') return new SendFailure({ ...asked, kind: 'incomplete' })
  return new SendFailure(failure)
}
