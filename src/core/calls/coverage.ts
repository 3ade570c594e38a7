import { isDatedBefore } from '../instant.ts'
import type { Coverage } from '../ledger/coverage.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { getCoveredCalls, type CoveredCallRow } from './coverage-store.ts'
import { isInProgress } from './in-progress.ts'
import { listCoverage } from './load-more-calls.ts'

/**
 * How complete the stored transcript of a call is. `none`: the service has no transcript; `unreadable`: its turns have no text; `old`: the
 * list reported a newer version; `under-way`: there is no complete transcript yet; `failed`: there will be none.
 */
type TranscriptState = 'whole' | 'none' | 'unreadable' | 'absent' | 'old' | 'under-way' | 'failed'

export interface CoveredCall {
  readonly callId: string
  readonly title: string
  readonly state: TranscriptState
  readonly seconds: number | null
}

export interface CallCoverage {
  readonly list: Coverage
  readonly calls: readonly CoveredCall[]
}

export function callCoverage(library: LibraryContext, symbol: string, from: number): CallCoverage {
  const { list, listed } = listCoverage(library, symbol, from)
  const calls = getCoveredCalls(library.reader, symbol, listed, from).map((row) => ({
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
  heldAt,
  storedUpdatedAt,
  turns,
  hasSegments,
}: CoveredCallRow): TranscriptState {
  if (isInProgress(status)) return 'under-way'
  if (heldAt === null) return status === 'FAILED' ? 'failed' : 'absent'
  if (listedAt !== null && listedAt > heldAt && isDatedBefore(storedUpdatedAt, updatedAt)) return 'old'
  if (turns !== null) return 'whole'
  return hasSegments === 1 ? 'unreadable' : 'none'
}
