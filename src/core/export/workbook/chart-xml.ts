/** Writes a chart of a workbook as XML. */

import { officeRelations, xmlDeclaration } from './relations.ts'
import { xmlText } from './xml-text.ts'

const chartNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
const drawingNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/main'

/** Colors of charts, RRGGBB. */
const colors = {
  interest: '7A63AB',
  line: '57408A',
  bar: 'BDB8AC',
  earlier: 'DAD6CA',
  edge: '857F72',
  ink: '1B1A17',
  quiet: '67635A',
} as const
export type ChartColor = keyof typeof colors

/** Cells of a workbook with what they hold now, for programs that do not calculate. A gap stays a gap. */
export interface ChartRange {
  /** `'Charts'!$C$52:$N$52`. */
  readonly cells: string
  readonly values: readonly (number | string | null)[]
}

export interface ChartSeries {
  readonly name: string
  /** The x values of a scatter, the categories of other charts. */
  readonly across: ChartRange
  readonly values: ChartRange
  readonly color: ChartColor
  /** The color of interest begins at this point. */
  readonly interestFrom?: number
  /** A number format; absent: no point has a label. */
  readonly label?: string
  /** Which points have their label below; the others have it above. */
  readonly isLabelBelow?: (at: number) => boolean
}

/** A line through a point, from one end of the plot to the other. */
export interface MedianLine extends Pick<ChartSeries, 'name' | 'across' | 'values'> {
  readonly direction: 'x' | 'y'
}

/** Longer than any plot: programs cut an error bar at its edges, and do not scale an axis by it. */
const endlessBar = 1e15

interface Plot {
  /** Fractions of the chart, so that bars are below columns of the sheet, however wide these are. */
  readonly left: number
  readonly width: number
}

/** A printable chart. Columns and lines have one axis, without labels where every point has one; a scatter has two. */
export type Chart = {
  readonly plot: Plot
} & (
  | {
      readonly kind: 'columns' | 'line'
      readonly series: readonly ChartSeries[]
      readonly hasCategories: boolean
      /** Between the groups of columns, in hundredths of a column. */
      readonly gap?: number
    }
  | {
      readonly kind: 'scatter'
      readonly series: readonly ChartSeries[]
      readonly titles: { readonly across: string; readonly up: string }
      readonly formats: { readonly across: string; readonly up: string }
      /** Dashed lines at the medians. */
      readonly lines: readonly MedianLine[]
    }
)

export interface PlacedChart {
  /** Columns and rows of the sheet, from 0; the end is not part of it. */
  readonly from: { readonly column: number; readonly row: number }
  readonly to: { readonly column: number; readonly row: number }
  /** Alternative text. */
  readonly description: string
  readonly chart: Chart
}

/** A part of the package (ECMA-376 part 1, 21.2). The schema requires this order of elements. */
export function chartXml(chart: Chart): string {
  const height = chart.kind === 'line' || (chart.kind === 'columns' && chart.hasCategories) ? 0.74 : 0.86
  const layout = layoutXml(chart.plot, chart.kind === 'scatter' ? { top: 0.03, height: 0.82 } : { top: 0.08, height })
  const plot = chart.kind === 'scatter' ? scatterXml(chart) : plotXml(chart)
  return `${xmlDeclaration}<c:chartSpace xmlns:c="${chartNamespace}" xmlns:a="${drawingNamespace}" xmlns:r="${officeRelations}"><c:roundedCorners val="0"/><c:chart><c:autoTitleDeleted val="1"/><c:plotArea>${layout}${plot}<c:spPr><a:noFill/></c:spPr></c:plotArea><c:plotVisOnly val="0"/><c:dispBlanksAs val="gap"/></c:chart><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr></c:chartSpace>`
}

function layoutXml({ left, width }: Plot, { top, height }: { readonly top: number; readonly height: number }): string {
  return `<c:layout><c:manualLayout><c:layoutTarget val="inner"/><c:xMode val="edge"/><c:yMode val="edge"/><c:x val="${left}"/><c:y val="${top}"/><c:w val="${width}"/><c:h val="${height}"/></c:manualLayout></c:layout>`
}

const [categoryAxis, valueAxis] = ['10', '20']
const axisIds = `<c:axId val="${categoryAxis}"/><c:axId val="${valueAxis}"/>`

