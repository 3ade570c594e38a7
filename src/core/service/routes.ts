import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici'
import { isLoopback } from './service-address.ts'
import type { TimeoutPolicy } from './timeout-policy.ts'

type RouteLimits = Pick<TimeoutPolicy, 'connect' | 'firstByte' | 'betweenBytes'>

/**
 * How connections are made: to this machine directly, to everywhere else through the environment's proxy, if it names one.
 * Certificates are checked against Node's own roots, and the system's as well once those were not enough: a company's own
 * authority stands only there (docs/promises.md N6), and reading it takes the core a fifth of a second.
 */
export class Routes {
  readonly #limits: RouteLimits
  #pair: Pair
  #trustsSystem = false

  constructor(limits: RouteLimits) {
    this.#limits = limits
    this.#pair = routePair(limits, undefined)
  }

  to(url: URL): Dispatcher {
    return isLoopback(url.hostname) ? this.#pair.direct : this.#pair.outside
  }

  /** After a certificate was not trusted on one route: whether there is another by now, which trusts the system as well. */
  isWiderThan(tried: Dispatcher): boolean {
    if (!this.#trustsSystem) {
      this.#trustsSystem = true
      const ca = [...new Set([...getCACertificates('default'), ...getCACertificates('system')])]
      const { direct, outside } = this.#pair
      this.#pair = routePair(this.#limits, createSecureContext({ ca }))
      // What is under way on them may end first.
      void direct.close()
      void outside.close()
    }
    return tried !== this.#pair.direct && tried !== this.#pair.outside
  }

  close(): void {
    void this.#pair.direct.destroy()
    void this.#pair.outside.destroy()
  }
}

interface Pair {
  readonly direct: Dispatcher
  readonly outside: Dispatcher
}

function routePair({ connect, firstByte, betweenBytes }: RouteLimits, trusted: SecureContext | undefined): Pair {
  const tls = { timeout: connect, ...(trusted && { secureContext: trusted }) }
  const options = { connect: tls, headersTimeout: firstByte, bodyTimeout: betweenBytes, connections: 16 }
  return { direct: new Agent(options), outside: new EnvHttpProxyAgent({ ...options, requestTls: tls, proxyTls: tls }) }
}
