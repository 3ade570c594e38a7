/** Draws the bars of the sentiment chart on a canvas. */

import { drawChart } from '../../ui/chart/draw-chart.ts'
import type { ChartColors } from '../../ui/chart/theme.ts'
import { canvasRatio } from '../../ui/text-size.ts'

interface SentimentDrawing {
  /** −1 to 1; null leaves a gap. */
  readonly values: readonly (number | null)[]
  readonly colors: ChartColors
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** The strongest value reaches the edge. */
export function drawSentiment(
  canvas: HTMLCanvasElement,
  { values, colors, width, height }: SentimentDrawing,
): () => void {
  const strongest = Math.max(0.1, ...values.map((value) => Math.abs(value ?? 0)))
  const size = { width, height }
  return drawChart(canvas, size, {
    type: 'bar',
    data: {
      labels: values.map((_, index) => String(index)),
      datasets: [
        {
          data: [...values],
          backgroundColor: values.map((value) => colorOf(value ?? 0, colors)),
          barPercentage: 1,
          categoryPercentage: 0.75,
          // A mean of zero is a line on the axis; nothing is drawn where there is no value.
          minBarLength: 1.5,
        },
      ],
    },
    options: {
      devicePixelRatio: canvasRatio(),
      layout: { padding: 0, autoPadding: false },
      scales: {
        x: { display: false },
        y: { display: false, min: -strongest, max: strongest },
      },
    },
  })
}

function colorOf(value: number, { up, down, third }: ChartColors): string {
  return value < 0 ? down : value > 0 ? up : third
}
