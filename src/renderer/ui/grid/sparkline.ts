/**
 * Draws the trend of a figure in its cell: bars as a CSS background, or a line as the path of an
 * SVG.
 */

import type { Sparkline } from './grid-types.ts'

const barWidth = 6
const gap = 2
/** Pixels above and beneath the bars. */
const inset = 4
/** Height of the smallest figure when all have the same sign. */
const least = 0.15

/**
 * Bars as a CSS background for a cell of this height. The row has its own scale, from its smallest figure to its largest, so that
 * bars of different rows cannot be compared. With figures on both sides of zero, the bars begin at zero.
 */
export function sparklinePicture({ figures, tone }: Sparkline, height: number): string {
  const { line, heightOf } = scaleOf(figures, height - 2 * inset)
  return figures
    .map((figure, at) => {
      if (figure === null) return null
      const high = Math.max(1, Math.round(heightOf(figure)))
      const top = inset + (figure < 0 ? line : line - high)
      const isLast = at === figures.length - 1
      const color = isLast ? `var(--${tone === '' ? 'ink-2' : tone})` : 'var(--bar)'
      const left = 8 + at * (barWidth + gap)
      return `linear-gradient(${color}, ${color}) ${left}px ${top}px / ${barWidth}px ${high}px no-repeat`
    })
    .filter((layer) => layer !== null)
    .join(', ')
}

/** Where the bars begin, in pixels from the top, and the height of a figure's bar. */
function scaleOf(figures: Sparkline['figures'], room: number): { line: number; heightOf: (figure: number) => number } {
  const known = figures.filter((figure) => figure !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const range = high - low
  if (low < 0 && high > 0) {
    return { line: Math.round((high / range) * room), heightOf: (figure) => (Math.abs(figure) / range) * room }
  }
  const smallest = Math.min(Math.abs(low), Math.abs(high))
  return {
    line: high <= 0 && low < 0 ? 0 : room,
    heightOf: (figure) =>
      range === 0 ? room / 2 : (least + ((1 - least) * (Math.abs(figure) - smallest)) / range) * room,
  }
}

/** Pixels of a line: look.md, Sparkline. */
const lineSize = { width: 160, height: 16, inset: 2 } as const

interface SparklineStrokes {
  /** An SVG path; a gap in the figures is one in the line. */
  readonly path: string
  /** The latest figure; null: it is n/a. */
  readonly last: { readonly x: number; readonly y: number } | null
}

/** A line in an area of 160 by 16 pixels, on its own scale from the smallest figure to the largest. */
export function sparklineStrokes({ figures }: Pick<Sparkline, 'figures'>): SparklineStrokes {
  const known = figures.filter((figure) => figure !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const step = (lineSize.width - 2 * lineSize.inset) / Math.max(1, figures.length - 1)
  const room = lineSize.height - 2 * lineSize.inset
  const pointOf = (figure: number, at: number) => ({
    x: round(lineSize.inset + at * step),
    y: round(lineSize.inset + (high === low ? room / 2 : ((high - figure) / (high - low)) * room)),
  })
  let path = ''
  for (const [at, figure] of figures.entries()) {
    if (figure === null) continue
    const { x, y } = pointOf(figure, at)
    path += `${figures[at - 1] == null ? 'M' : 'L'}${x} ${y}`
  }
  const latest = figures.at(-1) ?? null
  return { path, last: latest === null ? null : pointOf(latest, figures.length - 1) }
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
