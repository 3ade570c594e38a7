import type { CallOrder, InferredQuarter } from '#contract/api/calls.ts'
import type { RecordingState } from '#contract/api/recordings.ts'
import type { Reader } from '../database/reader-writer.ts'
import { quartersOf, type RecordingStates } from './call-entries.ts'
import type { CallRow, InferredOrder } from './list-store.ts'

export function isInferred(by: CallOrder['by']): by is InferredOrder {
  return by === 'quarter' || by === 'recording'
}

/** A year as a whole comes after its quarters. */
const places = { Q1: 1, Q2: 2, Q3: 3, Q4: 4, FY: 5 } as const satisfies Record<InferredQuarter['quarter'], number>

/** From available to unavailable; an unknown state has no rank. */
const nearness = {
  none: 0,
  'at-service': 1,
  failed: 2,
  paused: 3,
  queued: 4,
  downloading: 5,
  'on-disk': 6,
} as const satisfies Partial<Record<RecordingState, number>>

/** Within one value rows keep their order, latest first. Rows without a value come last in both directions. */
export function sortByInferred(
  db: Reader,
  rows: readonly CallRow[],
  { by, descending }: { readonly by: InferredOrder; readonly descending: boolean },
  recordings: RecordingStates,
): CallRow[] {
  const values = by === 'quarter' ? quarterValues(db, rows) : recordingValues(rows, recordings)
  const sign = descending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [left, right] = [values.get(one.callId), values.get(other.callId)]
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
    return sign * (left - right)
  })
}

function quarterValues(db: Reader, rows: readonly CallRow[]): Map<string, number> {
  const quarters = quartersOf(db, rows)
  return new Map(
    rows.flatMap(({ callId }, at) => {
      const quarter = quarters[at]
      return quarter ? [[callId, quarter.year * 10 + places[quarter.quarter]]] : []
    }),
  )
}

function recordingValues(rows: readonly CallRow[], recordings: RecordingStates): Map<string, number> {
  const states = recordings(rows.map(({ callId }) => callId))
  return new Map(
    Array.from(states).flatMap(([callId, state]) => (state === 'unknown' ? [] : [[callId, nearness[state]]])),
  )
}
