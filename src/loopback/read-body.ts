import type { IncomingMessage } from 'node:http'

/** The whole body as text; null when it is longer than `largest` bytes. Rejects when the other end breaks off. */
export async function readBody(request: IncomingMessage, largest: number): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  // `Content-Length` may be missing or untrue: what comes is counted. The request is kept, so that it can be responded to.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a request is read as bytes')
    length += chunk.length
    if (length > largest) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
