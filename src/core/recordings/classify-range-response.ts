/**
 * Decides what a response to a request for the rest of a file means: continue, start again,
 * complete, or fail.
 */

import type { Failure } from '#contract/failure.ts'
import { contentRange, strongTag, unsatisfiedTotal } from './byte-range.ts'
import { isSound, isUnstated, mediaType } from './media-types.ts'

/** Status and headers of a response to a request for a file, or for the rest of one. */
export interface ResponseHead {
  readonly status: number
  header(name: string): string | null
}

/**
 * What is already stored, and what was requested: with `etag` a range from `bytes` on, else the whole file. The size in the
 * record is not used: the interface gives it no unit, so it can neither prove nor disprove a file.
 */
export interface StoredPart {
  readonly bytes: number
  readonly etag: string | null
  /** Bytes of the file, as an earlier response announced them. */
  readonly announced: number | null
}

/** How a response's bytes can be used (docs/promises.md D2). */
type RangeResponse =
  /** They continue the stored part, in a file of this many bytes. */
  | { readonly is: 'next'; readonly total: number }
  /** They are the file from its first byte; the stored part is dropped. */
  | {
      readonly is: 'restart'
      readonly etag: string | null
      readonly announced: number | null
      readonly contentType: string | null
    }
  /** Nothing is missing. */
  | { readonly is: 'whole' }
  /** No response to this range: request the whole. */
  | { readonly is: 'unfit' }
  | { readonly is: 'refused'; readonly failure: Pick<Failure, 'kind' | 'detail' | 'status'> }

/** Pure. */
export function classifyRangeResponse(response: ResponseHead, stored: StoredPart): RangeResponse {
  const ranged = stored.etag !== null && stored.bytes > 0
  if (response.status === 416)
    return ranged ? fitOfRefusedRange(response, stored) : refused('it refused a byte range that was not requested')
  // Several ranges were not requested.
  if (ranged && response.status === 206 && isMultipart(response)) return { is: 'unfit' }
  const otherFile = otherFileIn(response)
  if (otherFile !== null) return { is: 'refused', failure: otherFile }
  if (response.status === 206) {
    if (!ranged) return refused('it sent part of the file instead of all of it')
    const total = totalOfNext(response, stored)
    return total === null ? { is: 'unfit' } : { is: 'next', total }
  }
  const coded = isCoded(response)
  const length = response.header('content-length')
  const announced = coded || length === null || !/^\d+$/.test(length) ? null : Number(length)
  if (announced === 0) return refused('the file is empty')
  return {
    is: 'restart',
    etag: coded ? null : strongTag(response.header('etag')),
    announced,
    contentType: mediaType(response.header('content-type')),
  }
}

/** Exactly what follows: the first byte missing, of a file of the same length under the same tag. Null: it is not that. */
function totalOfNext(response: ResponseHead, stored: StoredPart): number | null {
  const range = contentRange(response.header('content-range'))
  if (range === null || range.total === null || isCoded(response)) return null
  const tag = response.header('etag')
  const follows =
    range.from === stored.bytes &&
    (stored.announced === null || range.total === stored.announced) &&
    (tag === null || strongTag(tag) === stored.etag)
  return follows ? range.total : null
}

function fitOfRefusedRange(response: ResponseHead, stored: StoredPart): RangeResponse {
  const total = unsatisfiedTotal(response.header('content-range'))
  const isWhole = total !== null && total === stored.bytes && (stored.announced === null || stored.announced === total)
  return { is: isWhole ? 'whole' : 'unfit' }
}

/** What was sent instead of audio: a sign-in page, a message. */
function otherFileIn(response: ResponseHead): Pick<Failure, 'kind' | 'detail' | 'status'> | null {
  const type = response.header('content-type')
  if (isUnstated(type) || (type !== null && isSound(type))) return null
  if (mediaType(type) === 'text/html') return { kind: 'sign-in-page' }
  return { kind: 'wrong-shape', detail: `${mediaType(type) ?? 'no media type'} instead of audio` }
}

function isMultipart(response: ResponseHead): boolean {
  return mediaType(response.header('content-type'))?.startsWith('multipart/') === true
}

function isCoded(response: ResponseHead): boolean {
  const coding = response.header('content-encoding')?.trim().toLowerCase() ?? ''
  return coding !== '' && coding !== 'identity'
}

function refused(detail: string): RangeResponse {
  return { is: 'refused', failure: { kind: 'wrong-shape', detail } }
}
