import { isDatedBefore } from '../instant.ts'
import type { Coverage } from '../ledger/coverage.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { getCoveredCalls, type CoveredCallRow } from './coverage-store.ts'
import { isInProgress } from './in-progress.ts'
import { listCoverage } from './load-more-calls.ts'

/**
 * How whole the library has a call. `none`: the service gave it without a transcript; `unreadable`: with turns that have no text; `old`:
 * its list told something new since; `under-way` and `failed`: there is nothing whole to be had yet, or ever.
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
