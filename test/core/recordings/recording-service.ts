import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

export const callId = '0b7f6a51-1c2d-4e3f-8a9b-0c1d2e3f4a5b'

/** What a service may do wrong with a file (docs/promises.md D2, D3), or well. */
export type Manner =
  | 'well'
  | 'ignores-range'
  | 'range-on-200'
  | 'wrong-start'
  | 'no-total'
  | 'wrong-total'
  | 'short-range'
  | 'several-parts'
  | 'notRequested-part'
  | 'etag-changes'
  | 'etag-weak'
  | 'etag-missing'
  | 'refuses-ranges'
  | 'gzip'
  | 'close-delimited'
  | 'chunked'
  | 'html'
  | 'size-zero'
  | 'size-differs'
  | 'endless'

export interface RecordingService {
  readonly baseUrl: string
  readonly bytes: Buffer
  /** Of every request for the file, in order. */
  readonly asked: { range: string | null; ifRange: string | null; key: string | null; encoding: string | null }[]
  manner: Manner
  /** Cut the connection after so many bytes of every body; null: never. */
  cutAfter: number | null
  /** Hold every body after so many bytes until `release`. */
  holdAfter: number | null
  release(): void
  /** Sent instead of the file this many times. */
  refusals: number[]
  retryAfter: string | null
  /** Breaks every connection off: to the files, or to anything. */
  down: 'files' | 'all' | null
  /** Breaks off what is under way. */
  drop(): void
  /** Of a signed link: the one that is good, and the response to every other. */
  signature: { readonly good: string; readonly refusal: number } | null
  /** Where every request for the file is redirected to. */
  movedTo: string | null
  key: string | null
  detail: Record<string, unknown>
  readonly details: string[]
  close(): Promise<void>
}

const piece = 64 * 1024

