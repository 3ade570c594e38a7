/**
 * The shapes of a scatter's picture for a note or a slide, in the chosen size and colors.
 * ui/chart/chart-picture.ts writes them as SVG or PNG.
 */

import { labelInSentence } from '#contract/api/figure-lines.ts'
import type { ScatterPictureColors, ScatterSettings } from '#contract/api/comparisons.ts'
import { textShape, type Scene, type Shape } from '../ui/chart/chart-scene.ts'
import { layScatter, pointRadius, type DrawnPoint, type ScatterLayout, type Point } from './scatter-layout.ts'
import type { Scatter, ScatterPoint } from './scatter.ts'

interface ScatterPictureOptions {
  readonly settings: ScatterSettings
  readonly title: string
  readonly source: string
  readonly isStale: boolean
}

interface PictureColors {
  readonly paper: string
  readonly ink: string
  readonly second: string
  readonly third: string
  readonly rule: string
  readonly zero: string
  readonly bar: string
  readonly edge: string
  readonly accent: string
  readonly soft: string
  readonly flag: string
  readonly rim: string
}

/** Those of the themes, see tokens.css; what is printed grey has no hue, and what is hollow stays hollow. */
const themes: Readonly<Record<ScatterPictureColors, PictureColors>> = {
  light: {
    paper: '#FFFFFF',
    ink: '#1B1A17',
    second: '#4F4C45',
    third: '#67635A',
    rule: '#E3E0D8',
    zero: '#CBC7BC',
    bar: '#908B7F',
    edge: '#857F72',
    accent: '#57408A',
    soft: '#7A63AB',
    flag: '#835400',
    rim: '#C07C00',
  },
  dark: {
    paper: '#121316',
    ink: '#E9E7E2',
    second: '#B5B2AB',
    third: '#928F88',
    rule: '#25272C',
    zero: '#3A3D44',
    bar: '#656870',
    edge: '#74777F',
    accent: '#BBA6E6',
    soft: '#8F7AC0',
    flag: '#E2B153',
    rim: '#E2B153',
  },
  grey: {
    paper: '#FFFFFF',
    ink: '#000000',
    second: '#404040',
    third: '#606060',
    rule: '#E0E0E0',
    zero: '#C8C8C8',
    bar: '#B8B8B8',
    edge: '#808080',
    accent: '#000000',
    soft: '#606060',
    flag: '#404040',
    rim: '#404040',
  },
}

/** Pixels. A slide of 13.33 by 7.5 inches is 960 by 540 points: a picture that fills it has letters of 11 to 16 points. */
const sizes: Readonly<Record<ScatterSettings['picture']['size'], { readonly width: number; readonly height: number }>> =
  {
    slide: { width: 960, height: 540 },
    half: { width: 480, height: 540 },
    chart: { width: 720, height: 480 },
  }
const margin = 16
const titleHeight = 44
const sourceHeight = 22
const rowHeight = 17
const tableWidth = 272

/** The chart as it is pasted into a note or a slide. */
export function scatterScene(scatter: Scatter, options: ScatterPictureOptions): Scene {
  const { settings, title, source, isStale } = options
  const { period } = scatter
  const { picture, medians, selected } = settings
  const colors = themes[picture.colours]
  const { width, height } = sizes[picture.size]
  const isBeside = picture.table && picture.size === 'slide'
  const rows = tableRows(scatter)
  const tableHeight = picture.table && !isBeside ? (rows.length + 1) * rowHeight : 0
  const top = margin + (picture.title ? titleHeight : 0)
  const foot = margin + (picture.source ? sourceHeight : 0)
  const box = {
    width: width - 2 * margin - (isBeside ? tableWidth + margin : 0),
    height: height - top - foot - tableHeight,
  }
  const layout = layScatter(scatter, { ...box, medians, selected, isStale })
  const table = isBeside
    ? { left: width - margin - tableWidth, right: width - margin, top: top + layout.plot.top }
    : { left: margin, right: width - margin, top: height - foot - tableHeight + rowHeight / 2 }
  return {
    width,
    height,
    shapes: [
      { kind: 'rect', x: 0, y: 0, width, height, color: colors.paper },
      ...(picture.title
        ? [
            textShape(margin, margin + 14, title, { size: 16, weight: 600, color: colors.ink }),
            textShape(
              margin,
              margin + 32,
              `${scatter.up.label} vs. ${labelInSentence(scatter.across.label)}, ${period}`,
              {
                size: 12,
                color: colors.second,
              },
            ),
          ]
        : []),
      ...chartShapes(scatter, layout, { settings, colors, origin: { x: margin, y: top } }),
      ...(picture.table ? tableShapes(rows, colors, table) : []),
      ...(picture.source ? [textShape(margin, height - margin, source, { color: colors.third })] : []),
    ],
  }
}

interface ChartOptions {
  readonly settings: ScatterSettings
  readonly colors: PictureColors
  readonly origin: Point
}

