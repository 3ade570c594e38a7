/** Changes the transcript segments of the sample calls that are odd on purpose. */

import { oddityOf } from './odd-calls.ts'
import type { PlannedCall } from './schedule.ts'
import type { SegmentWire } from './wire.ts'

/** Segments as they leave; null: the text alone is sent. */
export function oddSegments(call: PlannedCall, segments: readonly SegmentWire[]): readonly SegmentWire[] | null {
  const thousandfold = (time: string) => (Number(time) * 1000).toFixed(0)
  switch (oddityOf(call)) {
    case 'text-only':
      return null
    case 'no-times':
      return segments.map((each) => ({ ...each, start_time: '', end_time: '' }))
    case 'milliseconds':
      return segments.map((each) => ({
        ...each,
        start_time: thousandfold(each.start_time),
        end_time: thousandfold(each.end_time),
      }))
    default:
      return segments
  }
}
