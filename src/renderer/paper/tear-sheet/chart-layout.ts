/** Lays out charts on paper, in pixels: bars, lines, and labels that do not overlap. Pure. */

import type { Figure } from '#contract/api/financials.ts'
import type { SheetTable } from '#contract/api/tear-sheet.ts'

/** Pixels on paper. */
export interface PaperBar {
  readonly at: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface PaperPoint {
  readonly at: number
  readonly x: number
  readonly y: number
  readonly figure: number
}

export interface PaperLine {
  /** An SVG path; a gap in the figures is one in the line. */
  readonly path: string
  readonly points: readonly PaperPoint[]
}

export interface Band {
  readonly top: number
  readonly bottom: number
}

const quartersAYear = 4

/** Whether a quarter, counted from the end, is one of the four of the last twelve months. False without those. Pure. */
export function isInTwelveMonths({ twelveMonths }: Pick<SheetTable, 'twelveMonths'>, fromEnd: number): boolean {
  return twelveMonths !== null && fromEnd < quartersAYear
}

/** Bars from zero, in a band; a gap stays a gap. Pure. @param middles of each period's place */
export function bars(
  figures: readonly Figure[],
  middles: readonly number[],
  width: number,
  { top, bottom }: Band,
): { readonly bars: readonly PaperBar[]; readonly baseline: number } {
  const known = figures.map((figure) => (typeof figure === 'number' ? figure : null))
  const high = Math.max(0, ...known.map((figure) => figure ?? 0))
  const low = Math.min(0, ...known.map((figure) => figure ?? 0))
  const yOf = (figure: number) => (high === low ? bottom : top + ((high - figure) / (high - low)) * (bottom - top))
  return {
    bars: known.flatMap((figure, at): PaperBar[] => {
      if (figure === null) return []
      const [upper, lower] = [Math.min(yOf(figure), yOf(0)), Math.max(yOf(figure), yOf(0))]
      return [{ at, x: (middles[at] ?? 0) - width / 2, y: upper, width, height: lower - upper }]
    }),
    baseline: yOf(0),
  }
}

/** Lines on one scale, as many pixels a unit in each; the range of each is its own. Pure. */
export function line(
  figures: readonly Figure[],
  middles: readonly number[],
  yOf: (figure: number) => number,
): PaperLine {
  const points = figures.flatMap((figure, at): PaperPoint[] =>
    typeof figure === 'number' ? [{ at, x: middles[at] ?? 0, y: yOf(figure), figure }] : [],
  )
  const path = points
    .map(({ at, x, y }, index) => `${points[index - 1]?.at === at - 1 ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('')
  return { path, points }
}

/** Maps figures to heights in a band; a flat line is in its middle, with at most `mostPerUnit` pixels per unit. */
export function scale(
  figures: readonly Figure[],
  { top, bottom }: Band,
  mostPerUnit = Infinity,
): (figure: number) => number {
  const known = figures.filter((figure) => typeof figure === 'number')
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const perUnit = high > low ? Math.min(mostPerUnit, (bottom - top) / (high - low)) : 0
  const middle = (top + bottom) / 2
  return (figure) => middle - (figure - (high + low) / 2) * perUnit
}

/**
 * Several lines in lanes below one another, on one scale: a pixel is the same difference in each. Pure. @param lanes figures of
 * each line; a line without any takes no space
 */
export function lanes(
  all: readonly (readonly Figure[])[],
  middles: readonly number[],
  { top, bottom }: Band,
  gap: number,
): readonly PaperLine[] {
  const ranges = all.map((figures) => {
    const known = figures.filter((figure) => typeof figure === 'number')
    return known.length === 0 ? null : { low: Math.min(...known), high: Math.max(...known) }
  })
  const drawn = ranges.filter((range) => range !== null)
  const spread = drawn.reduce((sum, { low, high }) => sum + (high - low), 0)
  const room = bottom - top - gap * Math.max(0, drawn.length - 1)
  // A flat line stays flat: at most three pixels for a percentage point.
  const perUnit = spread === 0 ? 0 : Math.min(300, room / spread)
  const unused = room - spread * perUnit
  let y = top
  return all.map((figures, index) => {
    const range = ranges[index]
    if (!range) return { path: '', points: [] }
    const height = (range.high - range.low) * perUnit + unused / drawn.length
    const from = y + unused / drawn.length / 2
    y += height + gap
    return line(figures, middles, (figure) => from + (range.high - figure) * perUnit)
  })
}

/** Labels at a minimum distance, each as near to its own height as possible, in the given order. Pure. */
export function spreadLabels(heights: readonly number[], least: number): readonly number[] {
  const order = heights.map((height, at) => ({ height, at })).toSorted((one, other) => one.height - other.height)
  const placed: number[] = [...heights]
  let above = -Infinity
  for (const { height, at } of order) {
    above = Math.max(height, above + least)
    placed[at] = above
  }
  return placed
}
