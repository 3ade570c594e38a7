/**
 * Lays out a scatter in pixels: axes, points, trails, and labels that do not cover each other.
 */

import { separatorsOf } from '#contract/api/number-format.ts'
import { roundScale } from '../ui/chart/round-scale.ts'
import { formatDay } from '../format/dates.ts'
import { numberFormat } from '../format/number-format.svelte.ts'
import { axisPercent } from './axis-percent.ts'
import type { Scatter, ScatterAxis, ScatterPoint } from './scatter.ts'

/** Pixels, from the top left corner of the drawing. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface ScatterTick {
  readonly at: number
  readonly text: string
  readonly isZero: boolean
}

export interface PointLabel extends Point {
  readonly anchor: 'start' | 'end' | 'middle'
  readonly symbol: string
  /** "s"; empty for a figure of the compared period. */
  readonly mark: string
  readonly figures: string
}

export interface DrawnPoint extends Point {
  readonly symbol: string
  /** An older period represents the compared one. */
  readonly isHollow: boolean
  /** The point first; a gap ends one path and begins another. */
  readonly trail: readonly (readonly Point[])[]
  /** The last place of the trail and its period; null without one. */
  readonly trailEnd: (Point & { readonly period: string }) | null
  readonly label: PointLabel
}

interface DrawnMedian {
  readonly at: number
  readonly text: string
}

export interface ScatterLayout {
  readonly plot: Box
  readonly up: readonly ScatterTick[]
  readonly across: readonly ScatterTick[]
  /** The compared companies' positions on each axis. */
  readonly upMarks: readonly number[]
  readonly acrossMarks: readonly number[]
  readonly upMedian: DrawnMedian | null
  readonly acrossMedian: DrawnMedian | null
  readonly points: readonly DrawnPoint[]
}

interface ScatterLayoutOptions {
  readonly width: number
  readonly height: number
  readonly medians: boolean
  readonly selected: string
  /** The visible figures are from before a request that failed. */
  readonly isStale: boolean
}

/** Around the plot: heads and the median's label, the latter's words, the names of the steps. */
const inset = { top: 38, right: 78, bottom: 62, left: 64 }
export const pointRadius = 5
const lineHeight = 14
const symbolLetter = 8.6
const figureLetter = 6.3
/** Distance from a point to its label. */
const away = 12
/** Pixels for a step of an axis, at the least. */
const stepRoom = { up: 56, across: 90 }

export function layScatter(
  { points: all, up, across }: Scatter,
  { width, height, medians, selected, isStale }: ScatterLayoutOptions,
): ScatterLayout {
  const plot = { left: inset.left, top: inset.top, right: width - inset.right, bottom: height - inset.bottom }
  const drawn = all.filter(({ place, isHidden }) => place !== null && !isHidden)
  const places = drawn.flatMap(({ place, trail }) => [place, ...trail.map((step) => step.place)]).filter(isPlace)
  const hasUpMedian = medians && up.isComparable && up.median !== null
  const hasAcrossMedian = medians && across.isComparable && across.median !== null
  const upScale = scaleOver(
    [...places.map(({ y }) => y), ...(hasUpMedian ? [up.median ?? 0] : [])],
    (plot.bottom - plot.top) / stepRoom.up,
  )
  const acrossScale = scaleOver(
    [...places.map(({ x }) => x), ...(hasAcrossMedian ? [across.median ?? 0] : [])],
    (plot.right - plot.left) / stepRoom.across,
  )
  const x = (value: number) =>
    plot.left + ((value - acrossScale.low) / (acrossScale.high - acrossScale.low)) * (plot.right - plot.left)
  const y = (value: number) =>
    plot.bottom - ((value - upScale.low) / (upScale.high - upScale.low)) * (plot.bottom - plot.top)
  const upMedian = hasUpMedian ? { at: y(up.median ?? 0), text: up.medianText } : null
  const acrossMedian = hasAcrossMedian ? { at: x(across.median ?? 0), text: across.medianText } : null
  const spots = drawn.map((point): PlacedPoint => {
    const at = { x: x(point.place?.x ?? 0), y: y(point.place?.y ?? 0) }
    const trail = trailOf(point, x, y)
    return { point, at, trail, figures: figuresOf(point, isStale) }
  })
  const labels = placeLabels(spots, { plot, selected, upMedian, acrossMedian })
  const compared = drawn.filter(({ state }) => state === 'current').flatMap(({ place }) => place ?? [])
  return {
    plot,
    up: ticksOf(upScale.ticks, up, y),
    across: ticksOf(acrossScale.ticks, across, x),
    upMarks: compared.map((place) => y(place.y)),
    acrossMarks: compared.map((place) => x(place.x)),
    upMedian,
    acrossMedian,
    points: spots.map(({ point, at, trail, figures }, index): DrawnPoint => {
      const end = point.trail.findLast(({ place }, back) => back > 0 && place !== null)
      return {
        symbol: point.symbol,
        ...at,
        isHollow: point.state === 'older',
        trail,
        trailEnd: end?.place ? { x: x(end.place.x), y: y(end.place.y), period: end.period } : null,
        label: { ...(labels[index] ?? { ...at, anchor: 'start' }), symbol: point.symbol, ...figures },
      }
    }),
  }
}

