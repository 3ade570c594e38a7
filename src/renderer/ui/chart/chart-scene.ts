/** Lays out charts for a picture, with title, legend and source, as shapes in pixels. */

import { dashOf, type ChartPanelPlan } from './chart.ts'
import { separateLabels } from './separate-labels.ts'
import { roundScale, stepsWithin } from './round-scale.ts'

/** One chart of a picture. */
export interface PicturePanel {
  readonly title: string
  readonly note: string
  /** Under each column. */
  readonly axis: readonly string[]
  /** Null: the text of `absent` is drawn instead. */
  readonly plan: ChartPanelPlan | null
  readonly absent: string
  readonly write: (value: number) => string
}

/** Charts as they are pasted into a note: with title, period and source. */
export interface ChartPicture {
  readonly title: string
  readonly subtitle: string
  readonly source: string
  readonly panels: readonly PicturePanel[]
}

export type Anchor = 'start' | 'middle' | 'end'

/** The elements of a picture, in pixels: the same for SVG and for a canvas. */
export type Shape =
  | {
      readonly kind: 'path'
      readonly d: string
      readonly color: string
      readonly width: number
      /** Lengths of dashes and gaps; empty: a whole line. */
      readonly dash: readonly number[]
    }
  | {
      readonly kind: 'rect'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly color: string
    }
  | {
      readonly kind: 'circle'
      readonly x: number
      readonly y: number
      readonly radius: number
      readonly fill: string
      /** Null: it has no rim. */
      readonly rim: { readonly color: string; readonly width: number } | null
    }
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly text: string
      readonly color: string
      readonly size: number
      readonly weight: 400 | 600
      readonly anchor: Anchor
      /** Background color, drawn around the text so that lines behind it do not cross it. */
      readonly halo?: string
    }

export interface Scene {
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
}

/** A note is read on white paper, whatever the theme of the window. Colors of the light theme, see tokens.css. */
const colors = {
  paper: '#FFFFFF',
  ink: '#1B1A17',
  second: '#4F4C45',
  third: '#67635A',
  rule: '#E3E0D8',
  zero: '#CBC7BC',
  accent: '#57408A',
  bar: '#908B7F',
  others: ['#67635A', '#948F84', '#186A3B', '#835400'],
} as const

export const pictureFont = "'IBM Plex Sans', 'Helvetica Neue', Arial, sans-serif"
const margin = 20
const pictureWidth = 880
const headHeight = 56
const footHeight = 28
const gap = 24
/** Insets of a panel: heads, the axis at the left, names below, and the figures at its lines' ends. */
const inset = { top: 34, left: 46, bottom: 22 }
/** Width of a character of 11 px, and distance between two labels of the axis. */
const letter = 6
const betweenLabels = 8

export function chartScene({ title, subtitle, source, panels }: ChartPicture): Scene {
  const across = panels.length === 1 ? 1 : panels.length === 2 || panels.length === 4 ? 2 : 3
  const width = Math.floor((pictureWidth - (across - 1) * gap) / across)
  const height = across === 1 ? 380 : across === 2 ? 260 : 200
  const rows = Math.ceil(panels.length / across)
  const whole = {
    width: pictureWidth + 2 * margin,
    height: 2 * margin + headHeight + rows * height + (rows - 1) * gap + footHeight,
  }
  return {
    ...whole,
    shapes: [
      { kind: 'rect', x: 0, y: 0, ...whole, color: colors.paper },
      textShape(margin, margin + 16, title, { size: 16, weight: 600 }),
      textShape(margin, margin + 36, subtitle, { size: 12, color: colors.second }),
      ...panels.flatMap((panel, at) => {
        const left = margin + (at % across) * (width + gap)
        const top = margin + headHeight + Math.floor(at / across) * (height + gap)
        return panelShapes(panel, { left, top, width, height, hasTitle: panels.length > 1 })
      }),
      textShape(margin, whole.height - margin, source, { color: colors.third }),
    ],
  }
}

interface PanelBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** The picture's title is that of its only panel. */
  readonly hasTitle: boolean
}

function panelShapes({ title, note, axis, plan, absent, write }: PicturePanel, box: PanelBox): readonly Shape[] {
  const { left, top, width, height, hasTitle } = box
  const heads = hasTitle
    ? [
        textShape(left, top + 12, title, { size: 12, weight: 600 }),
        textShape(left + width, top + 12, note, { color: colors.third, anchor: 'end' }),
      ]
    : [textShape(left, top + 12, note, { color: colors.third })]
  if (plan === null) return [...heads, textShape(left, top + height / 2, absent, { color: colors.third })]
  const ends = plan.kind === 'lines' ? endLabels(plan, write) : []
  const right = Math.max(12, ...ends.map(({ words }) => words.length * letter + 12))
  const scale = plan.kind === 'bars' ? roundScale(plan.low, plan.high) : stepsWithin(plan.low, plan.high)
  const tickTexts = scale.ticks.map((value) => axisText(value, write))
  const first = left + Math.max(inset.left, ...tickTexts.map((words) => words.length * letter + 10))
  const plot = { first, last: left + width - right, top: top + inset.top, bottom: top + height - inset.bottom }
  const band = (plot.last - plot.first) / Math.max(1, axis.length)
  const x = (at: number) => plot.first + (at + 0.5) * band
  const y = (value: number) =>
    plot.bottom - ((value - scale.low) / (scale.high - scale.low || 1)) * (plot.bottom - plot.top)
  const step = Math.max(1, Math.ceil(Math.max(...axis.map(({ length }) => length * letter + betweenLabels)) / band))
  return [
    ...heads,
    ...scale.ticks.flatMap((value, at) => [
      line(plot.first, y(value), plot.last, value === 0 ? colors.zero : colors.rule),
      textShape(plot.first - 8, y(value) + 4, tickTexts[at] ?? '', { color: colors.third, anchor: 'end' }),
    ]),
    // The latest period always has its name; older ones as there is room.
    ...axis.flatMap((name, at) =>
      (axis.length - 1 - at) % step === 0
        ? [textShape(x(at), plot.bottom + 16, name, { color: colors.third, anchor: 'middle' })]
        : [],
    ),
    ...(plan.kind === 'bars' ? barShapes(plan, { x, y, band, write }) : lineShapes(plan, { x, y })),
    ...breakShapes(plan, { x, ...plot }),
    ...separateLabels(
      ends.map((end) => ({ ...end, y: y(end.value) + 4 })),
      { least: 13 },
    ).map(({ words, color, column, y: at }) => textShape(x(column) + 6, at, words, { color, weight: 600 })),
  ]
}

