import type { RatingQuarter, TargetLine } from '#contract/api/ratings.ts'
import { drawChart } from '../ui/chart/draw-chart.ts'
import type { ChartColours } from '../ui/chart/theme.ts'
import { monthTicks } from './month-ticks.ts'

export interface RatingDrawing {
  readonly colours: ChartColours
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly quarters: readonly RatingQuarter[]
  readonly lines: readonly TargetLine[]
  readonly firm: string | null
}

/** Upgrades above zero, downgrades beneath it, everything else pale above them. */
export function drawCounts(canvas: HTMLCanvasElement, drawing: RatingDrawing): () => void {
  const { colours, quarters } = drawing
  const others = quarters.map(({ initiated, reiterated, unknown }) => initiated + reiterated + unknown)
  return drawChart(canvas, drawing, {
    type: 'bar',
    data: {
      labels: quarters.map(({ year, quarter }) => `Q${quarter} ${String(year).slice(2)}`),
      datasets: [
        { data: quarters.map(({ up }) => up), backgroundColor: colours.up },
        { data: others, backgroundColor: colours.bar2 },
        { data: quarters.map(({ down }) => -down), backgroundColor: colours.down },
      ],
    },
    options: {
      devicePixelRatio: window.devicePixelRatio,
      scales: {
        x: { stacked: true, grid: { display: false }, ticks: { color: colours.third, maxRotation: 0 } },
        y: {
          stacked: true,
          border: { display: false },
          grid: { color: ({ tick }) => (tick.value === 0 ? colours.rule : 'transparent') },
          ticks: { color: colours.third, precision: 0, callback: (value) => String(Math.abs(Number(value))) },
        },
      },
    },
  })
}

/** A line a firm over time; the one of interest in accent. */
export function drawTargets(canvas: HTMLCanvasElement, drawing: RatingDrawing): () => void {
  const { colours, lines, firm } = drawing
  return drawChart(canvas, drawing, {
    type: 'line',
    data: {
      datasets: lines.map((line) => {
        const colour = line.firm === firm ? colours.accent : colours.third
        return {
          data: line.points.map(({ at, amount }) => ({ x: at, y: amount })),
          borderColor: colour,
          backgroundColor: colour,
          borderWidth: line.firm === firm ? 2 : 1,
          pointRadius: line.firm === firm ? 2.5 : 1.5,
          // A target holds until the next one.
          stepped: 'before' as const,
          order: line.firm === firm ? 0 : 1,
        }
      }),
    },
    options: {
      devicePixelRatio: window.devicePixelRatio,
      scales: {
        x: {
          type: 'linear',
          bounds: 'data',
          grid: { display: false },
          afterBuildTicks: (axis) => {
            axis.ticks = monthTicks(axis.min, axis.max, 6).map((value) => ({ value }))
          },
          ticks: {
            color: colours.third,
            maxRotation: 0,
            callback: (at) => monthOf(Number(at)),
          },
        },
        y: {
          border: { display: false },
          grid: { color: colours.bar2 },
          ticks: { color: colours.third, maxTicksLimit: 5 },
        },
      },
    },
  })
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

function monthOf(at: number): string {
  const date = new Date(at)
  return `${months[date.getUTCMonth()] ?? ''} ${String(date.getUTCFullYear()).slice(2)}`
}
