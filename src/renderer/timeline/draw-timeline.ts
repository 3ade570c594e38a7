import type { TimelineEntry } from '#contract/api/timeline.ts'
import type { ChartColours } from '../ui/chart/theme.ts'
import { bunchWidth } from './pack-marks.ts'
import { axisHeight, namesWidth, type PlannedLane, type PlannedMark } from './plan-lanes.ts'
import type { TimeAxis, Tick } from './time-axis.ts'
import { toneOf } from './timeline-text.ts'

export interface TimelineDrawing {
  readonly colours: ChartColours
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly axis: TimeAxis
  readonly lanes: readonly PlannedLane[]
  readonly xOf: (at: number) => number
  readonly now: number
  readonly current: TimelineEntry | null
  /** Entries that the current one refers to, or that refer to it. */
  readonly linked: ReadonlySet<TimelineEntry>
  /** Under the pointer, and what is said of it. */
  readonly hovered: { readonly mark: PlannedMark; readonly says: string } | null
}

const font = "11px 'IBM Plex Sans', system-ui, sans-serif"

export function drawTimeline(canvas: HTMLCanvasElement, drawing: TimelineDrawing): void {
  const { width, height, colours, lanes } = drawing
  const ratio = window.devicePixelRatio
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const ink = canvas.getContext('2d')
  if (!ink) return
  ink.scale(ratio, ratio)
  ink.font = font
  ink.textBaseline = 'middle'
  drawGround(ink, drawing)
  clipped(ink, [0, axisHeight, width, height - axisHeight], () => {
    for (const lane of lanes) drawLaneName(ink, lane, drawing)
    clipped(ink, [namesWidth, axisHeight, width - namesWidth, height - axisHeight], () => {
      drawCurrentLine(ink, drawing)
      drawLinks(ink, drawing)
      for (const lane of lanes) {
        for (const mark of lane.marks) drawMark(ink, mark, lane, drawing)
        drawPeriodNames(ink, lane, drawing)
      }
    })
  })
  line(ink, colours.rule, [0, axisHeight - 0.5], [width, axisHeight - 0.5])
  if (drawing.hovered) drawSaying(ink, drawing.hovered.mark, drawing.hovered.says, drawing)
}

type Point = readonly [x: number, y: number]

function line(ink: CanvasRenderingContext2D, colour: string, [x, y]: Point, [toX, toY]: Point, width = 1): void {
  ink.strokeStyle = colour
  ink.lineWidth = width
  ink.beginPath()
  ink.moveTo(x, y)
  ink.lineTo(toX, toY)
  ink.stroke()
}

function clipped(
  ink: CanvasRenderingContext2D,
  [x, y, width, height]: readonly [number, number, number, number],
  draw: () => void,
): void {
  ink.save()
  ink.beginPath()
  ink.rect(x, y, width, height)
  ink.clip()
  draw()
  ink.restore()
}

/** Ticks and their labels, the lanes' rules, and now. */
function drawGround(ink: CanvasRenderingContext2D, drawing: TimelineDrawing): void {
  const { axis, colours, width, height, lanes, xOf, now } = drawing
  const bare = axis.coarse.length === 0
  clipped(ink, [namesWidth, 0, width - namesWidth, height], () => {
    drawTicks(ink, axis.fine, bare ? 12 : 24, bare ? colours.second : colours.third, drawing, bare ? 0 : 18)
    drawTicks(ink, axis.coarse, 9, colours.second, drawing, 0)
    const x = Math.round(xOf(now)) + 0.5
    ink.setLineDash([2, 3])
    line(ink, colours.third, [x, axisHeight], [x, height])
    ink.setLineDash([])
  })
  for (const { top, height: room } of lanes) {
    const y = Math.round(top + room) - 0.5
    if (y > axisHeight) line(ink, colours.faint, [0, y], [width, y])
  }
}

function drawTicks(
  ink: CanvasRenderingContext2D,
  ticks: readonly Tick[],
  y: number,
  colour: string,
  { colours, height, xOf, width }: TimelineDrawing,
  from: number,
): void {
  for (const [index, { at, label }] of ticks.entries()) {
    const x = Math.round(xOf(at)) + 0.5
    const next = ticks[index + 1]
    const end = next ? xOf(next.at) : width
    line(ink, from === 0 ? colours.rule : colours.faint, [x, from], [x, height])
    // A stretch that began before the edge is named at the edge, while the name fits into it.
    const left = Math.max(x, namesWidth) + 4
    ink.fillStyle = colour
    if (left + ink.measureText(label).width < end) ink.fillText(label, left, y)
  }
}

