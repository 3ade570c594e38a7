import type { Failure } from '#contract/failure.ts'
import { contentRange, strongTag, unsatisfiedTotal } from './byte-range.ts'
import { isSound, isUntold, mediaType } from './media-types.ts'

/** An answer's head. */
export interface AnswerHead {
  readonly status: number
  header(name: string): string | null
}

/** What is there already, and what was asked: with `etag` a range from `bytes` on, else the whole. */
export interface Held {
  readonly bytes: number
  readonly etag: string | null
  /** As the record states it. */
  readonly stated: number | null
  /** As an earlier answer announced it. */
  readonly announced: number | null
}

/** What an answer's bytes are good for (promises.md D2). */
export type Fit =
  /** They follow what is there. */
  | { readonly is: 'next' }
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
export function fitOf(answer: AnswerHead, held: Held): Fit {
  const ranged = held.etag !== null && held.bytes > 0
  if (answer.status === 416)
    return ranged ? fitOfRefusedRange(answer, held) : refused('a range was refused, none was asked')
  // Several ranges were not asked for.
  if (ranged && answer.status === 206 && isMultipart(answer)) return { is: 'unfit' }
  const stranger = strangerIn(answer)
  if (stranger !== null) return { is: 'refused', failure: stranger }
  if (answer.status === 206) {
    if (!ranged) return refused('a part came, the whole was asked')
    return isNext(answer, held) ? { is: 'next' } : { is: 'unfit' }
  }
  const coded = isCoded(answer)
  const length = answer.header('content-length')
  const announced = coded || length === null || !/^\d+$/.test(length) ? null : Number(length)
  if (held.stated !== null && announced !== null && announced !== held.stated) {
    return refused(`${announced} bytes are offered, the record states ${held.stated}`)
  }
  return {
    is: 'anew',
    etag: coded ? null : strongTag(answer.header('etag')),
    announced,
    contentType: mediaType(answer.header('content-type')),
  }
}

/** Exactly what follows: the first byte missing, of a file of the same length under the same tag. */
function isNext(answer: AnswerHead, held: Held): boolean {
  const range = contentRange(answer.header('content-range'))
  if (range === null || range.total === null || isCoded(answer)) return false
  const tag = answer.header('etag')
  const expected = held.stated ?? held.announced
  return (
    range.from === held.bytes &&
    (expected === null || range.total === expected) &&
    (tag === null || strongTag(tag) === held.etag)
  )
}

function fitOfRefusedRange(answer: AnswerHead, held: Held): Fit {
  const total = unsatisfiedTotal(answer.header('content-range'))
  const expected = held.stated ?? held.announced
  const isWhole = total !== null && total === held.bytes && (expected === null || expected === total)
  return { is: isWhole ? 'whole' : 'unfit' }
}

/** What stands in the place of sound: a sign-in page, a message. */
function strangerIn(answer: AnswerHead): Pick<Failure, 'kind' | 'detail' | 'status'> | null {
  const type = answer.header('content-type')
  if (isUntold(type) || (type !== null && isSound(type))) return null
  if (mediaType(type) === 'text/html') return { kind: 'sign-in-page' }
  return { kind: 'wrong-shape', detail: `${mediaType(type) ?? 'no media type'} came, no sound` }
}

function isMultipart(answer: AnswerHead): boolean {
  return mediaType(answer.header('content-type'))?.startsWith('multipart/') === true
}

function isCoded(answer: AnswerHead): boolean {
  const coding = answer.header('content-encoding')?.trim().toLowerCase() ?? ''
  return coding !== '' && coding !== 'identity'
}

function refused(detail: string): Fit {
  return { is: 'refused', failure: { kind: 'wrong-shape', detail } }
}
