/** Sorts calls by values that no table of the library has, such as the state of the recording. */

import type { CallOrder } from '#contract/api/calls.ts'
import type { RecordingState } from '#contract/api/recordings.ts'
import type { CallRow, ValueOrder } from './call-list-store.ts'

const valueOrders: readonly CallOrder['by'][] = ['recording', 'read', 'played', 'notes', 'hits'] satisfies ValueOrder[]

export function isValueOrder(by: CallOrder['by']): by is ValueOrder {
  return valueOrders.includes(by)
}

/** From available to unavailable; an unknown state has no rank. */
export const recordingRanks: Readonly<Record<RecordingState, number | null>> = {
  unknown: null,
  none: 0,
  'at-service': 1,
  failed: 2,
  paused: 3,
  queued: 4,
  downloading: 5,
  'on-disk': 6,
}

/** Within one value rows keep their order, latest first. Rows without a value (null) come last in both directions. */
export function sortByValue(
  rows: readonly CallRow[],
  valueOf: (row: CallRow) => number | null,
  descending: boolean,
): CallRow[] {
  const values = new Map(rows.map((row) => [row.callId, valueOf(row)]))
  const sign = descending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [left, right] = [values.get(one.callId) ?? null, values.get(other.callId) ?? null]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (left - right)
  })
}