function drawLaneName(
  ink: CanvasRenderingContext2D,
  { name, count, top, height }: PlannedLane,
  { colours }: TimelineDrawing,
): void {
  const y = top + height / 2
  ink.fillStyle = colours.second
  ink.fillText(name, 16, y)
  ink.fillStyle = colours.third
  ink.textAlign = 'right'
  ink.fillText(count.toLocaleString('en-US'), namesWidth - 8, y)
  ink.textAlign = 'left'
}

function drawCurrentLine(
  ink: CanvasRenderingContext2D,
  { current, lanes, colours, xOf, height }: TimelineDrawing,
): void {
  if (!current) return
  const mark = lanes.flatMap(({ marks }) => marks).find(({ entries }) => entries.includes(current))
  const x = Math.round(mark?.x ?? xOf(current.at)) + 0.5
  line(ink, colours.soft, [x, axisHeight], [x, height])
}

/** Lines from the current entry to each that it refers to, or that refers to it. */
function drawLinks(ink: CanvasRenderingContext2D, { lanes, current, linked, colours }: TimelineDrawing): void {
  if (!current || linked.size === 0) return
  const marks = lanes.flatMap((lane) => lane.marks)
  const from = marks.find(({ entries }) => entries.includes(current))
  if (!from) return
  for (const { x, y, entries } of marks) {
    if (entries.some((entry) => linked.has(entry))) line(ink, colours.soft, [from.x, from.y], [x, y], 1.5)
  }
}

function drawMark(
  ink: CanvasRenderingContext2D,
  mark: PlannedMark,
  lane: PlannedLane,
  { colours, current, hovered }: TimelineDrawing,
): void {
  const { x, y, entries } = mark
  const [entry] = entries
  if (!entry) return
  const isCurrent = current !== null && entries.includes(current)
  if (entries.length > 1) drawBunch(ink, mark, colours, isCurrent)
  else {
    drawShape(ink, entry, [x, y], lane, colours)
    if (isCurrent || hovered?.mark.entries[0] === entry) {
      ink.strokeStyle = isCurrent ? colours.accent : colours.third
      ink.lineWidth = isCurrent ? 2 : 1
      ink.beginPath()
      ink.arc(x, y, 8, 0, 2 * Math.PI)
      ink.stroke()
    }
  }
}

/** Where there is room up to the next one; periods of several companies in one lane have no one name. */
function drawPeriodNames(
  ink: CanvasRenderingContext2D,
  { marks }: PlannedLane,
  { colours, width }: TimelineDrawing,
): void {
  ink.fillStyle = colours.third
  const whose = marks[0]?.entries[0]?.symbol
  if (marks.some(({ entries }) => entries[0]?.symbol !== whose)) return
  for (const [at, { x, y, entries }] of marks.entries()) {
    const [entry] = entries
    if (entry?.kind !== 'period' || entries.length > 1) continue
    const next = marks[at + 1]?.x ?? width
    const name = entry.quarter === 'FY' ? `FY${String(entry.year % 100).padStart(2, '0')}` : entry.quarter
    if (x + 10 + ink.measureText(name).width < next) ink.fillText(name, x + 5, y + 0.5)
  }
}

/** How many there are, over the shares of those that went up and down. */
function drawBunch(
  ink: CanvasRenderingContext2D,
  { x, y, entries }: PlannedMark,
  colours: ChartColours,
  isCurrent: boolean,
): void {
  const [left, top, height] = [x - bunchWidth / 2, y - 9, 18]
  ink.fillStyle = colours.paper
  ink.strokeStyle = isCurrent ? colours.accent : colours.bar
  ink.lineWidth = isCurrent ? 2 : 1
  ink.beginPath()
  ink.roundRect(left + 0.5, top + 0.5, bunchWidth - 1, height - 1, 3)
  ink.fill()
  ink.stroke()
  ink.fillStyle = colours.second
  ink.textAlign = 'center'
  ink.fillText(entries.length > 999 ? '1k+' : String(entries.length), x, y - 0.5)
  ink.textAlign = 'left'
  const share = (tone: 'up' | 'down') =>
    (entries.filter((entry) => toneOf(entry) === tone).length / entries.length) * (bunchWidth - 4)
  ink.fillStyle = colours.up
  ink.fillRect(left + 2, top + height - 4, share('up'), 2)
  ink.fillStyle = colours.down
  ink.fillRect(left + bunchWidth - 2 - share('down'), top + height - 4, share('down'), 2)
}

