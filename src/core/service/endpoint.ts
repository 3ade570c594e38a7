/**
 * Checks a workspace's base URL, and builds the addresses and parameters of requests to its
 * service.
 */

import { operations, type OperationName } from '#contract/service/operations.ts'
import type { SearchNames } from '#contract/api/workspaces.ts'
import { fail } from '../failure-error.ts'
import { isServiceAddress } from './service-address.ts'

/** What the client needs to know of a workspace. */
export interface Endpoint {
  readonly workspace: string
  readonly baseUrl: string
  readonly search: SearchNames
}

export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>

/** A request as it may be shown and stored: no host, no key. */
export interface ShownRequest {
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
}

/**
 * https anywhere, http on this machine only (docs/promises.md S8). No user information, query or fragment: the key travels in the
 * query, so nothing else may. Throws `invalid-base-url`.
 */
export function readBaseUrl(text: string): URL {
  const url = URL.canParse(text.trim())
    ? new URL(text.trim())
    : fail({ kind: 'invalid-base-url', detail: 'it is not a URL' })
  if (!isServiceAddress(url)) fail({ kind: 'invalid-base-url', detail: 'it must start with https://' })
  if (url.username !== '' || url.password !== '')
    fail({ kind: 'invalid-base-url', detail: 'it must not contain a user name' })
  if (url.search !== '' || url.hash !== '') fail({ kind: 'invalid-base-url', detail: 'it must not contain ? or #' })
  return url
}

/** Path and parameters of a request, in the wire's names; parameters that are undefined are not sent. */
export function shownRequest(operation: OperationName, parameters: Parameters, search: SearchNames): ShownRequest {
  const { path } = operations[operation]
  const sent: Record<string, string> = {}
  let filledPath: string = path
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    if (path.includes(`{${name}}`)) filledPath = filledPath.replace(`{${name}}`, pathSegment(String(value)))
    else sent[operation === 'securities' ? searchName(name, search) : name] = String(value)
  }
  return { path: filledPath, parameters: sent }
}

/** Dots alone would climb out of the operation's own path: a URL reads them so, escaped or not. Throws `bad-request`. */
function pathSegment(value: string): string {
  if (/^\.{1,2}$/.test(value)) fail({ kind: 'bad-request', detail: 'not a valid record ID' })
  // Half of a surrogate pair cannot be written in a URL; as bytes it becomes U+FFFD.
  return encodeURIComponent(Buffer.from(value).toString())
}

function searchName(name: string, search: SearchNames): string {
  if (name === 'query') return search.query
  if (name === 'type') return search.type
  return name === 'page' ? search.page : name
}

/** The address without the key. A base URL may have a path. */
export function addressOf(baseUrl: URL, request: ShownRequest): URL {
  const url = new URL(baseUrl)
  url.pathname = `${baseUrl.pathname.replace(/\/+$/, '')}${request.path}`
  for (const [name, value] of Object.entries(request.parameters)) url.searchParams.set(name, value)
  return url
}
