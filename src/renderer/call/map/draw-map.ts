/** Draws the minimap of a transcript on a canvas. */

import type { HighlightColor } from '#contract/api/notes.ts'
import { canvasRatio } from '../../ui/text-size.ts'

/** Pixels of the map: its width, a line of text, and the step from one line to the next. */
const mapWidth = 40
const step = 3
const line = 1.5
/** A highlight is at least as high as its line needs to be recognized. */
const leastMark = 6
/** Sentiment weaker than this is not drawn. */
const leastTone = 0.25

interface MapColors {
  readonly text: string
  readonly speaker: string
  readonly find: string
  readonly findNow: string
  readonly figure: string
  readonly differs: string
  readonly up: string
  readonly down: string
  readonly marks: Readonly<Record<HighlightColor, string>>
}

interface MapLine {
  readonly y: number
  /** 0 to 1. */
  readonly width: number
  /** Somebody begins to speak. */
  readonly opens: boolean
  /** −1, 0 or 1. */
  readonly tone: number
}

/** A call drawn small, in pixels of the map. */
interface MapPlan {
  readonly lines: readonly MapLine[]
  readonly hits: readonly number[]
  readonly current: number | null
  readonly figures: readonly { readonly y: number; readonly differs: boolean }[]
  readonly highlights: readonly { readonly y: number; readonly height: number; readonly color: HighlightColor }[]
}

/** The call's layout in the transcript, in its pixels. */
interface MappedCall {
  readonly total: number
  readonly lineHeight: number
  readonly top: (turn: number) => number
  readonly turnAt: (offset: number) => number
  /** The first of consecutive turns of one speaker. */
  readonly speechOf: (turn: number) => number
  readonly sentiment: (turn: number) => number | null
  /** Turns. */
  readonly hits: readonly number[]
  readonly current: number | null
  /** By turn, and the share of the turn that is before them. */
  readonly figures: readonly { readonly turn: number; readonly share: number; readonly differs: boolean }[]
  readonly highlights: readonly { readonly first: number; readonly last: number; readonly color: HighlightColor }[]
}

/** Pixels of the map per pixel of the transcript: a short call does not fill the map. */
export function mapScale(total: number, lineHeight: number, room: number): number {
  return total <= 0 ? 0 : Math.min(room / total, step / lineHeight)
}

export function planMap(call: MappedCall, room: number): MapPlan {
  const scale = mapScale(call.total, call.lineHeight, room)
  const middle = (turn: number) => Math.round((call.top(turn) + call.top(turn + 1)) * 0.5 * scale)
  return {
    lines: linesOf(call, scale),
    hits: [...new Set(call.hits.map(middle))],
    current: call.current === null ? null : middle(call.current),
    figures: call.figures.map(({ turn, share, differs }) => {
      const [top, bottom] = [call.top(turn), call.top(turn + 1)]
      return { y: Math.round((top + (bottom - top) * share) * scale), differs }
    }),
    highlights: call.highlights.map(({ first, last, color }) => {
      const y = Math.round(call.top(first) * scale)
      return { y, height: Math.max(leastMark, Math.round(call.top(last + 1) * scale) - y), color }
    }),
  }
}

function linesOf(call: MappedCall, scale: number): readonly MapLine[] {
  const lines: MapLine[] = []
  let before = -1
  for (let y = 0; y + line <= call.total * scale; y += step) {
    const turn = call.turnAt((y + line) / scale)
    const end = call.top(turn + 1)
    const speech = call.speechOf(turn)
    const opens = speech !== before
    const isLast = (y + step) / scale > end
    // The last line of a turn ends before the edge, as it does in the text.
    const width = isLast ? 0.3 + 0.6 * ((((end - call.top(turn)) / call.lineHeight) * 7) % 1) : 1 - 0.12 * (y % 2)
    const tone = call.sentiment(turn) ?? 0
    lines.push({ y, width, opens, tone: Math.abs(tone) < leastTone ? 0 : Math.sign(tone) })
    before = speech
  }
  return lines
}

type Bar = readonly [left: number, top: number, wide: number, high: number]

/** The line of a highlight's color, as under its text but upright: whole, dashed, double or wavy. */
export function lineOf(color: HighlightColor, height: number): readonly Bar[] {
  if (color === 'violet') return [[0, 0, 4, height]]
  if (color === 'green')
    return [
      [0, 0, 1.5, height],
      [2.5, 0, 1.5, height],
    ]
  const dash = 2
  const count = Math.ceil(height / dash)
  const steps = Array.from({ length: count }, (_, at) => ({
    at,
    top: at * dash,
    high: Math.min(dash, height - at * dash),
  }))
  if (color === 'amber') return steps.filter(({ at }) => at % 2 === 0).map(({ top, high }) => [0, top, 4, high])
  return steps.map(({ at, top, high }) => [at % 2 === 0 ? 0 : 2, top, 2, high])
}

/** Draws at once; the canvas is as wide as the map and as high as `room`. */
export function drawMap(canvas: HTMLCanvasElement, plan: MapPlan, room: number, colors: MapColors): void {
  const ratio = canvasRatio()
  canvas.width = Math.round(mapWidth * ratio)
  canvas.height = Math.round(room * ratio)
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.scale(ratio, ratio)
  for (const { y, width, opens, tone } of plan.lines) {
    pen.fillStyle = opens ? colors.speaker : colors.text
    pen.fillRect(opens ? 0 : 5, y, opens ? 8 : width * 29, opens ? 1 : line)
    if (tone === 0 || opens) continue
    // As in the text: left or right of an axis.
    pen.fillStyle = tone > 0 ? colors.up : colors.down
    pen.fillRect(tone > 0 ? 2 : 0, y, 2, step)
  }
  pen.fillStyle = colors.find
  for (const y of plan.hits) pen.fillRect(4, y - 1, 32, 3)
  for (const { y, height, color } of plan.highlights) {
    pen.fillStyle = colors.marks[color]
    for (const [left, top, wide, high] of lineOf(color, height)) pen.fillRect(36 + left, y + top, wide, high)
  }
  // A difference is drawn over the others.
  for (const { y } of plan.figures.filter(({ differs }) => !differs)) {
    pen.fillStyle = colors.figure
    pen.fillRect(33, y, 4, 1.5)
  }
  for (const { y } of plan.figures.filter(({ differs }) => differs)) {
    pen.fillStyle = colors.differs
    pen.fillRect(30, y - 1, 8, 3)
  }
  if (plan.current !== null) {
    pen.fillStyle = colors.findNow
    pen.fillRect(2, plan.current - 2, 36, 4)
  }
}
