/** Sends a request through its proxies, in their order, and once more with the certificates of the system. */

import type { Dispatcher } from 'undici'
import { FailureError } from '../failure-error.ts'
import { rejectOnAbort } from '../reject-on-abort.ts'
import type { ConnectionDispatchers } from './connection-dispatchers.ts'
import type { RequestDescription } from './network-errors.ts'
import { displayedRoute, type ProxiesOf, type ProxyRoute } from './proxies.ts'
import { SendFailure } from './send-failure.ts'

interface Routing {
  readonly url: URL
  readonly proxies: ProxiesOf
  readonly dispatchers: ConnectionDispatchers
  /** What failures on the way say of the request. */
  readonly description: RequestDescription
  /** For finding out the proxies. Milliseconds. */
  readonly limit: number
  /** Of whoever requested it. */
  readonly signal: AbortSignal
  /** Of the whole request: that signal, and its time. */
  readonly until: AbortSignal
}

/**
 * Sends it through the first of its proxies that can be reached.
 *
 * @param attempt sends the request over one connection; throws FailureError, and defects
 */
export async function throughProxies<Response>(
  routing: Routing,
  attempt: (dispatcher: Dispatcher) => Promise<Response>,
): Promise<Response> {
  const [first = null, ...others] = await routesTo(routing)
  let route = first
  for (;;) {
    try {
      return await over(route, routing.dispatchers, attempt)
    } catch (error) {
      const next = others.shift()
      // An unreachable proxy has received nothing: the next one may get the request.
      if (next === undefined || !(error instanceof FailureError) || error.failure.kind !== 'offline') throw error
      route = next
    }
  }
}

async function routesTo({ url, proxies, description, limit, signal, until }: Routing): Promise<readonly ProxyRoute[]> {
  try {
    return await rejectOnAbort(proxies(url), AbortSignal.any([until, AbortSignal.timeout(limit)]))
  } catch (error) {
    if (signal.aborted) throw new FailureError({ ...description, kind: 'cancelled' })
    const failure = error instanceof FailureError ? error.failure : unknownProxy
    throw new SendFailure({ ...description, ...failure })
  }
}

const unknownProxy = { kind: 'offline', detail: 'the proxy settings of this computer cannot be read' } as const

async function over<Response>(
  route: ProxyRoute,
  dispatchers: ConnectionDispatchers,
  attempt: (dispatcher: Dispatcher) => Promise<Response>,
): Promise<Response> {
  const dispatcher = dispatchers.to(route)
  try {
    return await attempt(dispatcher)
  } catch (error) {
    if (!(error instanceof FailureError)) throw error
    if (error.failure.kind === 'certificate' && dispatchers.isWiderThan(dispatcher))
      return over(route, dispatchers, attempt)
    throw route === null ? error : byProxy(error, displayedRoute(route) ?? '')
  }
}

/** Names the proxy that a failure is of. */
function byProxy(error: FailureError, proxy: string): FailureError {
  const { failure } = error
  if (failure.kind === 'proxy-login') return new SendFailure({ ...failure, detail: proxy })
  if (failure.kind !== 'offline') return error
  // A proxy resolves names and connects to hosts itself: only the proxy can be unreachable.
  const isOfProxy = failure.detail?.startsWith('the proxy')
  return new SendFailure({ ...failure, detail: isOfProxy ? failure.detail : `the proxy ${proxy}: ${failure.detail}` })
}
