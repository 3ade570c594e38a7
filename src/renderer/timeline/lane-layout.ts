/** Positions of lanes, marks and labels in the timeline chart, in pixels. */

import type { TimelineEntry, TimelineKind } from '#contract/api/timeline.ts'
import { clusterMarks, clusterWidth, shapeWidth, type Cluster } from './cluster-marks.ts'
import { shapeOf, type MarkShape } from './event-marks.ts'
import type { TimeSpan } from './time-span.ts'
import { keyOf, kindNames, timelineKinds } from './timeline-text.ts'
import type { Lane, LanesBy } from './timeline-view.svelte.ts'

/** Pixels: the axis at the top, and the price targets below it. */
export const axisHeight = 34
export const targetsHeight = 136

/** The chart's own edges, pixels. */
export interface Frame {
  readonly width: number
  /** Left end of time; the names of the lanes are left of it. */
  readonly left: number
  /** Right end; the values of the price targets are right of it. */
  readonly right: number
  /** Lanes are named by their mark. */
  readonly isNarrow: boolean
}

/** @param labelled there are price targets, whose values are at the right */
export function frameOf(width: number, labelled: boolean): Frame {
  const isNarrow = width < 1000
  const end = labelled ? 112 : 56
  return { width, isNarrow, left: isNarrow ? 104 : 168, right: Math.max(1, width - end) }
}

export interface PlannedMark {
  /** The same mark has the same key while time is moved along. */
  readonly key: string
  readonly x: number
  readonly y: number
  readonly shape: MarkShape
  readonly entries: readonly TimelineEntry[]
  /** Empty where there is no room for it. */
  readonly label: string
  /** The side with space. */
  readonly labelSide: 'right' | 'left'
  /** Pixels to the next mark of the lane, from the end of this one. */
  readonly room: number
}

export interface PlannedLane {
  readonly key: string
  readonly name: string
  /** The lane's kind, if it has one. */
  readonly kind: TimelineKind | null
  /** Number of events in the span. */
  readonly count: number
  readonly top: number
  readonly height: number
  readonly marks: readonly PlannedMark[]
}

const heights: Readonly<Record<TimelineKind, number>> = {
  call: 28,
  rating: 44,
  news: 28,
  period: 30,
  restated: 27,
  withdrawn: 27,
}
const companyHeight = 28

function kindOf({ key }: Lane, by: LanesBy): TimelineKind | null {
  return by === 'company' ? null : (timelineKinds.find((kind) => kind === key) ?? null)
}

function heightOf(lane: Lane, by: LanesBy): number {
  const kind = kindOf(lane, by)
  return kind === null ? companyHeight : heights[kind]
}

export function lanesHeight(lanes: readonly Lane[], by: LanesBy): number {
  return lanes.reduce((sum, lane) => sum + heightOf(lane, by), 0)
}

export function xIn({ from, to }: TimeSpan, { left, right }: Frame): (at: number) => number {
  const scale = (right - left) / (to - from)
  return (at) => left + (at - from) * scale
}

/** A lane with its marks, whichever part of it is on screen. */
export interface ClusteredLane extends Lane {
  readonly clusters: readonly Cluster<TimelineEntry>[]
}

/** Depends on the scale, not on the span: moving along the axis calculates nothing again. */
export function clusterLanes(lanes: readonly Lane[], by: LanesBy, pixelsPerMs: number): ClusteredLane[] {
  return lanes.map((lane) => ({ ...lane, clusters: clustersOf(lane, by, pixelsPerMs) }))
}

function clustersOf(lane: Lane, by: LanesBy, pixelsPerMs: number): Cluster<TimelineEntry>[] {
  if (kindOf(lane, by) !== 'period') return clusterMarks(lane.entries, pixelsPerMs, shapeOf)
  // A year and its last quarter are one tick; ticks mark exact period ends, however close.
  return [...Map.groupBy(lane.entries, ({ at }) => at)].map(([at, entries]) => ({
    x: at * pixelsPerMs,
    group: entries.some((entry) => shapeOf(entry) === 'year') ? 'year' : 'period',
    entries,
  }))
}

/** Widths of a character at 11 px, about: labels are placed before they are drawn. */
const [small, capital] = [6, 7.4]