function drawShape(
  ink: CanvasRenderingContext2D,
  entry: TimelineEntry,
  [x, y]: Point,
  lane: PlannedLane,
  colours: ChartColours,
): void {
  const tone = toneOf(entry)
  const colour = tone === '' ? colours.third : colours[tone]
  switch (entry.kind) {
    case 'call': {
      // The call's sentiment: a stem up or down, as long as the score. A hollow mark is a call that is not downloaded.
      const { sentiment, stored } = entry
      if (sentiment !== null && sentiment !== 0)
        line(ink, colour, [x, y], [x, y - Math.sign(sentiment) * (4 + 8 * Math.min(1, Math.abs(sentiment)))], 2.5)
      disc(ink, [x, y], 4, colours.paper, colours.second, stored)
      return
    }
    case 'rating':
      if (entry.ratingKind === 'up' || entry.ratingKind === 'down') triangle(ink, [x, y], entry.ratingKind, colour)
      else if (entry.ratingKind === 'initiated') polygon(ink, diamond([x, y]), colours.second, colours.second)
      else if (entry.ratingKind === 'reiterated') disc(ink, [x, y], 2.5, colours.third, colours.third, true)
      else disc(ink, [x, y], 2.5, colours.paper, colours.third, false)
      return
    case 'news': {
      // Above the line what rose, below it what fell.
      const up = entry.newsKind === 'gainers' ? 6 : entry.newsKind === 'losers' ? 0 : 3
      ink.fillStyle = colour
      ink.fillRect(x - 2, y - up, 4, 6)
      line(ink, colours.third, [x - 4, y], [x + 4, y])
      return
    }
    case 'period': {
      const whole = entry.quarter === 'FY'
      line(
        ink,
        whole ? colours.second : colours.third,
        [x, lane.top + 4],
        [x, lane.top + lane.height - 4],
        whole ? 3 : 1,
      )
      return
    }
    case 'restated':
    case 'withdrawn':
      // Hollow: the figures are gone.
      polygon(
        ink,
        [
          [x - 5, y - 5],
          [x + 5, y - 5],
          [x + 5, y + 5],
        ],
        entry.kind === 'restated' ? colours.flag : colours.paper,
        colours.flag,
      )
  }
}

const diamond = ([x, y]: Point): Point[] => [
  [x, y - 5],
  [x + 5, y],
  [x, y + 5],
  [x - 5, y],
]

function triangle(ink: CanvasRenderingContext2D, [x, y]: Point, way: 'up' | 'down', colour: string): void {
  const tip = way === 'up' ? -5 : 5
  const corners: Point[] = [
    [x, y + tip],
    [x + 5.5, y - tip * 0.8],
    [x - 5.5, y - tip * 0.8],
  ]
  polygon(ink, corners, colour, colour)
}

function polygon(ink: CanvasRenderingContext2D, corners: readonly Point[], fill: string, stroke: string): void {
  ink.beginPath()
  for (const [x, y] of corners) ink.lineTo(x, y)
  ink.closePath()
  paint(ink, fill, stroke)
}

function disc(ink: CanvasRenderingContext2D, at: Point, radius: number, fill: string, stroke: string, full: boolean) {
  ink.beginPath()
  ink.arc(at[0], at[1], radius, 0, 2 * Math.PI)
  paint(ink, full ? stroke : fill, stroke)
}

function paint(ink: CanvasRenderingContext2D, fill: string, stroke: string): void {
  ink.fillStyle = fill
  ink.strokeStyle = stroke
  ink.lineWidth = 1
  ink.fill()
  ink.stroke()
}

/** Beside the mark, kept within the edges. */
function drawSaying(
  ink: CanvasRenderingContext2D,
  { x, y }: PlannedMark,
  says: string,
  { colours, width, height }: TimelineDrawing,
): void {
  const room = Math.min(ink.measureText(says).width + 12, width - namesWidth - 8)
  const left = Math.max(namesWidth, Math.min(x - room / 2, width - room - 4))
  const top = y + 34 < height ? y + 12 : y - 32
  ink.fillStyle = colours.paper
  ink.strokeStyle = colours.rule
  ink.lineWidth = 1
  ink.beginPath()
  ink.roundRect(left + 0.5, top + 0.5, room, 20, 3)
  ink.fill()
  ink.stroke()
  clipped(ink, [left, top, room - 4, 22], () => {
    ink.fillStyle = colours.ink
    ink.fillText(says, left + 6, top + 11)
  })
}