/** A service with one call and its recording, whose manners can be changed while it runs. */
export async function startRecordingService(size = 1_000_000, content = randomBytes(size)): Promise<RecordingService> {
  let freed: (() => void)[] = []
  let count = 0
  const etag = `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`
  const service: Omit<RecordingService, 'baseUrl' | 'close'> = {
    bytes: content,
    asked: [],
    manner: 'well',
    cutAfter: null,
    holdAfter: null,
    release: () => {
      service.holdAfter = null
      for (const free of freed) free()
      freed = []
    },
    refusals: [],
    retryAfter: null,
    down: null,
    drop: () => server.closeAllConnections(),
    signature: null,
    movedTo: null,
    key: null,
    detail: {
      call_id: callId,
      symbol: 'ACME',
      call_title: 'Third quarter',
      recording: {
        formats: [{ file_link: 'files/a.mp3', size, content_type: 'audio/mpeg', quality: 'high' }],
      },
    },
    details: [],
  }
  const send = async (response: ServerResponse, body: Buffer) => {
    response.setMaxListeners(0)
    let sent = 0
    while (sent < body.length) {
      if (service.cutAfter !== null && sent >= service.cutAfter) return response.destroy()
      if (service.holdAfter !== null && sent >= service.holdAfter) {
        await new Promise<void>((resolve) => {
          freed.push(resolve)
          response.once('close', resolve)
        })
      }
      const most = Math.min(service.cutAfter ?? piece, service.holdAfter ?? piece, piece)
      const next = body.subarray(sent, sent + most)
      sent += next.length
      if (response.destroyed) return
      await new Promise<void>((resolve) => {
        response.write(next, () => resolve())
        response.once('close', resolve)
      })
    }
    if (service.cutAfter !== null && sent >= service.cutAfter && service.manner === 'endless') response.destroy()
    else response.end()
  }
  const file = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const { range = null, 'if-range': ifRange = null, 'accept-encoding': encoding = null } = request.headers
    const sentKey = url.searchParams.get('apikey')
    service.asked.push({
      range,
      ifRange: typeof ifRange === 'string' ? ifRange : null,
      key: sentKey,
      encoding: typeof encoding === 'string' ? encoding : null,
    })
    const { signature } = service
    const isStale = signature !== null && url.searchParams.get('sig') !== signature.good
    const refusal = service.refusals.shift() ?? (isStale ? signature.refusal : undefined)
    if (refusal !== undefined) {
      response.writeHead(refusal, service.retryAfter === null ? {} : { 'retry-after': service.retryAfter }).end()
      return
    }
    if (service.key !== null && sentKey !== service.key) {
      response.writeHead(sentKey === null ? 401 : 403).end()
      return
    }
    if (service.movedTo !== null) {
      response.writeHead(302, { location: service.movedTo }).end()
      return
    }
    count += 1
    const { manner } = service
    const tag =
      manner === 'etag-weak'
        ? `W/${etag}`
        : manner === 'etag-changes'
          ? `"${count}"`
          : manner === 'etag-missing'
            ? ''
            : etag
    const head = { 'content-type': 'audio/mpeg', 'accept-ranges': 'bytes', ...(tag && { etag: tag }) }
    const whole = (more: Record<string, string | number> = {}) => {
      response.writeHead(200, { ...head, 'content-length': content.length, ...more })
      return send(response, content)
    }
    if (manner === 'html') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in')
      return
    }
    if (manner === 'size-zero') return void response.writeHead(200, { ...head, 'content-length': 0 }).end()
    if (manner === 'size-differs') {
      const longer = Buffer.concat([content, Buffer.alloc(1000)])
      response.writeHead(200, { ...head, 'content-length': longer.length })
      return send(response, longer)
    }
    if (manner === 'endless') {
      response.writeHead(200, head)
      return send(response, Buffer.concat([content, content]))
    }
    if (manner === 'gzip') {
      const packed = gzipSync(content)
      response.writeHead(200, { ...head, 'content-encoding': 'gzip', 'content-length': packed.length })
      return send(response, packed)
    }
    if (manner === 'close-delimited') {
      response.useChunkedEncodingByDefault = false
      response.writeHead(200, { 'content-type': 'audio/mpeg', connection: 'close' })
      return send(response, content)
    }
    if (manner === 'chunked') {
      response.writeHead(200, { 'content-type': 'audio/mpeg' })
      return send(response, content)
    }
    if (manner === 'notRequested-part') {
      response.writeHead(206, { ...head, 'content-range': `bytes 0-${content.length - 1}/${content.length}` })
      return send(response, content)
    }
    const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
    const wanted = range !== null && manner !== 'ignores-range' && (ifRange === null || ifRange === tag)
    if (!wanted || manner === 'range-on-200') {
      return whole(
        manner === 'range-on-200' ? { 'content-range': `bytes 0-${content.length - 1}/${content.length}` } : {},
      )
    }
    const from = first === '' ? content.length - Number(last) : Number(first)
    if (manner === 'refuses-ranges' || from >= content.length) {
      response.writeHead(416, { ...head, 'content-range': `bytes */${content.length}` }).end()
      return
    }
    const to = first === '' || last === '' ? content.length - 1 : Math.min(content.length - 1, Number(last))
    const began = manner === 'wrong-start' ? Math.max(0, from - 100) : from
    const ended = manner === 'short-range' ? Math.min(to, began + 99_999) : to
    const total = manner === 'no-total' ? '*' : manner === 'wrong-total' ? content.length + 1 : content.length
    response.writeHead(206, {
      ...head,
      ...(manner === 'several-parts' && { 'content-type': 'multipart/byteranges; boundary=x' }),
      'content-range': `bytes ${began}-${ended}/${total}`,
      'content-length': ended - began + 1,
    })
    return send(response, content.subarray(began, ended + 1))
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isFile = url.pathname.startsWith('/files/')
    if (service.down === 'all' || (isFile && service.down === 'files')) return void request.socket.destroy()
    if (isFile) return void file(request, response, url)
    url.searchParams.delete('apikey')
    service.details.push(url.search)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(service.detail))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(service, {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      service.release()
      await closed
    },
  })
}
