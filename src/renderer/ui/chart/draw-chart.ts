/** Draws a chart on a canvas, and again when its size changes. */

import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  type ChartConfiguration,
} from 'chart.js'

Chart.register(BarController, BarElement, CategoryScale, LineController, LineElement, LinearScale, PointElement)
// Charts are drawn at once, without animation (docs/look.md, States).
Object.assign(Chart.defaults, { responsive: false, animation: false, events: [] })
Object.assign(Chart.defaults.font, { family: "'IBM Plex Sans', system-ui, sans-serif", size: 11 })

/** Size in pixels. The returned function removes the chart. */
export function drawChart<Kind extends 'bar' | 'line', Data>(
  canvas: HTMLCanvasElement,
  { width, height }: { readonly width: number; readonly height: number },
  configuration: ChartConfiguration<Kind, Data, string>,
): () => void {
  // Chart.js takes the size from the element, and restores the former one when removed.
  canvas.width = width
  canvas.height = height
  const chart = new Chart(canvas, configuration)
  return () => chart.destroy()
}