function isPlace<Place>(place: Place | null): place is Place {
  return place !== null
}

/** Round steps around the figures; a single figure is centered. */
function scaleOver(values: readonly number[], steps: number) {
  const [least, most] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)]
  const room = least === most ? Math.abs(least) * 0.1 || 1 : 0
  return roundScale(least - room, most + room, Math.max(2, Math.floor(steps)))
}

function ticksOf(values: readonly number[], axis: ScatterAxis, at: (value: number) => number): readonly ScatterTick[] {
  const texts = values.map((value) => axisText(value, axis))
  const wholes = texts.map(withoutZeroDecimal)
  const isWhole = values.every((value, index) => value === 0 || wholes[index] !== texts[index])
  return values.map((value, index) => ({
    at: at(value),
    text: (isWhole ? wholes : texts)[index] ?? '',
    isZero: value === 0,
  }))
}

function axisText(value: number, { unit, write }: ScatterAxis): string {
  return unit !== 'percent' || value === 0 ? write(value) : axisPercent(value)
}

/** `10` for `10.0`, in any number format. */
function withoutZeroDecimal(text: string): string {
  const zero = `${separatorsOf(numberFormat()).decimal}0`
  const [digits, end] = text.endsWith(')') ? [text.slice(0, -1), ')'] : [text, '']
  return digits.endsWith(zero) ? digits.slice(0, -zero.length) + end : text
}

/** `+8.9%, 15.1%`; of an older period `s at 28 Dec 24: +15.8%, 12.6%`. */
function figuresOf({ state, ends, across, up }: ScatterPoint, isStale: boolean): Pick<PointLabel, 'mark' | 'figures'> {
  const figures = `${across.text}, ${up.text}`
  if (state === 'older') return { mark: 's', figures: `at ${formatDay(ends)}: ${figures}` }
  return { mark: isStale ? 's' : '', figures }
}

function trailOf(
  { trail }: ScatterPoint,
  x: (value: number) => number,
  y: (value: number) => number,
): readonly (readonly Point[])[] {
  const paths: Point[][] = []
  let open: Point[] | null = null
  for (const { place } of trail) {
    if (place === null) {
      open = null
      continue
    }
    if (open === null) paths.push((open = []))
    open.push({ x: x(place.x), y: y(place.y) })
  }
  return trail.length < 2 ? [] : paths
}

interface PlacedPoint {
  readonly point: ScatterPoint
  readonly at: Point
  readonly trail: readonly (readonly Point[])[]
  readonly figures: Pick<PointLabel, 'mark' | 'figures'>
}

interface LabelObstacles {
  readonly plot: Box
  readonly selected: string
  readonly upMedian: DrawnMedian | null
  readonly acrossMedian: DrawnMedian | null
}

type LabelPosition = Point & Pick<PointLabel, 'anchor'>

/** The baseline of the label's first line is `y`; the second one is below. */
const sides: readonly (Pick<PointLabel, 'anchor'> & { readonly dx: number; readonly dy: number })[] = [
  { anchor: 'start', dx: away, dy: 1 },
  { anchor: 'end', dx: -away, dy: 1 },
  { anchor: 'start', dx: away, dy: -20 },
  { anchor: 'end', dx: -away, dy: -20 },
  { anchor: 'start', dx: away, dy: 16 },
  { anchor: 'end', dx: -away, dy: 16 },
  { anchor: 'middle', dx: 0, dy: -24 },
  { anchor: 'middle', dx: 0, dy: 22 },
]

/** Costs of a label's position: unreadable outside of the plot; over its own trail it hides where the company came from. */
const costs = { outside: 1000, label: 120, point: 60, ownTrail: 30, trail: 8, median: 6, laterSide: 1 }

