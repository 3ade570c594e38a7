import { fail, failureOf } from '../failure-error.ts'
import type { Clock } from '../clock.ts'
import { usualRetries, waitAsked, type RetryBudget, type RetryPolicy } from '../service/retry.ts'
import type { Stream } from '../service/send.ts'
import { isWorthRetrying, type Asked } from '../service/trouble.ts'
import { fitOf, type Held } from './answer-fit.ts'
import type { PartFile } from './part-file.ts'

/** What the answers told of the file. */
export type Told = Omit<Held, 'bytes'> & { readonly contentType: string | null }

export interface Fetching {
  readonly file: PartFile
  readonly asked: Asked
  /** Asks the service, with the key where it is wanted; the record may state another size afterwards. */
  readonly open: (headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Stream>
  told(): Told
  /** Another file began: what was told of the one before holds no longer. */
  tell(told: Told): Promise<void>
  /** Bytes came: waits as the limit on them wants it. */
  moved(bytes: number): Promise<void>
  readonly clock: Clock
  readonly random: () => number
  readonly budget: RetryBudget
  readonly policy?: RetryPolicy
  readonly signal: AbortSignal
}

/**
 * Fetches the rest of a recording into its part, over as many answers as it takes, and gives how its length was verified (promises.md
 * D1 to D3). An attempt that brought the file further than it ever was does not count against the next one. Throws the last
 * attempt's failure; what is there by then stays.
 */
export async function fetchRecording(fetching: Fetching): Promise<'size' | 'length' | 'no'> {
  const { file, clock, random, budget, signal, policy = usualRetries } = fetching
  let furthest = file.taken
  let attempts = 0
  for (;;) {
    try {
      if (!(await receive(fetching))) fail({ ...fetching.asked, kind: 'incomplete' })
      await file.flush()
      return verifiedBy(fetching.told())
    } catch (error) {
      await file.flush()
      const failure = failureOf(error)
      if (failure === undefined || signal.aborted) throw error
      const gained = file.taken > furthest
      furthest = Math.max(furthest, file.taken)
      attempts = gained ? 1 : attempts + 1
      const asked = waitAsked(error)
      const mayRetry = isWorthRetrying(failure) && attempts < policy.attempts && asked <= policy.longestWait
      if (!mayRetry || (!gained && !budget.take())) throw error
      const jittered = random() * Math.min(policy.cap, policy.base * 2 ** attempts)
      await clock.wait(Math.max(asked, jittered), signal)
    }
  }
}

function verifiedBy({ stated, announced }: Told): 'size' | 'length' | 'no' {
  if (stated !== null) return 'size'
  return announced === null ? 'no' : 'length'
}

/** One answer, or two where the first did not fit what is there. True when nothing is missing any more. */
async function receive(fetching: Fetching): Promise<boolean> {
  const { file, open, signal } = fetching
  const { etag: tag } = fetching.told()
  const range = tag !== null && file.taken > 0 ? { range: `bytes=${file.taken}-`, 'if-range': tag } : {}
  let stream = await open(range, signal)
  try {
    const told = fetching.told()
    const held: Held = { ...told, bytes: file.taken }
    let fit = fitOf(stream, held)
    if (fit.is === 'unfit') {
      stream.leave()
      stream = await open({}, signal)
      fit = fitOf(stream, { ...held, bytes: 0, etag: null, announced: null })
    }
    switch (fit.is) {
      case 'whole':
        return true
      case 'refused':
        return fail({ ...fetching.asked, ...fit.failure })
      case 'unfit':
        return fail({ ...fetching.asked, kind: 'wrong-shape', detail: 'its ranges do not fit' })
      case 'anew': {
        await file.restart()
        const { etag, announced, contentType } = fit
        await fetching.tell({ stated: told.stated, etag, announced, contentType: contentType ?? told.contentType })
        break
      }
      case 'next':
        break
      default:
        return fit satisfies never
    }
    return await takeBody(fetching, stream)
  } finally {
    stream.leave()
  }
}

/** Never a byte more than there should be. */
async function takeBody(fetching: Fetching, { body }: Stream): Promise<boolean> {
  const { file } = fetching
  const { stated, announced } = fetching.told()
  const total = stated ?? announced
  for await (const piece of body) {
    const { byteLength } = piece
    if (total !== null && file.taken + byteLength > total) {
      await file.restart()
      fail({ ...fetching.asked, kind: 'wrong-shape', detail: `more than ${total} bytes came` })
    }
    await file.take(piece)
    await fetching.moved(byteLength)
  }
  await file.flush()
  return total === null ? file.taken > 0 : file.taken === total
}
