/** Serves recordings to the page's audio player over HTTP. */

import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { failureOf } from '#core/failure-error.ts'
import { mediaCallId } from '#core/window/media-request.ts'
import type { OpenedCore, LazyCore } from './lazy-core.ts'
import type { MediaCookie } from './media-cookie.ts'
import type { RequestHead } from './request-check.ts'

type MediaResponse = Awaited<ReturnType<OpenedCore['media']>>

interface MediaRoute {
  readonly mediaCookie: MediaCookie
  readonly opening: LazyCore
}

/**
 * Sound for an audio element of our own page, for a request that has passed the checks of every request. 403 without the mediaCookie, 503
 * while the profile cannot be opened.
 */
export async function respondWithMedia(
  { mediaCookie, opening }: MediaRoute,
  head: RequestHead,
  signal: AbortSignal,
): Promise<Omit<MediaResponse, 'status'> & { readonly status: MediaResponse['status'] | 403 | 503 }> {
  if (!mediaCookie.admits(head.headers['cookie'])) return { status: 403, headers: {}, body: null }
  const callId = mediaCallId(head.target)
  if (callId === null) return { status: 404, headers: {}, body: null }
  const api = await opening.api().catch((error: unknown) => {
    if (failureOf(error) === undefined) throw error
    return null
  })
  if (api === null) return { status: 503, headers: {}, body: null }
  const method = head.method === 'HEAD' ? 'HEAD' : 'GET'
  const header = (name: string) => head.headers[name]?.join(', ') ?? null
  return api.media(callId, { method, range: header('range'), ifRange: header('if-range') }, signal)
}

/** Sends a body as fast as the page reads it. Rejects for a defect only: a body that breaks off breaks the connection. */
export async function sendChunks(body: AsyncIterable<Uint8Array>, response: ServerResponse): Promise<void> {
  try {
    await pipeline(Readable.from(body, { objectMode: false }), response)
  } catch (error) {
    if (!isExpected(error)) throw error
  }
}

/** The service broke off, or the page seeked or is gone: nobody waits for the rest. */
function isExpected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isExpected)
  if (failureOf(error) !== undefined) return true
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'ECONNRESET', 'EPIPE'].includes(code)
}