function plotXml({ kind, series, hasCategories, gap = 45 }: Extract<Chart, { kind: 'columns' | 'line' }>): string {
  const isColumns = kind === 'columns'
  const all = isColumns
    ? series.map((each, at) => columnsXml(each, at))
    : series.flatMap((each, at) => [lineXml(each, 2 * at, false), lineXml(each, 2 * at + 1, true)])
  const figures = series.flatMap(({ values }) => values.values).filter((value) => typeof value === 'number')
  // A bar starts at zero; a line has the scale that shows how it moves.
  const floor = isColumns && figures.every((figure) => figure >= 0) ? '<c:min val="0"/>' : ''
  const plotted = isColumns
    ? `<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>${all.join('')}<c:gapWidth val="${gap}"/>${axisIds}</c:barChart>`
    : `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${all.join('')}<c:marker val="1"/>${axisIds}</c:lineChart>`
  const base = isColumns ? `<a:ln w="9525">${fillXml('edge')}</a:ln>` : '<a:ln><a:noFill/></a:ln>'
  return `${plotted}<c:catAx><c:axId val="${categoryAxis}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="${hasCategories ? 'low' : 'none'}"/><c:spPr>${base}</c:spPr>${textXml(750, 'quiet')}<c:crossAx val="${valueAxis}"/><c:crosses val="autoZero"/><c:auto val="1"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/></c:catAx><c:valAx><c:axId val="${valueAxis}"/><c:scaling><c:orientation val="minMax"/>${floor}</c:scaling><c:delete val="1"/><c:axPos val="l"/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="${categoryAxis}"/><c:crosses val="autoZero"/><c:crossBetween val="between"/></c:valAx>`
}

function columnsXml({ name, across, values, color, interestFrom, label }: ChartSeries, at: number): string {
  const points = values.values.map((_, index) => index).filter((index) => index >= (interestFrom ?? Infinity))
  const look = (of: ChartColor) => `<c:spPr>${fillXml(of)}<a:ln><a:noFill/></a:ln></c:spPr>`
  const emphasized = points.map(
    (index) =>
      `<c:dPt><c:idx val="${index}"/><c:invertIfNegative val="0"/><c:bubble3D val="0"/>${look('interest')}</c:dPt>`,
  )
  return `<c:ser>${namedXml(name, at)}${look(color)}<c:invertIfNegative val="0"/>${emphasized.join('')}${label === undefined ? '' : labelsXml(label, 'outEnd', () => false)}<c:cat>${textsXml(across)}</c:cat><c:val>${figuresXml(values)}</c:val></c:ser>`
}

/** Each line twice: one is drawn and has the labels above it, the other is invisible and has those below. */
function lineXml(
  { name, across, values, color, label, isLabelBelow }: ChartSeries,
  at: number,
  isBelow: boolean,
): string {
  const line = isBelow ? '<a:ln w="22225"><a:noFill/></a:ln>' : `<a:ln w="22225">${fillXml(color)}</a:ln>`
  const marker = isBelow
    ? '<c:marker><c:symbol val="none"/></c:marker>'
    : `<c:marker><c:symbol val="circle"/><c:size val="4"/><c:spPr>${fillXml(color)}<a:ln>${fillXml(color)}</a:ln></c:spPr></c:marker>`
  const isLeftOut = (index: number) => (isLabelBelow?.(index) ?? false) !== isBelow
  const leftOut = values.values.flatMap((_, index) => (isLeftOut(index) ? index : []))
  const labels =
    label === undefined ? '' : labelsXml(label, isBelow ? 'b' : 't', (index) => leftOut.includes(index), leftOut)
  return `<c:ser>${namedXml(name, at)}<c:spPr>${line}</c:spPr>${marker}${labels}<c:cat>${textsXml(across)}</c:cat><c:val>${figuresXml(values)}</c:val><c:smooth val="0"/></c:ser>`
}

