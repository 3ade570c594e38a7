/** Reads from a Node request the headers that the request check needs. */

import type { IncomingMessage } from 'node:http'
import type { RequestHead } from './request-check.ts'

/** `headersDistinct` keeps what `headers` would merge or drop: a second Host, a second Authorization. */
export function headOf({ method, url, httpVersion, headersDistinct }: IncomingMessage): RequestHead {
  return { method: method ?? '', target: url ?? '', httpVersion, headers: headersDistinct }
}
