/** Draws one panel of a chart on a canvas: bars, lines, axis, labels. */

import type { ChartConfiguration, Plugin } from 'chart.js'
import { absent } from '../../format/figures.ts'
import { dashOf, type ChartPanelPlan } from './chart.ts'
import { separateLabels } from './separate-labels.ts'
import { drawChart } from './draw-chart.ts'
import type { ChartColors } from './theme.ts'
import { canvasRatio } from '../text-size.ts'

export interface PanelDrawing {
  readonly plan: ChartPanelPlan
  readonly colors: ChartColors
  /** Pixels; a column's share of it is its band. */
  readonly width: number
  readonly height: number
  readonly columns: number
  readonly highlighted: readonly boolean[]
  /** The title of each column on a chart's own axis. A chart over a table's columns has no axis. */
  readonly axis?: readonly string[] | undefined
  readonly write: (value: number) => string
}

/** A canvas wider than this is refused by browsers. */
const widestCanvas = 16_000
/** Digits end here in a table's column: 6 px and the bracket's room. */
const digitEdge = 10
const font = "400 11px 'IBM Plex Sans', system-ui, sans-serif"
/** Right of the lines, where they are named. */
const roomOfNames = 56

export function drawPanel(canvas: HTMLCanvasElement, drawing: PanelDrawing): () => void {
  return drawChart(canvas, drawing, configurationOf(drawing))
}

type Kind = 'bar' | 'line'

function configurationOf(drawing: PanelDrawing): ChartConfiguration<Kind, (number | null)[], string> {
  const { plan, width, columns, axis, colors, write } = drawing
  const hasLabels = plan.labels !== 'none' || (plan.breaks ?? []).length > 0
  const room = { top: hasLabels ? 16 : 4, bottom: plan.labels === 'figures' ? 17 : 6 }
  return {
    type: plan.kind === 'bars' ? 'bar' : 'line',
    data: {
      labels: axis ? [...axis] : Array.from({ length: columns }, (_, index) => String(index)),
      datasets: plan.series.map((series, index) => datasetOf(drawing, [...series.values], index)),
    },
    options: {
      devicePixelRatio: Math.min(canvasRatio(), widestCanvas / Math.max(1, width)),
      layout: {
        padding: { left: 0, right: axis && plan.labels === 'names' ? roomOfNames : 0, ...room },
        autoPadding: false,
      },
      scales: {
        x: {
          type: 'category',
          display: axis !== undefined,
          offset: true,
          ticks: { color: colors.third, maxRotation: 0, autoSkipPadding: 12 },
          grid: { display: false },
          border: { color: colors.rule },
        },
        y: {
          type: 'linear',
          display: axis !== undefined,
          min: plan.low,
          max: plan.high,
          ticks: {
            color: colors.third,
            maxTicksLimit: 5,
            includeBounds: false,
            callback: (value) => write(Number(value)),
          },
          grid: { color: colors.faint },
          border: { display: false },
        },
      },
    },
    plugins: [zeroLine(drawing), breakMarkers(drawing), pointLabels(drawing)],
  }
}

function datasetOf(
  { plan, colors, width, columns, highlighted, axis }: PanelDrawing,
  data: (number | null)[],
  index: number,
): ChartConfiguration<Kind, (number | null)[], string>['data']['datasets'][number] {
  if (plan.kind === 'bars') {
    return {
      type: 'bar',
      data,
      backgroundColor: data.map((_, at) => (highlighted[at] === true ? colors.selected : colors.bar)),
      barThickness: Math.min(axis ? 40 : width, Math.round((width / Math.max(1, columns)) * 0.59)),
      minBarLength: 1,
    }
  }
  const color = lineColor(plan, colors, index)
  const alone = plan.series.length === 1
  const crowded = width / Math.max(1, columns) < 16
  return {
    type: 'line',
    data,
    borderColor: color,
    borderWidth: index === plan.interest ? 1.75 : 1.5,
    borderDash: [...dashOf(plan, index)],
    pointRadius: data.map((_, at) => (crowded && highlighted[at] !== true ? 0 : alone ? 2.5 : 1.5)),
    pointBorderWidth: 1.5,
    pointBorderColor: data.map((_, at) => (alone && highlighted[at] === true ? colors.accent : color)),
    pointBackgroundColor: alone ? colors.paper : color,
    // No line runs across a break.
    segment: {
      borderColor: ({ p1DataIndex }) =>
        (plan.breaks ?? []).some(({ series, at }) => series === index && at === p1DataIndex)
          ? 'transparent'
          : undefined,
    },
    tension: 0,
    spanGaps: false,
    clip: false,
  }
}

function lineColor({ interest }: ChartPanelPlan, colors: ChartColors, index: number): string {
  if (interest < 0) return colors.second
  return index === interest ? colors.accent : colors.third
}