export function textWidth(text: string): number {
  const capitals = text.replace(/[^A-Z]/g, '').length
  return capitals * capital + (text.length - capitals) * small
}

const labelGap = 3
/** A mark at either end of the span is drawn whole. */
const edge = 4

export interface ChartWindow {
  readonly span: TimeSpan
  readonly frame: Frame
  /** Events of several companies are named by the company. */
  readonly isMany: boolean
  /** Top of the lanes, and bottom of the chart. */
  readonly top: number
  readonly height: number
  readonly scroll: number
}

/** Positions in pixels of the chart: visible lanes only, scrolled by `scroll`. */
export function planLanes(
  lanes: readonly ClusteredLane[],
  by: LanesBy,
  { span, frame, isMany, top: first, height, scroll }: ChartWindow,
): PlannedLane[] {
  const pixelsPerMs = (frame.right - frame.left) / (span.to - span.from)
  const shift = frame.left - span.from * pixelsPerMs
  let top = first - scroll
  return lanes.flatMap((lane): PlannedLane[] => {
    const [from, room] = [top, heightOf(lane, by)]
    top += room
    if (from + room <= first || from >= height) return []
    const kind = kindOf(lane, by)
    const y = from + (kind === 'rating' ? 16 : room / 2)
    const shown = lane.clusters.filter(({ x }) => x + shift >= frame.left - edge && x + shift <= frame.right + edge)
    return [
      {
        key: lane.key,
        name: kind === null ? lane.key : kindNames[kind],
        kind,
        count: lane.entries.filter(({ at }) => at >= span.from && at <= span.to).length,
        top: from,
        height: room,
        marks: shown.map(({ x, entries }, at): PlannedMark => {
          const [entry] = entries
          const next = shown[at + 1]?.x ?? Number.POSITIVE_INFINITY
          const before = shown[at - 1]
          const own = kind === 'period' ? 0 : clusterWidth(entries.length) - shapeWidth / 2
          const space = Math.min(next + shift, frame.width) - (x + shift) - shapeWidth / 2 - own
          const label = by === 'kind' && entry && entries.length === 1 ? labelOf(entry, isMany) : ''
          const needed = textWidth(label) + labelGap
          const left = before ? before.x + clusterWidth(before.entries.length) + shift : frame.left
          const labelSide = needed < space ? 'right' : 'left'
          return {
            key: entry ? keyOf(entry) : '',
            x: x + shift,
            y,
            shape: entries.some((each) => shapeOf(each) === 'year') ? 'year' : entry ? shapeOf(entry) : 'news',
            entries,
            room: space,
            label: labelSide === 'right' || needed < x + shift - 2 * shapeWidth - left ? label : '',
            labelSide,
          }
        }),
      },
    ]
  })
}

/** The label beside the mark of one event. A period is labeled with figures, a rating below the marks of its lane. */
function labelOf(entry: TimelineEntry, isMany: boolean): string {
  if (isMany) return entry.kind === 'period' ? '' : entry.symbol
  switch (entry.kind) {
    case 'call':
      return entry.quarter === null ? '' : shortPeriodName(entry.quarter)
    case 'restated':
    case 'withdrawn':
      return `${shortPeriodName(entry)}, ${entry.figures === 1 ? '1 figure' : `${entry.figures} figures`}`
    default:
      return ''
  }
}

/** `Q2 FY25`. */
export function shortPeriodName({ quarter, year }: { readonly quarter: string; readonly year: number }): string {
  const end = `FY${String(year % 100).padStart(2, '0')}`
  return quarter === 'FY' ? end : `${quarter} ${end}`
}

/** The mark at a point, or the nearest within a few pixels of it. */
export function markAt(lanes: readonly PlannedLane[], x: number, y: number): PlannedMark | null {
  const lane = lanes.find(({ top, height }) => y >= top && y < top + height)
  let [found, nearest]: [PlannedMark | null, number] = [null, 12]
  for (const mark of lane?.marks ?? []) {
    // The count next to a mark, and the whole height of its lane, belong to it.
    const end = mark.x + clusterWidth(mark.entries.length) - shapeWidth
    const distance = x < mark.x ? mark.x - x : Math.max(0, x - end)
    if (distance < nearest) [found, nearest] = [mark, distance]
  }
  return found
}
