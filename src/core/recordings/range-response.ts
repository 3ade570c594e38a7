import type { Failure } from '#contract/failure.ts'
import { contentRange, strongTag, unsatisfiedTotal } from './byte-range.ts'
import { isSound, isUnstated, mediaType } from './media-types.ts'

/** An answer's head. */
export interface ResponseHead {
  readonly status: number
  header(name: string): string | null
}

/**
 * What is there already, and what was asked: with `etag` a range from `bytes` on, else the whole. The size that the record states is no
 * part of it: the interface gives no unit for it, so it can neither prove a file nor disprove one.
 */
export interface StoredPart {
  readonly bytes: number
  readonly etag: string | null
  /** Bytes of the file, as an earlier answer announced them. */
  readonly announced: number | null
}

/** What an answer's bytes are good for (docs/promises.md D2). */
export type RangeResponse =
  /** They follow what is there, in a file of so many bytes. */
  | { readonly is: 'next'; readonly total: number }
  /** They are the file from its first byte on; what is there is dropped. */
  | {
      readonly is: 'anew'
      readonly etag: string | null
      readonly announced: number | null
      readonly contentType: string | null
    }
  /** Nothing is missing. */
  | { readonly is: 'whole' }
  /** No answer to this range: ask for the whole. */
  | { readonly is: 'unfit' }
  | { readonly is: 'refused'; readonly failure: Pick<Failure, 'kind' | 'detail' | 'status'> }

/** Pure. */
export function classifyRangeResponse(answer: ResponseHead, held: StoredPart): RangeResponse {
  const ranged = held.etag !== null && held.bytes > 0
  if (answer.status === 416)
    return ranged ? fitOfRefusedRange(answer, held) : refused('it refused a byte range that was not requested')
  // Several ranges were not asked for.
  if (ranged && answer.status === 206 && isMultipart(answer)) return { is: 'unfit' }
  const stranger = otherFileIn(answer)
  if (stranger !== null) return { is: 'refused', failure: stranger }
  if (answer.status === 206) {
    if (!ranged) return refused('it sent part of the file instead of all of it')
    const total = totalOfNext(answer, held)
    return total === null ? { is: 'unfit' } : { is: 'next', total }
  }
  const coded = isCoded(answer)
  const length = answer.header('content-length')
  const announced = coded || length === null || !/^\d+$/.test(length) ? null : Number(length)
  if (announced === 0) return refused('the file is empty')
  return {
    is: 'anew',
    etag: coded ? null : strongTag(answer.header('etag')),
    announced,
    contentType: mediaType(answer.header('content-type')),
  }
}

/** Exactly what follows: the first byte missing, of a file of the same length under the same tag. Null: it is not that. */
function totalOfNext(answer: ResponseHead, held: StoredPart): number | null {
  const range = contentRange(answer.header('content-range'))
  if (range === null || range.total === null || isCoded(answer)) return null
  const tag = answer.header('etag')
  const follows =
    range.from === held.bytes &&
    (held.announced === null || range.total === held.announced) &&
    (tag === null || strongTag(tag) === held.etag)
  return follows ? range.total : null
}

function fitOfRefusedRange(answer: ResponseHead, held: StoredPart): RangeResponse {
  const total = unsatisfiedTotal(answer.header('content-range'))
  const isWhole = total !== null && total === held.bytes && (held.announced === null || held.announced === total)
  return { is: isWhole ? 'whole' : 'unfit' }
}

/** What stands in the place of sound: a sign-in page, a message. */
function otherFileIn(answer: ResponseHead): Pick<Failure, 'kind' | 'detail' | 'status'> | null {
  const type = answer.header('content-type')
  if (isUnstated(type) || (type !== null && isSound(type))) return null
  if (mediaType(type) === 'text/html') return { kind: 'sign-in-page' }
  return { kind: 'wrong-shape', detail: `${mediaType(type) ?? 'no media type'} instead of audio` }
}

function isMultipart(answer: ResponseHead): boolean {
  return mediaType(answer.header('content-type'))?.startsWith('multipart/') === true
}

function isCoded(answer: ResponseHead): boolean {
  const coding = answer.header('content-encoding')?.trim().toLowerCase() ?? ''
  return coding !== '' && coding !== 'identity'
}

function refused(detail: string): RangeResponse {
  return { is: 'refused', failure: { kind: 'wrong-shape', detail } }
}