function chartShapes(
  { up, across, period }: Scatter,
  layout: ScatterLayout,
  { settings, colors, origin }: ChartOptions,
): readonly Shape[] {
  const { plot } = layout
  const at = ({ x, y }: Point): Point => ({ x: origin.x + x, y: origin.y + y })
  const line = (from: Point, to: Point, color: string, dash: readonly number[] = []): Shape => {
    const [start, end] = [at(from), at(to)]
    return { kind: 'path', d: `M${point(start)}L${point(end)}`, color, width: 1, dash }
  }
  const words = (position: Point, text: string, style: Parameters<typeof textShape>[3]) => {
    const { x, y } = at(position)
    return textShape(x, y, text, { halo: colors.paper, ...style })
  }
  const { left, right, top, bottom } = plot
  return [
    ...layout.across.flatMap(({ at: x, text, isZero }) => [
      line({ x, y: top }, { x, y: bottom }, isZero ? colors.zero : colors.rule),
      words({ x, y: bottom + 20 }, text, { color: colors.third, anchor: 'middle' }),
    ]),
    ...layout.up.flatMap(({ at: y, text, isZero }) => [
      line({ x: left, y }, { x: right, y }, isZero ? colors.zero : colors.rule),
      words({ x: left - 10, y: y + 4 }, text, { color: colors.third, anchor: 'end' }),
    ]),
    ...layout.acrossMarks.map((x) => line({ x, y: bottom }, { x, y: bottom + 6 }, colors.second)),
    ...layout.upMarks.map((y) => line({ x: left - 6, y }, { x: left, y }, colors.second)),
    ...(layout.acrossMedian
      ? [
          line({ x: layout.acrossMedian.at, y: top }, { x: layout.acrossMedian.at, y: bottom }, colors.edge, [3, 3]),
          words({ x: layout.acrossMedian.at, y: top - 8 }, `median ${layout.acrossMedian.text}`, {
            color: colors.third,
            anchor: 'middle',
          }),
        ]
      : []),
    ...(layout.upMedian
      ? [
          line({ x: left, y: layout.upMedian.at }, { x: right, y: layout.upMedian.at }, colors.edge, [3, 3]),
          words({ x: right + 8, y: layout.upMedian.at - 2 }, 'median', { color: colors.third }),
          words({ x: right + 8, y: layout.upMedian.at + 12 }, layout.upMedian.text, {
            color: colors.ink,
            weight: 600,
          }),
        ]
      : []),
    words({ x: 0, y: 12 }, `${up.title}, ${period}`, { color: colors.second, weight: 600 }),
    words({ x: right, y: bottom + 44 }, `${across.title}, ${period}`, {
      color: colors.second,
      weight: 600,
      anchor: 'end',
    }),
    ...layout.points.flatMap((drawn) => trailShapes(drawn, settings, colors, at)),
    ...layout.points.flatMap((drawn) => pointShapes(drawn, settings, colors, at)),
    ...layout.points.flatMap(({ symbol, label }) => {
      const { x, y } = at(label)
      const common = { anchor: label.anchor, halo: colors.paper }
      const figures = label.mark === '' ? label.figures : `${label.mark} ${label.figures}`
      return [
        textShape(x, y, symbol, {
          ...common,
          size: 13,
          weight: 600,
          color: symbol === settings.selected ? colors.accent : colors.ink,
        }),
        textShape(x, y + 14, figures, { ...common, color: label.mark === '' ? colors.second : colors.flag }),
      ]
    }),
  ]
}

function trailShapes(
  { symbol, trail }: DrawnPoint,
  settings: ScatterSettings,
  colors: PictureColors,
  at: (position: Point) => Point,
): readonly Shape[] {
  const color = trailColor(symbol, settings, colors)
  return trail.flatMap((path): readonly Shape[] => [
    {
      kind: 'path',
      d: path.map((position, index) => `${index === 0 ? 'M' : 'L'}${point(at(position))}`).join(''),
      color,
      width: 1.25,
      dash: [],
    },
    ...path.map((position): Shape => ({ kind: 'circle', ...at(position), radius: 2, fill: color, rim: null })),
  ])
}

function trailColor(symbol: string, { selected, second }: ScatterSettings, colors: PictureColors): string {
  return symbol === selected ? colors.accent : symbol === second ? colors.soft : colors.bar
}

function pointShapes(
  { symbol, isHollow, ...position }: DrawnPoint,
  { selected }: ScatterSettings,
  colors: PictureColors,
  at: (position: Point) => Point,
): readonly Shape[] {
  const isSelected = symbol === selected
  const { x, y } = at(position)
  const ring: Shape = {
    kind: 'circle',
    x,
    y,
    radius: pointRadius + 4.5,
    fill: colors.paper,
    rim: { color: colors.accent, width: 2 },
  }
  const own: Shape = isHollow
    ? { kind: 'circle', x, y, radius: pointRadius, fill: colors.paper, rim: { color: colors.rim, width: 1.75 } }
    : {
        kind: 'circle',
        x,
        y,
        radius: pointRadius,
        fill: isSelected ? colors.accent : colors.second,
        rim: null,
      }
  return isSelected ? [ring, own] : [own]
}

interface PictureRow {
  readonly cells: readonly [string, string, string]
  readonly weight: 400 | 600
  readonly isFlagged: boolean
}

function tableRows({ points, up, across }: Scatter): readonly PictureRow[] {
  const cells = ({ symbol, state, across: x, up: y }: ScatterPoint): PictureRow => ({
    cells: [state === 'older' ? `${symbol} s` : symbol, x.text, y.text],
    weight: 400,
    isFlagged: state === 'older',
  })
  return [
    { cells: ['', across.title, up.title], weight: 600, isFlagged: false },
    ...points.filter(({ isHidden }) => !isHidden).map(cells),
    { cells: ['Median', across.medianText, up.medianText], weight: 600, isFlagged: false },
  ]
}

function tableShapes(
  rows: readonly PictureRow[],
  colors: PictureColors,
  { left, right, top }: { readonly left: number; readonly right: number; readonly top: number },
): readonly Shape[] {
  const middle = left + (right - left) * 0.6
  return rows.flatMap(({ cells, weight, isFlagged }, at) => {
    const y = top + at * rowHeight
    const style = { weight, color: isFlagged ? colors.flag : colors.ink }
    return [
      textShape(left, y, cells[0], style),
      textShape(middle, y, cells[1], { ...style, anchor: 'end' }),
      textShape(right, y, cells[2], { ...style, anchor: 'end' }),
    ]
  })
}

function point({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}
