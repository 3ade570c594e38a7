import type { TimelineEntry, TimelineKind } from '#contract/api/timeline.ts'
import { pack } from './pack-marks.ts'
import type { Span } from './time-span.ts'
import { kindNames, timelineKinds } from './timeline-text.ts'
import type { Lane, LanesBy } from './timeline-view.svelte.ts'

/** Pixels: of the lanes' names, and of the axis above them. */
export const namesWidth = 116
export const axisHeight = 34
const rowHeight = 14
const laneRoom = 10
/** Of calls: how one sounded stands above or beneath it. */
const callRoom = 26

export interface PlannedMark {
  readonly x: number
  readonly y: number
  readonly entries: readonly TimelineEntry[]
}

export interface PlannedLane {
  readonly name: string
  /** Of what lies in the stretch. */
  readonly count: number
  readonly top: number
  readonly height: number
  readonly marks: readonly PlannedMark[]
}

const rowsOfKind: Readonly<Record<TimelineKind, number>> = {
  call: 1,
  rating: 3,
  news: 3,
  period: 1,
  restated: 1,
  withdrawn: 1,
}
const rowsOf = ({ key }: Lane, by: LanesBy) =>
  by === 'company' ? 1 : rowsOfKind[timelineKinds.find((kind) => kind === key) ?? 'call']
const heightOf = (lane: Lane, by: LanesBy) => rowsOf(lane, by) * rowHeight + (lane.key === 'call' ? callRoom : laneRoom)
/** The first row in the middle, the next above it, then beneath. */
const fromMiddle = (row: number) => Math.ceil(row / 2) * (row % 2 === 1 ? -1 : 1) * rowHeight

export function lanesHeight(lanes: readonly Lane[], by: LanesBy): number {
  return lanes.reduce((sum, lane) => sum + heightOf(lane, by), 0)
}

export function xIn({ from, to }: Span, width: number): (at: number) => number {
  const scale = (width - namesWidth) / (to - from)
  return (at) => namesWidth + (at - from) * scale
}

/** Where everything stands, in pixels of the canvas: lanes in sight only, below the axis, scrolled by `scroll`. */
export function planLanes(
  lanes: readonly Lane[],
  by: LanesBy,
  { span, width, height, scroll }: { readonly span: Span; readonly width: number; height: number; scroll: number },
): PlannedLane[] {
  const xOf = xIn(span, width)
  let top = axisHeight - scroll
  return lanes.flatMap((lane): PlannedLane[] => {
    const [from, room] = [top, heightOf(lane, by)]
    top += room
    if (from + room < axisHeight || from > height) return []
    const rows = rowsOf(lane, by)
    const middle = from + room / 2
    const packing = { xOf: (at: number) => xOf(at) - namesWidth, width: width - namesWidth, rows }
    // Ends of periods are strokes: a year and its last quarter are one above the other.
    const marks =
      lane.key === 'period'
        ? lane.entries.map((entry) => ({ x: packing.xOf(entry.at), row: 0, entries: [entry] }))
        : pack(lane.entries, packing)
    return [
      {
        name: by === 'company' ? lane.key : kindNames[timelineKinds.find((kind) => kind === lane.key) ?? 'call'],
        count: lane.entries.filter(({ at }) => at >= span.from && at <= span.to).length,
        top: from,
        height: room,
        marks: marks.map(({ x, row, entries }) => ({
          x: x + namesWidth,
          y: entries.length > 1 ? middle : middle + fromMiddle(row),
          entries,
        })),
      },
    ]
  })
}

/** The mark at a point, or the nearest within a few pixels of it. */
export function markAt(lanes: readonly PlannedLane[], x: number, y: number): PlannedMark | null {
  const lane = lanes.find(({ top, height }) => y >= top && y < top + height)
  let [found, nearest]: [PlannedMark | null, number] = [null, 14]
  for (const mark of lane?.marks ?? []) {
    // One that stands for several fills its lane.
    const distance = Math.hypot(mark.x - x, mark.entries.length > 1 ? 0 : mark.y - y)
    if (distance < nearest) [found, nearest] = [mark, distance]
  }
  return found
}
