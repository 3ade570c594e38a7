/** Responds to the window's audio player: from the file on disk, or directly from the service. */

import { createReadStream } from 'node:fs'
import { contentRange, rangeIn, strongTag, type ByteRange } from './byte-range.ts'
import { playedAs } from './media-types.ts'
import type { LocatedRecording } from './available-recordings.ts'
import type { RecordingSource } from './recording-source.ts'

/** An audio element's request. */
export interface MediaRequest {
  readonly method: 'GET' | 'HEAD'
  /** The headers of that name, as received. */
  readonly range: string | null
  readonly ifRange: string | null
}

/** An HTTP response without a server. 502: the service did not send it, 504: unreachable, 403: forbidden by policy. */
export interface MediaResponse {
  readonly status: 200 | 206 | 403 | 404 | 416 | 502 | 504
  readonly headers: Readonly<Record<string, string>>
  /** Read once, as fast as it is consumed; null: none. Throws where it breaks off. */
  readonly body: AsyncIterable<Uint8Array> | null
}

/** A recording with bytes on disk: all of them, or a growing part. */
export interface OnDisk {
  readonly contentType: string | null
  /** A strong entity tag of these bytes. */
  readonly etag: string
  readonly total: number
  /** The present file and its size; null when these bytes no longer exist. */
  here(): { readonly path: string; readonly bytes: number } | null
  /** Bytes that are not on disk yet, from the service. Fails with the reason why they are unavailable. */
  rest(range: ByteRange): AsyncIterable<Uint8Array>
  /** After the rest was unavailable: resolves when more bytes are on disk. Throws the failure when none are on their way. */
  more(failure: unknown, bytes: number): Promise<void>
}

const readAtOnce = 256 * 1024

export function nothing(status: 403 | 404 | 502 | 504): MediaResponse {
  return { status, headers: {}, body: null }
}

/** From a file that may still grow, and be completed before it is read to its end. */
export function mediaFromDisk(file: OnDisk, request: MediaRequest): MediaResponse {
  const { total, etag } = file
  const common = { 'Content-Type': playedAs(file.contentType), 'Accept-Ranges': 'bytes', ETag: etag }
  const isSame = request.ifRange === null || request.ifRange === etag
  const range = isSame ? rangeIn(request.range, total) : null
  if (range === 'beyond') {
    return {
      status: 416,
      headers: { ...common, 'Content-Range': `bytes */${total}`, 'Content-Length': '0' },
      body: null,
    }
  }
  const { from, to } = range ?? { from: 0, to: total - 1 }
  const headers = {
    ...common,
    'Content-Length': String(to - from + 1),
    ...(range !== null && { 'Content-Range': `bytes ${from}-${to}/${total}` }),
  }
  const body = request.method === 'HEAD' || to < from ? null : piecesOf(file, { from, to })
  return { status: range === null ? 200 : 206, headers, body }
}

/** What is on disk, then the rest from the service; where that breaks off, what has arrived on disk meanwhile. */
async function* piecesOf(file: OnDisk, { from, to }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = from
  for (;;) {
    for await (const piece of piecesHere(file, { from: at, to })) {
      at += piece.byteLength
      yield piece
    }
    if (at > to) return
    try {
      for await (const piece of file.rest({ from: at, to })) {
        at += piece.byteLength
        yield piece
      }
      return
    } catch (error) {
      if ((file.here()?.bytes ?? 0) <= at) await file.more(error, at)
    }
  }
}

async function* piecesHere(file: OnDisk, { from, to }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = from
  for (let here = file.here(); here !== null && at <= to && at < here.bytes; here = file.here()) {
    const stream = createReadStream(here.path, {
      start: at,
      end: Math.min(to, here.bytes - 1),
      highWaterMark: readAtOnce,
    })
    try {
      for await (const piece of stream as AsyncIterable<Buffer>) {
        at += piece.byteLength
        yield piece
      }
    } catch (error) {
      // It was renamed at that moment.
      if (file.here()?.path === here.path) throw error
      continue
    }
    if (at < Math.min(to + 1, here.bytes)) throw new Error('the file became shorter while it was read')
  }
}

/** The rest of exactly the file that a part was taken from; throws when it has been replaced. */
export async function* restFromService(
  source: RecordingSource,
  { callId, format, etag }: { readonly callId: string; readonly format: number; readonly etag: string },
  { from, to }: ByteRange,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const stream = await source.open(callId, format, { range: `bytes=${from}-${to}`, 'if-range': etag }, signal)
  try {
    const range = contentRange(stream.header('content-range'))
    const tag = stream.header('etag')
    const isNext = stream.status === 206 && range?.from === from && range.to === to
    if (!isNext || (tag !== null && strongTag(tag) !== etag)) throw new Error('the recording changed at the service')
    yield* stream.body
  } finally {
    stream.leave()
  }
}

/** Straight from the service, as far as it can be reached; its own refusals are passed on, its other words are not. */
export async function mediaFromService(
  source: RecordingSource,
  callId: string,
  { format, contentType, bytes }: LocatedRecording,
  request: MediaRequest,
  signal: AbortSignal,
): Promise<MediaResponse> {
  if (request.method === 'HEAD') {
    const length: Record<string, string> = bytes === null ? {} : { 'Content-Length': String(bytes) }
    return {
      status: 200,
      headers: { ...length, 'Content-Type': playedAs(contentType), 'Accept-Ranges': 'bytes' },
      body: null,
    }
  }
  const rangeHeaders = {
    ...(request.range !== null && rangeIn(request.range, Number.MAX_SAFE_INTEGER) !== null && { range: request.range }),
    ...(request.range !== null && request.ifRange !== null && { 'if-range': request.ifRange }),
  }
  const stream = await source.open(callId, format, rangeHeaders, signal)
  const type = stream.header('content-type')
  const headers: Record<string, string> = { 'Content-Type': playedAs(type) }
  if (headers['Content-Type'] === playedAs(null) && contentType !== null)
    headers['Content-Type'] = playedAs(contentType)
  for (const [name, header] of passedOn) {
    const value = stream.header(header)
    if (value !== null) headers[name] = value
  }
  if (isPage(type) || (stream.status === 206 && contentRange(stream.header('content-range')) === null)) {
    stream.leave()
    return nothing(502)
  }
  if (stream.header('content-encoding') !== null) delete headers['Content-Length']
  if (stream.status === 416) {
    stream.leave()
    return { status: 416, headers: { ...headers, 'Content-Length': '0' }, body: null }
  }
  return { status: stream.status === 206 ? 206 : 200, headers, body: stream.body }
}

const passedOn = [
  ['Content-Length', 'content-length'],
  ['Content-Range', 'content-range'],
  ['Accept-Ranges', 'accept-ranges'],
  ['ETag', 'etag'],
] as const

function isPage(type: string | null): boolean {
  return /^\s*(text\/|application\/(json|xml|xhtml))/i.test(type ?? '')
}
