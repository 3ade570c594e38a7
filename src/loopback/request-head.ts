/**
 * Takes from a Node request what the request check needs: method, target, HTTP version, and every
 * value of each header.
 */

import type { IncomingMessage } from 'node:http'
import type { RequestHead } from './request-check.ts'

/** `headersDistinct` keeps what `headers` would merge or drop: a second Host, a second Authorization. */
export function headOf({ method, url, httpVersion, headersDistinct }: IncomingMessage): RequestHead {
  return { method: method ?? '', target: url ?? '', httpVersion, headers: headersDistinct }
}
