/**
 * Turns errors of the network and HTTP statuses into failures that the user reads, and decides
 * which are worth a retry.
 */

import type { Failure } from '#contract/failure.ts'

/** The facts of a request for the sentence that the user reads. */
export interface RequestDescription {
  /** Title of the operation. */
  readonly operation: string
  readonly host: string
}

/**
 * Rebuilds any error of the network stack as a Failure from a list of codes. Messages, URLs and causes are left out: several of
 * them contain the whole address, and with it the key (docs/promises.md, S7).
 */
export function networkFailure(error: unknown, description: RequestDescription): Failure {
  const about = { operation: description.operation, host: description.host }
  const proxyStatus = proxyStatusOf(error)
  if (proxyStatus === 407) return { ...about, kind: 'proxy-login', status: proxyStatus, detail: someProxy }
  if (proxyStatus !== undefined)
    return { ...about, kind: 'offline', detail: `the proxy returned status ${proxyStatus}` }
  const code = codeOf(error)
  if (code === undefined) return { ...about, kind: 'connection-lost' }
  if (code === 'ABORT_ERR') return { ...about, kind: 'cancelled' }
  if (/^(CERT_|ERR_TLS|DEPTH_ZERO|UNABLE_TO|SELF_SIGNED|ERR_SSL|EPROTO)/.test(code)) {
    return { ...about, kind: 'certificate', detail: certificateProblem(code) }
  }
  const unreachable = unreachableBecause[code]
  if (unreachable) return { ...about, kind: 'offline', detail: unreachable }
  if (/TIMEOUT$/.test(code)) return { ...about, kind: 'no-response' }
  return { ...about, kind: 'connection-lost' }
}

/** Until it is known which one. */
const someProxy = 'of your network'

const unreachableBecause: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no response',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host names cannot be resolved',
  ENETUNREACH: 'no network connection',
  EHOSTUNREACH: 'no route to the host',
  ENETDOWN: 'no network connection',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  ETIMEDOUT: 'connection timed out',
}

function certificateProblem(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'it has expired'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'it was issued for another host'
  if (/SELF_SIGNED|DEPTH_ZERO/.test(code)) return 'it is self-signed'
  if (/^(EPROTO|ERR_SSL|ERR_TLS)/.test(code)) return 'a secure connection failed'
  return 'unknown issuer'
}

const totalTimeout = 'TOTAL_TIMEOUT'

/** The innermost code of an error and its causes. */
function codeOf(error: unknown): string | undefined {
  let code: string | undefined
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') code = cause.code
    if (cause.name === 'AbortError') return 'ABORT_ERR'
    if (cause.name === 'TimeoutError') return totalTimeout
    if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0]) ?? code
  }
  return code
}

/** A tunnel that the proxy refused looks like a cancelled request; undici's message has the status, and that is all that is read. */
function proxyStatusOf(error: unknown): number | undefined {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1) {
    const status = /^Proxy response \((\d{3})\)|^Proxy Authentication Required \((407)\)$/.exec(cause.message)
    if (status) return Number(status[1] ?? status[2])
  }
  return undefined
}

/** The limit on a whole request ran out, not one on silence. */
export function isTotalTimeout(error: unknown): boolean {
  return codeOf(error) === totalTimeout
}

/** What arrived cannot be decoded: it is complete and wrong, rather than cut short. */
export function isMalformedHttp(error: unknown): boolean {
  return codeOf(error) === 'Z_DATA_ERROR'
}

/** Any status but 200 as a failure (docs/interface.md shows no other; classes are those of RFC 9110 §15). */
export function statusFailure(status: number, description: RequestDescription, hasKey: boolean): Failure {
  const about = { operation: description.operation, host: description.host, status }
  switch (status) {
    case 401:
      return { ...about, kind: hasKey ? 'key-refused' : 'key-missing' }
    case 403:
      return { ...about, kind: hasKey ? 'not-allowed' : 'key-missing' }
    case 404:
    case 410:
      return { ...about, kind: 'not-found' }
    case 407:
      return { ...about, kind: 'proxy-login', detail: someProxy }
    case 429:
      return { ...about, kind: 'too-many-requests' }
    case 511:
      return { ...about, kind: 'sign-in-page' }
    default:
      return status >= 500 || status === 408 || status === 425
        ? { ...about, kind: 'service-error' }
        : { ...about, kind: 'request-refused' }
  }
}

/** Worth another try: the network failed, or the service is busy (docs/promises.md N2). */
export function isWorthRetrying(failure: Failure): boolean {
  switch (failure.kind) {
    case 'offline':
    case 'connection-lost':
    case 'no-response':
    case 'incomplete':
    case 'too-many-requests':
      return true
    case 'service-error':
      return [408, 425, 500, 502, 503, 504].includes(failure.status ?? 0)
    default:
      return false
  }
}
