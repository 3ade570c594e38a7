import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

/** A service with one call and a recording of so many bytes, in a process of its own. Prints its address. */
const total = Number(process.argv[2])
const callId = process.argv[3] ?? ''
const piece = randomBytes(1024 * 1024)

function* pieces(from: number): Generator<Buffer> {
  for (let at = from; at < total;) {
    const next = piece.subarray(at % piece.length, Math.min(piece.length, (at % piece.length) + total - at))
    at += next.length
    yield next
  }
}

const detail = {
  call_id: callId,
  symbol: 'ACME',
  recording: { formats: [{ file_link: 'files/a.mp3', size: total, content_type: 'audio/mpeg', quality: 'high' }] },
}
const server = createServer((request, response) => {
  if (request.url?.startsWith('/files/') !== true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(detail))
    return
  }
  response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': total, etag: '"bench"' })
  Readable.from(pieces(0), { objectMode: false }).pipe(response)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
