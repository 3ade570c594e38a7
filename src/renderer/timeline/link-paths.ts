/** SVG paths that link the current event to the events that belong to it. */

import { shapeWidth } from './cluster-marks.ts'
import type { PlannedLane, PlannedMark } from './lane-layout.ts'

/** Pixels from the center of a mark to the ring around it. */
const ring = 9

/**
 * SVG paths from each linked mark to the current one, at right angles: to the rule of its lane, along it, and across the lanes. None while
 * the current event has no mark in the chart.
 */
export function linkPaths(
  lanes: readonly PlannedLane[],
  isCurrent: (mark: PlannedMark) => boolean,
  isLinked: (mark: PlannedMark) => boolean,
): string[] {
  const placed = lanes.flatMap((lane) => lane.marks.map((mark) => ({ lane, mark })))
  const to = placed.find(({ mark }) => isCurrent(mark))
  if (!to) return []
  return placed
    .filter(({ mark }) => isLinked(mark) && mark !== to.mark)
    .map(({ lane, mark }) => {
      const isBelow = to.lane.top >= lane.top
      const rule = Math.round(isBelow ? lane.top + lane.height : lane.top) - 0.5
      const start = mark.y + (isBelow ? reachOf(mark) : -reachOf(mark))
      const end = to.lane === lane ? to.mark.y + ring : to.mark.y + (isBelow ? -ring : ring)
      return `M${round(mark.x)} ${round(start)}V${rule}H${round(to.mark.x)}V${round(end)}`
    })
}

/** A period's tick has no ring. */
const reachOf = ({ shape }: PlannedMark) => (shape === 'period' || shape === 'year' ? shapeWidth - 2 : ring)
const round = (value: number) => Math.round(value * 10) / 10
