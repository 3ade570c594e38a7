import { createReadStream } from 'node:fs'
import { contentRange, rangeIn, strongTag, type ByteRange } from './byte-range.ts'
import { playedAs } from './media-types.ts'
import type { LocatedOffer } from './offers.ts'
import type { RecordingSource } from './recording-source.ts'

/** What an audio element asks. */
export interface MediaQuestion {
  readonly method: 'GET' | 'HEAD'
  /** The headers of that name, as they came. */
  readonly range: string | null
  readonly ifRange: string | null
}

/** An HTTP answer without a server. 502: the service did not give it, 504: it could not be reached. */
export interface MediaAnswer {
  readonly status: 200 | 206 | 404 | 416 | 502 | 504
  readonly headers: Readonly<Record<string, string>>
  /** Read once, as fast as it is taken; null when there is none. Throws where it breaks off. */
  readonly body: AsyncIterable<Uint8Array> | null
}

/** Bytes on disk: a whole recording, or the first part of one. */
export interface OnDisk {
  readonly path: string
  readonly contentType: string | null
  /** Of these bytes: strong, without the service's own meaning. */
  readonly etag: string
  /** There now. */
  readonly bytes: number
  readonly total: number
}

const readAtOnce = 256 * 1024

export function nothing(status: 404 | 502 | 504): MediaAnswer {
  return { status, headers: {}, body: null }
}

/** From a file that may still grow: `rest` gives what is not there yet. */
export function mediaFromDisk(
  file: OnDisk,
  question: MediaQuestion,
  rest: (range: ByteRange) => AsyncIterable<Uint8Array>,
): MediaAnswer {
  const { total, etag } = file
  const common = { 'Content-Type': playedAs(file.contentType), 'Accept-Ranges': 'bytes', ETag: etag }
  const isSame = question.ifRange === null || question.ifRange === etag
  const range = isSame ? rangeIn(question.range, total) : null
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
  const body = question.method === 'HEAD' || to < from ? null : piecesOf(file, { from, to }, rest)
  return { status: range === null ? 200 : 206, headers, body }
}

async function* piecesOf(
  { path, bytes }: OnDisk,
  { from, to }: ByteRange,
  rest: (range: ByteRange) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let at = from
  if (from < bytes) {
    const stream = createReadStream(path, { start: from, end: Math.min(to, bytes - 1), highWaterMark: readAtOnce })
    for await (const piece of stream as AsyncIterable<Buffer>) {
      at += piece.byteLength
      yield piece
    }
    if (at !== Math.min(to, bytes - 1) + 1) throw new Error('the file became shorter while it was read')
  }
  if (at <= to) yield* rest({ from: at, to })
}

/** What follows of the very file that a part was taken from; throws when it is another by now. */
export async function* restFromService(
  source: RecordingSource,
  url: URL,
  etag: string,
  { from, to }: ByteRange,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const stream = await source.open(url, { range: `bytes=${from}-${to}`, 'if-range': etag }, signal)
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
  { url, contentType, bytes }: LocatedOffer & { readonly url: URL },
  question: MediaQuestion,
  signal: AbortSignal,
): Promise<MediaAnswer> {
  if (question.method === 'HEAD') {
    const length: Record<string, string> = bytes === null ? {} : { 'Content-Length': String(bytes) }
    return {
      status: 200,
      headers: { ...length, 'Content-Type': playedAs(contentType), 'Accept-Ranges': 'bytes' },
      body: null,
    }
  }
  const asked = {
    ...(question.range !== null &&
      rangeIn(question.range, Number.MAX_SAFE_INTEGER) !== null && { range: question.range }),
    ...(question.range !== null && question.ifRange !== null && { 'if-range': question.ifRange }),
  }
  const stream = await source.open(url, asked, signal)
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
