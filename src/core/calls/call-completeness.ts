/**
 * Which calls of a company are listed and which transcripts are complete, for offline downloads.
 */

import { isDatedBefore } from '../instant.ts'
import type { CopyCompleteness } from '../ledger/copy-completeness.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { getCallsToCheck, type CheckedCallRow } from './call-completeness-store.ts'
import { isInProgress } from './calls-in-progress.ts'
import { listCompleteness } from './load-more-calls.ts'

/**
 * How complete the stored transcript of a call is. `none`: the service has no transcript; `unreadable`: its turns have no text;
 * `old`: the list reported a newer version; `under-way`: there is no complete transcript yet; `failed`: there will never be one.
 */
type TranscriptState = 'whole' | 'none' | 'unreadable' | 'absent' | 'old' | 'under-way' | 'failed'

export interface CheckedCall {
  readonly callId: string
  readonly title: string
  readonly state: TranscriptState
  readonly seconds: number | null
}

export interface CallCompleteness {
  readonly list: CopyCompleteness
  readonly calls: readonly CheckedCall[]
}

export function callCompleteness(library: LibraryContext, symbol: string, from: number): CallCompleteness {
  const { list, listed } = listCompleteness(library, symbol, from)
  const calls = getCallsToCheck(library.reader, symbol, listed, from).map((row) => ({
    callId: row.callId,
    title: row.title,
    state: stateOf(row),
    seconds: row.seconds,
  }))
  return { list, calls }
}

function stateOf({
  status,
  updatedAt,
  listedAt,
  fetchedAt,
  storedUpdatedAt,
  turns,
  hasSegments,
}: CheckedCallRow): TranscriptState {
  if (isInProgress(status)) return 'under-way'
  if (fetchedAt === null) return status === 'FAILED' ? 'failed' : 'absent'
  if (listedAt !== null && listedAt > fetchedAt && isDatedBefore(storedUpdatedAt, updatedAt)) return 'old'
  if (turns !== null) return 'whole'
  return hasSegments === 1 ? 'unreadable' : 'none'
}
