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
// Charts are drawn at once and stand still: nothing moves on data (docs/look.md, States).
Object.assign(Chart.defaults, { responsive: false, animation: false, events: [] })
Object.assign(Chart.defaults.font, { family: "'IBM Plex Sans', system-ui, sans-serif", size: 11 })

/** Pixels. The chart ends when what this gives is called. */
export function drawChart<Kind extends 'bar' | 'line', Data>(
  canvas: HTMLCanvasElement,
  { width, height }: { readonly width: number; readonly height: number },
  configuration: ChartConfiguration<Kind, Data, string>,
): () => void {
  // Chart.js takes the size from the element, and puts back what it found there when it ends.
  canvas.width = width
  canvas.height = height
  const chart = new Chart(canvas, configuration)
  return () => chart.destroy()
}
