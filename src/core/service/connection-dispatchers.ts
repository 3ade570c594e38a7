/**
 * HTTP connections to the service, direct or through a proxy, and the certificates that they trust.
 */

import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Agent, ProxyAgent, type Dispatcher } from 'undici'
import type { ProxyRoute } from './proxies.ts'
import type { TimeoutPolicy } from './timeout-policy.ts'

type RouteLimits = Pick<TimeoutPolicy, 'connect' | 'firstByte' | 'betweenBytes'>

/** Proxies whose connections are kept open. A proxy script may name many in succession. */
const mostRoutes = 16

/**
 * How connections are made: directly, or through a proxy. Certificates are checked with Node's roots first, and with the system's
 * as well after those failed: only there is a company's own authority (docs/promises.md N6), and reading it takes the core a
 * fifth of a second.
 */
export class ConnectionDispatchers {
  readonly #limits: RouteLimits
  #routes = new Map<ProxyRoute, Dispatcher>()
  #trusted: SecureContext | undefined

  constructor(limits: RouteLimits) {
    this.#limits = limits
  }

  to(route: ProxyRoute): Dispatcher {
    const known = this.#routes.get(route)
    if (known) return known
    const opened = openRoute(route, this.#limits, this.#trusted)
    this.#routes.set(route, opened)
    const [oldest] = this.#routes.keys()
    if (this.#routes.size > mostRoutes && oldest !== undefined) {
      // Its running requests may end first.
      void this.#routes.get(oldest)?.close()
      this.#routes.delete(oldest)
    }
    return opened
  }

  /** After a certificate was not trusted on one route: whether there is another by now, which trusts the system as well. */
  isWiderThan(tried: Dispatcher): boolean {
    if (this.#trusted === undefined) {
      const ca = [...new Set([...getCACertificates('default'), ...getCACertificates('system')])]
      this.#trusted = createSecureContext({ ca })
      // Their running requests may end first.
      for (const route of this.#routes.values()) void route.close()
      this.#routes = new Map()
    }
    return ![...this.#routes.values()].includes(tried)
  }

  close(): void {
    for (const route of this.#routes.values()) void route.destroy()
  }
}

function openRoute(
  route: ProxyRoute,
  { connect, firstByte, betweenBytes }: RouteLimits,
  trusted: SecureContext | undefined,
): Dispatcher {
  const tls = { timeout: connect, ...(trusted && { secureContext: trusted }) }
  const options = { connect: tls, headersTimeout: firstByte, bodyTimeout: betweenBytes, connections: 16 }
  return route === null
    ? new Agent(options)
    : new ProxyAgent({ ...options, uri: route, requestTls: tls, proxyTls: tls, connectTimeout: connect })
}
