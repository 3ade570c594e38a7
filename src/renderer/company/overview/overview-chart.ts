/** Lays out a chart of the overview: bars of revenue below lines of margins. */

import type { Figure } from '#contract/api/financials.ts'

/** A chart of revenue and margins, period by period, oldest first. */
export interface OverviewChartPlan {
  readonly names: readonly string[]
  readonly revenue: readonly Figure[]
  /** As fractions; the first has a separate lane. */
  readonly margins: readonly { readonly name: string; readonly figures: readonly Figure[] }[]
  /** The bars of the last twelve months: from this period on. */
  readonly highlightedFrom: number
}

interface ChartBar {
  readonly at: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly isHighlighted: boolean
}

interface ChartLine {
  readonly name: string
  /** An SVG path; a gap in the figures is one in the line. */
  readonly path: string
  /** The latest figure, and the height of its label. */
  readonly last: { readonly x: number; readonly y: number; readonly label: number; readonly figure: number } | null
  /** The first figure, and the height of its label. */
  readonly first: { readonly label: number; readonly figure: number } | null
}

export interface OverviewChart {
  readonly bars: readonly ChartBar[]
  readonly baseline: number
  /** Periods without a figure of revenue, by the middle of their place. */
  readonly gaps: readonly number[]
  /** Middle of each period's place. */
  readonly middles: readonly number[]
  /** Periods whose revenue is labeled: the first, the last, and the one in between that has room. */
  readonly printed: readonly number[]
  readonly lines: readonly ChartLine[]
}

/** Pixels. The first and latest margins are left and right of the bars. */
export const chartSize = { height: 164, left: 46, right: 116 } as const
const bars = { top: 20, bottom: 76 } as const
const lanes = { top: 92, bottom: 140, gap: 10 } as const
const leastBetweenLabels = 12
/** A flat line stays flat: pixels for one percentage point at the most. */
const mostPerPoint = 3

/** The share of a taller chart that goes to the bars. */
const barShare = 0.55

/** Bars of revenue from zero over lines of margins on one scale, which is broken between the first and the others. Pure. */
export function overviewChart(
  { names, revenue, margins, highlightedFrom }: OverviewChartPlan,
  width: number,
  height: number = chartSize.height,
): OverviewChart {
  const more = height - chartSize.height
  const bottom = bars.bottom + more * barShare
  const step = (width - chartSize.left - chartSize.right) / Math.max(1, names.length)
  const middles = names.map((_, at) => chartSize.left + (at + 0.5) * step)
  const known = revenue.map((figure) => (typeof figure === 'number' ? figure : null))
  const high = Math.max(0, ...known.map((figure) => figure ?? 0))
  const low = Math.min(0, ...known.map((figure) => figure ?? 0))
  const room = bottom - bars.top
  const yOf = (figure: number) => bars.top + (high === low ? room : ((high - figure) / (high - low)) * room)
  const barWidth = Math.max(2, Math.min(26, step * 0.7))
  return {
    bars: known.flatMap((figure, at): ChartBar[] => {
      if (figure === null) return []
      const [top, foot] = [Math.min(yOf(figure), yOf(0)), Math.max(yOf(figure), yOf(0))]
      const x = (middles[at] ?? 0) - barWidth / 2
      return [{ at, x, y: top, width: barWidth, height: foot - top, isHighlighted: at >= highlightedFrom }]
    }),
    baseline: yOf(0),
    gaps: known.flatMap((figure, at) => (figure === null ? (middles[at] ?? 0) : [])),
    middles,
    printed: printedOf(known),
    lines: linesOf(margins, middles, { top: lanes.top + more * barShare, bottom: lanes.bottom + more }),
  }
}

/** The first, the latest, and the middle one where three have room. */
function printedOf(figures: readonly (number | null)[]): readonly number[] {
  const known = figures.flatMap((figure, at) => (figure === null ? [] : at))
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return []
  const middle = known.find((at) => at >= (first + last) / 2 && last - at >= 3 && at - first >= 3)
  return [...new Set([first, ...(middle === undefined ? [] : [middle]), last])]
}

function linesOf(
  margins: OverviewChartPlan['margins'],
  middles: readonly number[],
  lane: { readonly top: number; readonly bottom: number },
): readonly ChartLine[] {
  const series = margins.map(({ name, figures }) => ({
    name,
    figures: figures.map((figure) => (typeof figure === 'number' ? figure : null)),
  }))
  const shown = series.filter(({ figures }) => figures.some((figure) => figure !== null))
  const [upper, ...lower] = shown
  if (!upper) return []
  const isAlone = upper.name !== margins[0]?.name || lower.length === 0
  const groups = isAlone ? [shown] : [[upper], lower]
  const ranges = groups.map((group) => rangeOf(group.flatMap(({ figures }) => figures.filter((each) => each !== null))))
  const spans = ranges.map(({ low, high }) => (high - low) * 100)
  const room = lane.bottom - lane.top - (groups.length - 1) * lanes.gap
  const total = spans.reduce((sum, span) => sum + span, 0)
  const most = (mostPerPoint * (lane.bottom - lane.top)) / (lanes.bottom - lanes.top)
  const perPoint = total === 0 ? most : Math.min(most, room / total)
  const labels = { first: [] as number[], last: [] as number[] }
  let top = lane.top
  return groups.flatMap((group, index) => {
    const { high } = ranges[index] ?? { high: 0 }
    const laneTop = top
    top += (spans[index] ?? 0) * perPoint + lanes.gap
    const yOf = (figure: number) => laneTop + (high - figure) * 100 * perPoint
    return group
      .toSorted((one, other) => (lastOf(other.figures)?.figure ?? 0) - (lastOf(one.figures)?.figure ?? 0))
      .map(({ name, figures }): ChartLine => {
        const [first, last] = [firstOf(figures), lastOf(figures)]
        return {
          name,
          path: pathOf(figures, middles, yOf),
          first: first && { figure: first.figure, label: placeLabel(labels.first, yOf(first.figure)) },
          last: last && {
            figure: last.figure,
            x: middles[last.at] ?? 0,
            y: yOf(last.figure),
            label: placeLabel(labels.last, yOf(last.figure)),
          },
        }
      })
  })
}

/** Places labels from the top: each at its line, or below the previous one where they would overlap. */
function placeLabel(taken: number[], y: number): number {
  const above = taken.at(-1)
  const label = above === undefined ? y : Math.max(y, above + leastBetweenLabels)
  taken.push(label)
  return label
}

function pathOf(
  figures: readonly (number | null)[],
  middles: readonly number[],
  yOf: (figure: number) => number,
): string {
  return figures
    .map((figure, at) => {
      if (figure === null) return ''
      return `${(figures[at - 1] ?? null) === null ? 'M' : 'L'}${(middles[at] ?? 0).toFixed(1)} ${yOf(figure).toFixed(1)}`
    })
    .join('')
}

function rangeOf(figures: readonly number[]): { low: number; high: number } {
  return { low: Math.min(...figures), high: Math.max(...figures) }
}

function firstOf(figures: readonly (number | null)[]): { at: number; figure: number } | null {
  const at = figures.findIndex((figure) => figure !== null)
  const figure = figures[at] ?? null
  return figure === null ? null : { at, figure }
}

function lastOf(figures: readonly (number | null)[]): { at: number; figure: number } | null {
  const at = figures.findLastIndex((figure) => figure !== null)
  const figure = figures[at] ?? null
  return figure === null ? null : { at, figure }
}