interface EndLabel {
  readonly words: string
  readonly column: number
  readonly value: number
  readonly color: string
}

/** Behind the last point of each line its name, where there are several, and its figure. */
function endLabels({ series, interest }: ChartPanelPlan, write: (value: number) => string): readonly EndLabel[] {
  return series.flatMap(({ name, values }, index) => {
    const column = values.findLastIndex((value) => value !== null)
    const value = values[column] ?? null
    if (value === null) return []
    const figure = axisText(value, write)
    return [
      { words: series.length === 1 ? figure : `${name} ${figure}`, column, value, color: colorOf(index, interest) },
    ]
  })
}

/** Zero is a figure on an axis and not a dash. */
function axisText(value: number, write: (value: number) => string): string {
  if (value !== 0) return write(value)
  return write(1).endsWith('%') ? '0%' : '0'
}

function colorOf(index: number, interest: number): string {
  if (index === interest) return colors.accent
  return colors.others[index % colors.others.length] ?? colors.third
}

interface Places {
  readonly x: (at: number) => number
  readonly y: (value: number) => number
}

function lineShapes({ series, interest, breaks = [] }: ChartPanelPlan, { x, y }: Places): readonly Shape[] {
  return series.flatMap(({ values }, index): readonly Shape[] => {
    let isOpen = false
    const d = values
      .map((value, at) => {
        const isBroken = breaks.some((each) => each.series === index && each.at === at)
        const move = isOpen && !isBroken ? 'L' : 'M'
        isOpen = value !== null
        if (value === null) return ''
        const point = `${x(at).toFixed(1)} ${y(value).toFixed(1)}`
        // A figure between two gaps is a point.
        return move === 'M' && (values[at + 1] ?? null) === null ? `M${point}h0.1` : `${move}${point}`
      })
      .join('')
    const color = colorOf(index, interest)
    return [{ kind: 'path', d, color, width: index === interest ? 2 : 1.5, dash: dashOf({ series, interest }, index) }]
  })
}

function barShapes(
  { series }: ChartPanelPlan,
  { x, y, band, write }: Places & { readonly band: number; readonly write: (value: number) => string },
): readonly Shape[] {
  const thickness = Math.min(40, Math.round(band * 0.6))
  return (series[0]?.values ?? []).flatMap((value, at): readonly Shape[] => {
    if (value === null) return [textShape(x(at), y(0) - 5, 'n/a', { color: colors.third, anchor: 'middle' })]
    const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))]
    const words = axisText(value, write)
    const label = textShape(x(at), value < 0 ? bottom + 13 : top - 5, words, { anchor: 'middle' })
    const bar: Shape = {
      kind: 'rect',
      x: x(at) - thickness / 2,
      y: top,
      width: thickness,
      height: Math.max(1, bottom - top),
      color: colors.bar,
    }
    return words.length * letter <= band ? [bar, label] : [bar]
  })
}

function breakShapes(
  { breaks = [] }: ChartPanelPlan,
  { x, top, bottom }: Pick<Places, 'x'> & { readonly top: number; readonly bottom: number },
): readonly Shape[] {
  return breaks.flatMap(({ at, label }): readonly Shape[] => {
    const middle = (x(at - 1) + x(at)) / 2
    return [
      {
        kind: 'path',
        d: `M${middle.toFixed(1)} ${top}V${bottom}`,
        color: colors.third,
        width: 1,
        dash: [3, 3],
      },
      textShape(middle + 4, top + 10, label, { color: colors.second }),
    ]
  })
}

interface TextStyle {
  readonly color?: string
  readonly size?: number
  readonly weight?: 400 | 600
  readonly anchor?: Anchor
  readonly halo?: string
}

export function textShape(
  x: number,
  y: number,
  words: string,
  { color = colors.ink, size = 11, weight = 400, anchor = 'start', halo }: TextStyle,
): Shape {
  return { kind: 'text', x, y, text: words, color, size, weight, anchor, ...(halo !== undefined && { halo }) }
}

function line(from: number, y: number, to: number, color: string): Shape {
  const at = Math.round(y) + 0.5
  return { kind: 'path', d: `M${from.toFixed(1)} ${at}H${to.toFixed(1)}`, color, width: 1, dash: [] }
}
