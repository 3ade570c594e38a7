/** Reads the body of a request as text, up to a limit. */

import type { IncomingMessage } from 'node:http'

/** The whole body as text; null when it is longer than `largest` bytes. Rejects when the other end breaks off. */
export async function readBody(request: IncomingMessage, largest: number): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  // `Content-Length` may be missing or wrong: received bytes are counted. The request is kept open, so that it gets a response.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a request is read as bytes')
    length += chunk.length
    if (length > largest) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