/** Each label on the side where it covers the least, the selected company's first. One per company, in the given order. */
function placeLabels(placed: readonly PlacedPoint[], around: LabelObstacles): readonly LabelPosition[] {
  const order = [...placed.keys()].toSorted(
    (one, other) => rank(placed[one], around.selected) - rank(placed[other], around.selected),
  )
  const { plot, upMedian } = around
  const taken: Box[] =
    upMedian === null
      ? []
      : [{ left: plot.right, top: upMedian.at - 14, right: plot.right + inset.right, bottom: upMedian.at + 16 }]
  const named = placed.find(({ point }) => point.symbol === around.selected)
  if (named) taken.push(...trailNameBoxes(named))
  const chosen = new Map<number, LabelPosition>()
  for (const index of order) {
    const own = placed[index]
    if (!own) continue
    let best: { readonly placing: LabelPosition; readonly box: Box; readonly cost: number } | null = null
    for (const [at, { anchor, dx, dy }] of sides.entries()) {
      const placing = { anchor, x: own.at.x + dx, y: own.at.y + dy }
      const box = labelBox(own, placing)
      const cost = at * costs.laterSide + costOf(box, index, placed, taken, around)
      if (best === null || cost < best.cost) best = { placing, box, cost }
    }
    if (best === null) continue
    taken.push(best.box)
    chosen.set(index, best.placing)
  }
  return placed.map(({ at }, index) => chosen.get(index) ?? { ...at, anchor: 'start' })
}

/** Where the selected company's trail says from which period it comes. */
function trailNameBoxes({ point, trail }: PlacedPoint): readonly Box[] {
  const first = trail.at(-1)?.at(-1)
  const end = point.trail.findLast(({ place }, back) => back > 0 && place !== null)
  if (!first || !end) return []
  const half = (`from ${end.period}`.length * figureLetter) / 2
  return [{ left: first.x - half, top: first.y, right: first.x + half, bottom: first.y + 20 }]
}

function rank(placed: PlacedPoint | undefined, selected: string): number {
  return placed?.point.symbol === selected ? 0 : 1
}

function labelBox({ point, figures }: PlacedPoint, { x, y, anchor }: LabelPosition): Box {
  const words = figures.mark === '' ? figures.figures : `${figures.mark} ${figures.figures}`
  const width = Math.max(point.symbol.length * symbolLetter, words.length * figureLetter)
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left, top: y - 11, right: left + width, bottom: y + lineHeight + 3 }
}

function costOf(
  box: Box,
  own: number,
  placed: readonly PlacedPoint[],
  taken: readonly Box[],
  { plot, upMedian, acrossMedian }: LabelObstacles,
): number {
  const isOutside =
    box.left < plot.left || box.right > plot.right + inset.right || box.top < plot.top || box.bottom > plot.bottom
  const covered = taken.filter((other) => overlaps(box, other)).length
  const hidden = placed.filter(({ at }, index) => index !== own && overlaps(box, around(at, pointRadius + 2))).length
  const trails = placed.map(({ trail }, index) => {
    const parts = trail.flatMap((path) => path.slice(1).map((to, at) => crosses(box, path[at] ?? to, to)))
    return parts.filter(Boolean).length * (index === own ? costs.ownTrail : costs.trail)
  })
  const medians = [
    upMedian !== null && upMedian.at > box.top && upMedian.at < box.bottom,
    acrossMedian !== null && acrossMedian.at > box.left && acrossMedian.at < box.right,
  ].filter(Boolean).length
  return (
    (isOutside ? costs.outside : 0) +
    covered * costs.label +
    hidden * costs.point +
    trails.reduce((sum, cost) => sum + cost, 0) +
    medians * costs.median
  )
}

function around({ x, y }: Point, radius: number): Box {
  return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

/** Whether a straight line crosses a box: it is clipped to it side by side (Liang and Barsky). */
export function crosses({ left, top, right, bottom }: Box, from: Point, to: Point): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  let [enters, leaves] = [0, 1]
  for (const [towards, room] of [
    [-dx, from.x - left],
    [dx, right - from.x],
    [-dy, from.y - top],
    [dy, bottom - from.y],
  ] as const) {
    if (towards === 0) {
      if (room < 0) return false
    } else if (towards < 0) enters = Math.max(enters, room / towards)
    else leaves = Math.min(leaves, room / towards)
  }
  return enters <= leaves
}

/** A description of the drawing for screen readers; the figures are in the table. */
export function scatterSays({ points, up, across, period }: Scatter): string {
  const drawn = points.filter(({ place, isHidden }) => place !== null && !isHidden)
  const each = drawn.map(({ symbol, across: x, up: y }) => `${symbol} ${x.text}, ${y.text}`)
  const medians = [across, up].filter(({ isComparable }) => isComparable).map((axis) => axis.medianText)
  const middle = medians.length === 2 ? ` Medians ${medians.join(', ')}.` : ''
  return `x axis: ${across.label}; y axis: ${up.label}; ${period}. ${each.join('; ')}.${middle} The figures are in the table.`
}
