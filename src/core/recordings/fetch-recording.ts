/** Downloads a recording into its part file over HTTP, and checks the result. */

import { fail, failureOf } from '../failure-error.ts'
import type { Clock } from '../clock.ts'
import { defaultRetries, retryAfterDelay, type RetryBudget, type RetryPolicy } from '../service/retry.ts'
import type { Stream } from '../service/send-request.ts'
import { isWorthRetrying, type RequestDescription } from '../service/network-errors.ts'
import { classifyRangeResponse, type StoredPart } from './classify-range-response.ts'
import type { PartFile } from './part-file.ts'

/** How a complete file compares with the size in its record, and with the length in its response. */
export type Verified = 'size' | 'length' | 'differs' | 'no'

/** What the record and the responses said of the file. */
type Progress = Omit<StoredPart, 'bytes'> & {
  /** As stated in the record, in a unit that the interface does not give. */
  readonly stated: number | null
  readonly contentType: string | null
}

/** Without an announced length a body may continue for ever: a stated size in the largest unit that makes sense, KiB, is its bound. */
const largestUnit = 1024

export interface Fetching {
  readonly file: PartFile
  readonly description: RequestDescription
  /** Asks the service, with the key where it is wanted; the record may state another size afterwards. */
  readonly open: (headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Stream>
  progress(): Progress
  /** Another file began: the facts of the previous one no longer apply. */
  restart(progress: Progress): Promise<void>
  /** Bytes came: waits as the limit on them wants it. */
  received(bytes: number): Promise<void>
  readonly clock: Clock
  readonly random: () => number
  readonly budget: RetryBudget
  readonly policy?: RetryPolicy
  readonly signal: AbortSignal
}

/**
 * Fetches the rest of a recording into its part file, over as many responses as needed, and returns how its length was verified
 * (docs/promises.md D1 to D3). An attempt that brought the file further than before does not count against the next one. Throws
 * the last attempt's failure; what arrived stays.
 */
export async function fetchRecording(fetching: Fetching): Promise<Verified> {
  const { file, clock, random, budget, signal, policy = defaultRetries } = fetching
  let furthest = file.taken
  let attempts = 0
  let endedBefore: number | null = null
  for (;;) {
    try {
      const end = await receive(fetching)
      await file.flush()
      // A body without a length may have been cut; one that ends twice at the same byte was not.
      const isWhole = end.is === 'whole' || (end.is === 'unproven' && endedBefore === file.taken)
      endedBefore = file.taken
      if (!isWhole) fail({ ...fetching.description, kind: 'incomplete' })
      return verifiedBy(fetching.progress(), file.taken, end.is === 'whole' && end.isAnnounced)
    } catch (error) {
      await file.flush()
      const failure = failureOf(error)
      if (failure === undefined || signal.aborted) throw error
      const gained = file.taken > furthest
      furthest = Math.max(furthest, file.taken)
      attempts = gained ? 1 : attempts + 1
      const requestedWait = retryAfterDelay(error)
      const mayRetry = isWorthRetrying(failure) && attempts < policy.attempts && requestedWait <= policy.longestWait
      if (!mayRetry || (!gained && !budget.take())) throw error
      const jittered = random() * Math.min(policy.cap, policy.base * 2 ** attempts)
      await clock.wait(Math.max(requestedWait, jittered), signal)
    }
  }
}

function verifiedBy({ stated }: Progress, bytes: number, isAnnounced: boolean): Verified {
  if (stated !== null) return stated === bytes ? 'size' : 'differs'
  return isAnnounced ? 'length' : 'no'
}

/** How a response ended. `unproven`: without a length, and shorter than the size in the record. */
type End =
  { readonly is: 'whole'; readonly isAnnounced: boolean } | { readonly is: 'unproven' } | { readonly is: 'cut' }

/** One response, or two when the first did not match the stored part. */
async function receive(fetching: Fetching): Promise<End> {
  const { file, open, signal } = fetching
  const { etag: tag } = fetching.progress()
  const range = tag !== null && file.taken > 0 ? { range: `bytes=${file.taken}-`, 'if-range': tag } : {}
  let stream = await open(range, signal)
  try {
    const progress = fetching.progress()
    const stored: StoredPart = { etag: progress.etag, announced: progress.announced, bytes: file.taken }
    let fit = classifyRangeResponse(stream, stored)
    if (fit.is === 'unfit') {
      stream.leave()
      stream = await open({}, signal)
      fit = classifyRangeResponse(stream, { ...stored, bytes: 0, etag: null, announced: null })
    }
    switch (fit.is) {
      case 'whole':
        return { is: 'whole', isAnnounced: true }
      case 'refused':
        return fail({ ...fetching.description, ...fit.failure })
      case 'unfit':
        return fail({ ...fetching.description, kind: 'wrong-shape', detail: 'its byte ranges do not match' })
      case 'restart': {
        await file.restart()
        const { etag, announced, contentType } = fit
        await fetching.restart({
          stated: progress.stated,
          etag,
          announced,
          contentType: contentType ?? progress.contentType,
        })
        return await takeBody(fetching, stream, announced)
      }
      case 'next':
        return await takeBody(fetching, stream, fit.total)
      default:
        return fit satisfies never
    }
  } finally {
    stream.leave()
  }
}

/** Never a byte more than was announced. */
async function takeBody(fetching: Fetching, { body }: Stream, total: number | null): Promise<End> {
  const { file } = fetching
  const { stated } = fetching.progress()
  const limit = total ?? (stated === null ? Number.POSITIVE_INFINITY : stated * largestUnit)
  for await (const piece of body) {
    const { byteLength } = piece
    if (file.taken + byteLength > limit) {
      await file.restart()
      fail({ ...fetching.description, kind: 'wrong-shape', detail: `more than ${limit} bytes were received` })
    }
    await file.take(piece)
    await fetching.received(byteLength)
  }
  await file.flush()
  if (total !== null) return file.taken === total ? { is: 'whole', isAnnounced: true } : { is: 'cut' }
  if (file.taken === 0) return { is: 'cut' }
  return stated === null || file.taken >= stated ? { is: 'whole', isAnnounced: false } : { is: 'unproven' }
}