function zeroLine({ plan, colors }: PanelDrawing): Plugin<Kind> {
  return {
    id: 'zero-line',
    afterDatasetsDraw: ({ ctx, chartArea, scales }) => {
      if (plan.kind !== 'bars') return
      const y = Math.round(scales['y']?.getPixelForValue(0) ?? chartArea.bottom) + 0.5
      ctx.fillStyle = colors.rule
      ctx.fillRect(chartArea.left, y - 0.5, chartArea.right - chartArea.left, 1)
    },
  }
}

/** A dashed line between two columns, named at its top. */
function breakMarkers({ plan, colors, columns, width, axis }: PanelDrawing): Plugin<Kind> {
  const band = width / Math.max(1, columns)
  return {
    id: 'break-markers',
    afterDatasetsDraw: ({ ctx, chartArea, scales }) => {
      const labels = new Map<number, string[]>()
      for (const { at, label } of plan.breaks ?? []) {
        const above = labels.get(at) ?? []
        if (above.includes(label)) continue
        labels.set(at, [...above, label])
        const y = 11 + 12 * above.length
        const centre = (column: number) => scales['x']?.getPixelForValue(column) ?? 0
        const x = Math.round(axis ? (centre(at - 1) + centre(at)) / 2 : at * band) + 0.5
        ctx.save()
        ctx.strokeStyle = colors.third
        ctx.lineWidth = 1
        ctx.setLineDash([3, 3])
        ctx.beginPath()
        ctx.moveTo(x, 2)
        ctx.lineTo(x, chartArea.bottom)
        ctx.stroke()
        ctx.setLineDash([])
        ctx.font = font
        ctx.lineWidth = 3
        ctx.lineJoin = 'round'
        ctx.strokeStyle = colors.paper
        ctx.fillStyle = colors.second
        const fitsRight = x + 6 + ctx.measureText(label).width <= chartArea.right
        ctx.textAlign = fitsRight ? 'left' : 'right'
        ctx.strokeText(label, fitsRight ? x + 5 : x - 5, y)
        ctx.fillText(label, fitsRight ? x + 5 : x - 5, y)
        ctx.restore()
      }
    },
  }
}

function pointLabels({ plan, colors, columns, width, write, axis }: PanelDrawing): Plugin<Kind> {
  const band = width / Math.max(1, columns)
  return {
    id: 'point-labels',
    afterDatasetsDraw: (chart) => {
      const { ctx } = chart
      ctx.font = font
      ctx.textAlign = axis ? 'center' : 'right'
      // Above a table's columns labels are aligned with its digits; else they are above their points.
      const edgeOf = (at: number) =>
        axis ? (chart.scales['x']?.getPixelForValue(at) ?? 0) : (at + 1) * band - digitEdge
      ctx.lineWidth = 3
      ctx.lineJoin = 'round'
      ctx.strokeStyle = colors.paper
      const put = (text: string, right: number, y: number, color: string) => {
        ctx.strokeText(text, right, y)
        ctx.fillStyle = color
        ctx.fillText(text, right, y)
      }
      if (plan.labels === 'figures') {
        const values = plan.series[0]?.values ?? []
        chart.getDatasetMeta(0).data.forEach((point, at) => {
          const value = values[at]
          if (typeof value !== 'number') return
          put(write(value), edgeOf(at), point.y + (isDip(values, at) ? 13 : -6), colors.third)
        })
      }
      // A missing figure is drawn as a labelled gap: on the zero line of bars, in the middle of lines.
      const [only, ...others] = plan.series
      if (others.length === 0 && only && band > 24) {
        const zero = chart.scales['y']?.getPixelForValue(0) ?? 0
        const y = plan.kind === 'bars' ? zero - 5 : (chart.chartArea.top + chart.chartArea.bottom) / 2 + 4
        only.values.forEach((value, at) => {
          if (value === null) put(absent, edgeOf(at), y, colors.third)
        })
      }
      if (plan.labels === 'names') {
        const ends = plan.series.flatMap(({ name, values }, index) => {
          const at = values.findLastIndex((value) => value !== null)
          const point = chart.getDatasetMeta(index).data[at]
          return point ? [{ name, index, at, y: point.y - 5 }] : []
        })
        if (axis) ctx.textAlign = 'left'
        for (const { name, index, at, y } of separateLabels(ends, { least: 12, top: 4 })) {
          put(name, axis ? edgeOf(at) + 6 : edgeOf(at), axis ? y + 9 : y, lineColor(plan, colors, index))
        }
      }
    },
  }
}

/** A point lower than both its neighbors has its figure beneath it, out of the line's way. */
function isDip(values: readonly (number | null)[], at: number): boolean {
  const value = values[at] ?? 0
  const [before, after] = [values[at - 1] ?? Infinity, values[at + 1] ?? Infinity]
  return value < before && value < after
}