function scatterXml({ series, lines, titles, formats }: Extract<Chart, { kind: 'scatter' }>): string {
  const points = series.map(
    ({ name, across, values, color }, at) =>
      `<c:ser>${namedXml(name, at)}<c:spPr><a:ln w="19050"><a:noFill/></a:ln></c:spPr><c:marker><c:symbol val="circle"/><c:size val="7"/><c:spPr>${fillXml(color)}<a:ln>${fillXml(color)}</a:ln></c:spPr></c:marker><c:dLbls><c:spPr><a:noFill/></c:spPr>${textXml(850, 'ink')}<c:dLblPos val="r"/>${showXml('showSerName')}</c:dLbls><c:xVal>${figuresXml(across)}</c:xVal><c:yVal>${figuresXml(values)}</c:yVal><c:smooth val="0"/></c:ser>`,
  )
  const medians = lines.map(
    ({ name, across, values, direction }, at) =>
      `<c:ser>${namedXml(name, series.length + at)}<c:spPr><a:ln w="19050"><a:noFill/></a:ln></c:spPr><c:marker><c:symbol val="none"/></c:marker><c:errBars><c:errDir val="${direction}"/><c:errBarType val="both"/><c:errValType val="fixedVal"/><c:noEndCap val="1"/><c:val val="${endlessBar}"/><c:spPr><a:ln w="9525">${fillXml('edge')}<a:prstDash val="dash"/></a:ln></c:spPr></c:errBars><c:xVal>${figuresXml(across)}</c:xVal><c:yVal>${figuresXml(values)}</c:yVal><c:smooth val="0"/></c:ser>`,
  )
  const axis = (id: string, other: string, side: 'b' | 'l', title: string, format: string) =>
    `<c:valAx><c:axId val="${id}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="${side}"/><c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="DEDBD2"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>${titleXml(title, side)}<c:numFmt formatCode="${xmlText(format)}" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/><c:spPr><a:ln w="6350">${fillXml('bar')}</a:ln></c:spPr>${textXml(800, 'quiet')}<c:crossAx val="${other}"/><c:crosses val="autoZero"/><c:crossBetween val="midCat"/></c:valAx>`
  return `<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>${points.join('')}${medians.join('')}${axisIds}</c:scatterChart>${axis(categoryAxis, valueAxis, 'b', titles.across, formats.across)}${axis(valueAxis, categoryAxis, 'l', titles.up, formats.up)}`
}

function titleXml(title: string, side: 'b' | 'l'): string {
  const turned = side === 'l' ? ' rot="-5400000" vert="horz"' : ''
  return `<c:title><c:tx><c:rich><a:bodyPr${turned}/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="800" b="0"/></a:pPr><a:r><a:rPr lang="en-US" sz="800" b="0">${fillXml('quiet')}<a:latin typeface="Arial"/></a:rPr><a:t>${xmlText(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`
}

function namedXml(name: string, at: number): string {
  return `<c:idx val="${at}"/><c:order val="${at}"/><c:tx><c:v>${xmlText(name)}</c:v></c:tx>`
}

function labelsXml(
  format: string,
  position: 'outEnd' | 't' | 'b',
  isLeftOut: (at: number) => boolean,
  candidates: readonly number[] = [],
): string {
  const deleted = candidates
    .filter(isLeftOut)
    .map((at) => `<c:dLbl><c:idx val="${at}"/><c:delete val="1"/></c:dLbl>`)
    .join('')
  return `<c:dLbls>${deleted}<c:numFmt formatCode="${xmlText(format)}" sourceLinked="0"/><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${textXml(800, 'ink')}<c:dLblPos val="${position}"/>${showXml('showVal')}</c:dLbls>`
}

/** Every element is written, since a missing one counts as shown. */
function showXml(shown: 'showVal' | 'showSerName'): string {
  return ['showLegendKey', 'showVal', 'showCatName', 'showSerName', 'showPercent', 'showBubbleSize']
    .map((each) => `<c:${each} val="${each === shown ? 1 : 0}"/>`)
    .join('')
}

function textXml(size: number, color: ChartColor): string {
  return `<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="${size}" b="0">${fillXml(color)}<a:latin typeface="Arial"/></a:defRPr></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr>`
}

function fillXml(color: ChartColor): string {
  return `<a:solidFill><a:srgbClr val="${colors[color]}"/></a:solidFill>`
}

function textsXml({ cells, values }: ChartRange): string {
  return `<c:strRef><c:f>${xmlText(cells)}</c:f><c:strCache>${pointsXml(values.map((value) => (value === null ? null : xmlText(String(value)))))}</c:strCache></c:strRef>`
}

function figuresXml({ cells, values }: ChartRange): string {
  const figures = values.map((value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : null))
  return `<c:numRef><c:f>${xmlText(cells)}</c:f><c:numCache><c:formatCode>General</c:formatCode>${pointsXml(figures)}</c:numCache></c:numRef>`
}

function pointsXml(points: readonly (string | null)[]): string {
  const each = points.map((point, at) => (point === null ? '' : `<c:pt idx="${at}"><c:v>${point}</c:v></c:pt>`))
  return `<c:ptCount val="${points.length}"/>${each.join('')}`
}
