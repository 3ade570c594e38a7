/** Reads the administrator's update feed when the user asks for it, and says which version is offered. */

import type { AdministratorPolicy } from '#contract/api/policy.ts'
import type { PublishedVersion } from '#contract/api/program.ts'
import type { Failure } from '#contract/failure.ts'
import type { Clock } from '../clock.ts'
import { fail, failureOf } from '../failure-error.ts'
import type { ApiKeys } from '../service/api-keys.ts'
import type { ProxiesOf } from '../service/proxies.ts'
import { defaultLimits, Sender, type Limits } from '../service/send-request.ts'
import { compareWithRunning } from './compare-versions.ts'
import { largestFeed, readUpdateFeed } from './update-feed.ts'

/** The latest feed that was accepted, by the key that signed it: with another key the count begins again. */
export interface SeenFeed {
  readonly key: string
  readonly publishedAt: number
}

interface UpdatesDependencies {
  readonly policy: AdministratorPolicy
  /** The running version. */
  readonly version: string
  readonly clock: Clock
  /** None of them is ever added to this request. */
  readonly keys: ApiKeys
  readonly proxies: ProxiesOf
  readonly seen: () => SeenFeed | null
  readonly see: (feed: SeenFeed) => void
}

/** The whole request, in milliseconds. */
const longest = 30_000

/** One file that its administrator keeps in place: a redirect is not followed. */
const limits: Limits = { ...defaultLimits, redirects: 0 }

/**
 * Sends one request, for each time that the user asks, to the address that the administrator's policy names. It carries no key, and
 * nothing that tells one user or computer from another. Nothing is downloaded or installed (docs/promises.md P2).
 */
export class Updates {
  readonly #dependencies: UpdatesDependencies

  constructor(dependencies: UpdatesDependencies) {
    this.#dependencies = dependencies
  }

  /** Null: no feed is set. */
  get host(): string | null {
    const { updates } = this.#dependencies.policy
    return updates && new URL(updates.feed).host
  }

  async check(signal: AbortSignal): Promise<PublishedVersion> {
    const { policy, version, clock, seen, see } = this.#dependencies
    if (policy.updates === null) fail({ kind: 'bad-request', detail: 'no update feed is set' })
    const { feed: address, key } = policy.updates
    const bytes = await this.#fetch(new URL(address), signal)
    const last = seen()
    const reading = readUpdateFeed(bytes, {
      key,
      now: clock.now(),
      seen: last?.key === key ? last.publishedAt : null,
    })
    if ('refusal' in reading) fail({ kind: 'update-feed-refused', detail: reading.refusal })
    const { feed } = reading
    see({ key, publishedAt: feed.publishedAt })
    return { ...feed, is: compareWithRunning(feed.version, version) }
  }

  async #fetch(url: URL, signal: AbortSignal): Promise<Buffer> {
    const { keys, clock, proxies } = this.#dependencies
    // The policy that names services is about data: this address is the administrator's own.
    const sender = new Sender(keys, clock, () => undefined, { limits, proxies })
    const time = AbortSignal.timeout(longest)
    try {
      const stream = await sender.stream({
        workspace: '',
        description: { operation: 'Update feed', host: url.host },
        withKey: false,
        url,
        headers: { accept: 'text/plain', 'cache-control': 'no-store' },
        signal: AbortSignal.any([signal, time]),
      })
      try {
        if (stream.status !== 200) fail({ kind: 'request-refused', status: stream.status })
        return await readAll(stream.body)
      } finally {
        stream.leave()
      }
    } catch (error) {
      const failure = failureOf(error)
      if (failure === undefined || failure.kind === 'update-feed-refused') throw error
      return fail(unavailable(failure, url.host, time.aborted && !signal.aborted))
    } finally {
      sender.close()
    }
  }
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    pieces.push(piece)
    bytes += piece.byteLength
    if (bytes > largestFeed) {
      fail({ kind: 'update-feed-refused', detail: `it is larger than ${largestFeed / 1024} KB` })
    }
  }
  return Buffer.concat(pieces)
}

/** The failure of the request in the words of an update: the sentences of the list speak of the service. */
function unavailable(failure: Failure, host: string, isLate: boolean): Failure {
  const because = (detail: string): Failure => ({ kind: 'updates-unavailable', host, detail })
  if (isLate) return because(`${host} took more than ${longest / 1000} seconds`)
  switch (failure.kind) {
    case 'cancelled':
    case 'proxy-login':
      return failure
    case 'offline':
      return because(`${host} cannot be reached (${failure.detail ?? 'no reason known'})`)
    case 'certificate':
      return because(`the certificate of ${host} is not trusted (${failure.detail ?? 'no reason known'})`)
    case 'redirected':
      return because(`${host} redirected the request, which is not followed`)
    case 'no-response':
      return because(`${host} ${failure.detail ?? 'does not respond'}`)
    default:
      return because(
        failure.status === undefined
          ? `the connection to ${host} was lost`
          : `${host} returned status ${failure.status}`,
      )
  }
}
