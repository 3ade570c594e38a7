import { isDatedBefore } from '../instant.ts'
import type { Held } from '../ledger/held.ts'
import type { Library } from '../ledger/library.ts'
import { getHeldCalls, type HeldCallRow } from './held-store.ts'
import { isInProgress } from './in-progress.ts'
import { heldList } from './reach.ts'

/**
 * How whole the library has a call. `none`: the service gave it without a transcript; `unreadable`: with turns that have no text; `old`:
 * its list told something new since; `under-way` and `failed`: there is nothing whole to be had yet, or ever.
 */
export type TranscriptState = 'whole' | 'none' | 'unreadable' | 'absent' | 'old' | 'under-way' | 'failed'

export interface HeldCall {
  readonly callId: string
  readonly title: string
  readonly state: TranscriptState
  readonly seconds: number | null
}

export interface HeldCalls {
  readonly list: Held
  readonly calls: readonly HeldCall[]
}

export function heldCalls(library: Library, symbol: string, from: number): HeldCalls {
  const { list, listed } = heldList(library, symbol, from)
  const calls = getHeldCalls(library.reader, symbol, listed, from).map((row) => ({
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
  heldUpdatedAt,
  turns,
  hasSegments,
}: HeldCallRow): TranscriptState {
  if (isInProgress(status)) return 'under-way'
  if (heldAt === null) return status === 'FAILED' ? 'failed' : 'absent'
  if (listedAt !== null && listedAt > heldAt && isDatedBefore(heldUpdatedAt, updatedAt)) return 'old'
  if (turns !== null) return 'whole'
  return hasSegments === 1 ? 'unreadable' : 'none'
}
