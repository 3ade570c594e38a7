/**
 * The settings of a comparison (companies, lines, periods, layout, chart): parsed from the tab's
 * location, and turned into the request to the core.
 */

import { isOnCalendar } from '#contract/api/calendar-limits.ts'
import type {
  Alignment,
  AlignmentChoice,
  ComparisonBasis,
  ComparisonChart,
  ComparisonLayout,
  ComparisonMode,
  ComparisonSpec,
  PeriodChoice,
  ScatterPeriod,
  ScatterPictureColors,
  ScatterPictureSize,
  ScatterSettings,
} from '#contract/api/comparisons.ts'
import { marginOrder } from '#contract/api/line-groups.ts'

/** What is compared and how, as in the tab's location. */
export interface ComparisonSettings {
  /** Symbols, left to right. */
  readonly companies: readonly string[]
  /** Fields, in the order of their groups; `own.<id>` for a user's metric. */
  readonly lines: readonly string[]
  readonly basis: ComparisonBasis
  readonly alignment: AlignmentChoice
  readonly mode: ComparisonMode
  /** Only for `cagr`. */
  readonly years: number
  /** Only for `peer`; empty: the first company. */
  readonly peer: string
  /** The latest so many. */
  readonly periods: number
  /** The same in the layout over time, with one row per company. */
  readonly periodsOverTime: number
  readonly periodChoice: PeriodChoice
  /** Amounts of money are ranked and drawn on one scale, unconverted. */
  readonly oneCurrency: boolean
  /** Milliseconds since 1970; null: now. */
  readonly asOf: number | null
  /** Ranks after the latest period, after each, or none. */
  readonly ranks: Ranks
  readonly layout: ComparisonLayout
  /** Rows and columns have changed places. */
  readonly pivoted: boolean
  /** Field of the line that is shown over time; empty: the first. */
  readonly line: string
  /** Key of the period of the companies side by side; empty: the latest. */
  readonly period: string
  readonly chart: ComparisonChart
  /** Widths in pixels of the columns that were resized, by key; see `Widths` of the grid. */
  readonly widths: Readonly<Record<string, number>>
  readonly scatter: ScatterSettings
}

/** The settings of a table, with the alignment that was found for it. */
export interface ShownSettings extends ComparisonSettings {
  readonly alignment: Alignment
}

type Ranks = NonNullable<ComparisonSpec['look']>['ranks']

const defaultLines: readonly string[] = [
  'Revenue',
  'GrossProfit',
  'OperatingIncome',
  ...marginOrder.filter((field) => field !== 'calculated.tax_rate'),
  'roic',
  'debt_to_equity',
  'working_capital_days.dso',
  'working_capital_days.dio',
  'working_capital_days.dpo',
]

const usualScatter: ScatterSettings = {
  up: 'calculated.operating_margin',
  across: 'calculated.revenue_growth',
  period: 'ltm',
  trail: 4,
  medians: true,
  hidden: [],
  selected: '',
  second: '',
  picture: { size: 'half', colours: 'light', title: true, source: true, table: false },
}

const usual: ComparisonSettings = {
  companies: [],
  lines: defaultLines,
  basis: 'annual-ltm',
  alignment: 'automatic',
  mode: 'values',
  years: 3,
  peer: '',
  periods: 3,
  periodsOverTime: 12,
  periodChoice: 'common',
  oneCurrency: false,
  asOf: null,
  ranks: 'newest',
  layout: 'spread',
  pivoted: false,
  line: '',
  period: '',
  chart: 'trends',
  widths: {},
  scatter: usualScatter,
}

export const bases: readonly ComparisonBasis[] = ['annual', 'annual-ltm', 'quarterly', 'ltm']
export const modes: readonly ComparisonMode[] = [
  'values',
  'yoy',
  'qoq',
  'cagr',
  'common-size',
  'index',
  'median',
  'peer',
]
const ranksKinds: readonly Ranks[] = ['none', 'newest', 'all']
export const layouts: readonly ComparisonLayout[] = ['spread', 'period', 'time', 'scatter']
export const drawnCharts = ['trends', 'lines', 'bars', 'multiples'] as const satisfies readonly ComparisonChart[]
export const charts: readonly ComparisonChart[] = ['none', ...drawnCharts]
export const scatterPeriods: readonly ScatterPeriod[] = ['quarter', 'ltm', 'annual']
export const trails: readonly ScatterSettings['trail'][] = [0, 4, 8]
export const pictureSizes: readonly ScatterPictureSize[] = ['slide', 'half', 'chart']
export const pictureColors: readonly ScatterPictureColors[] = ['light', 'dark', 'grey']
const alignments: readonly AlignmentChoice[] = ['automatic', 'fiscal', 'calendar']
const periodChoices: readonly PeriodChoice[] = ['latest', 'common']
/** The core's limit. */
export const mostCompanies = 100
const mostPeriods = 120
const mostYears = 20

/** Whatever of it is not of this version is as usual. */
export function readSettings(json: string): ComparisonSettings {
  const stored = readObject(json)
  const one = <Value extends string>(name: string, known: readonly Value[], otherwise: Value): Value =>
    oneOf(stored[name], known, otherwise)
  const text = (name: string) => textOf(stored[name], '')
  const whole = (name: string, most: number, otherwise: number) => {
    const value = stored[name]
    return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most ? value : otherwise
  }
  return {
    companies: textsOf(stored['companies'], []).slice(0, mostCompanies),
    lines: textsOf(stored['lines'], usual.lines),
    basis: one('basis', bases, usual.basis),
    alignment: one('alignment', alignments, usual.alignment),
    mode: one('mode', modes, usual.mode),
    years: whole('years', mostYears, usual.years),
    peer: text('peer'),
    periods: whole('periods', mostPeriods, usual.periods),
    periodsOverTime: whole('periodsOverTime', mostPeriods, usual.periodsOverTime),
    periodChoice: one('periodChoice', periodChoices, usual.periodChoice),
    oneCurrency: stored['oneCurrency'] === true,
    asOf: isOnCalendar(stored['asOf']) ? stored['asOf'] : null,
    ranks: one('ranks', ranksKinds, usual.ranks),
    layout: one('layout', layouts, usual.layout),
    pivoted: stored['pivoted'] === true,
    line: text('line'),
    period: text('period'),
    chart: one('chart', charts, usual.chart),
    widths: widthsOf(stored['widths']),
    scatter: scatterIn(stored['scatter']),
  }
}

function scatterIn(value: unknown): ScatterSettings {
  const stored = recordOf(value)
  const picture = recordOf(stored['picture'])
  const usualPicture = usualScatter.picture
  return {
    up: textOf(stored['up'], '') || usualScatter.up,
    across: textOf(stored['across'], '') || usualScatter.across,
    period: oneOf(stored['period'], scatterPeriods, usualScatter.period),
    trail: oneOf(stored['trail'], trails, usualScatter.trail),
    medians: flagOf(stored['medians'], usualScatter.medians),
    hidden: [...textsOf(stored['hidden'], [])].slice(0, mostCompanies),
    selected: textOf(stored['selected'], ''),
    second: textOf(stored['second'], ''),
    picture: {
      size: oneOf(picture['size'], pictureSizes, usualPicture.size),
      colours: oneOf(picture['colours'], pictureColors, usualPicture.colours),
      title: flagOf(picture['title'], usualPicture.title),
      source: flagOf(picture['source'], usualPicture.source),
      table: flagOf(picture['table'], usualPicture.table),
    },
  }
}

function oneOf<Value extends string | number>(value: unknown, known: readonly Value[], otherwise: Value): Value {
  return known.find((each) => each === value) ?? otherwise
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}

function flagOf(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return {}
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function textsOf(value: unknown, otherwise: readonly string[]): readonly string[] {
  if (!Array.isArray(value)) return otherwise
  return [...new Set(value.filter((each) => typeof each === 'string'))]
}

function widthsOf(value: unknown): ComparisonSettings['widths'] {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, width]) => typeof width === 'number'))
}

/** How many periods the layout shows. */
export function shownPeriods({ layout, periods, periodsOverTime }: ComparisonSettings): number {
  return layout === 'time' ? periodsOverTime : periods
}

/** The request to the core. `more`: lines that are needed in addition to the visible ones. */
export function specOf(
  settings: ComparisonSettings,
  more: readonly string[] = [],
  adjustSplits = false,
): ComparisonSpec {
  const { companies, lines, basis, alignment, mode, years, peer, periodChoice, oneCurrency, asOf } = settings
  return {
    companies: companies.map((symbol) => ({ symbol })),
    lines: [...new Set([...lines, ...more])],
    basis,
    alignment,
    mode,
    periods: shownPeriods(settings),
    periodChoice,
    ...(oneCurrency && { oneCurrency }),
    ...(mode === 'cagr' && { years }),
    ...(mode === 'peer' && { peer: companies.includes(peer) ? peer : (companies[0] ?? '') }),
    asOf,
    ...(adjustSplits && { adjustSplits }),
  }
}

/** The same with how it is laid out, as it is saved: the option for splits is the reader's, and not the comparison's. */
export function savedSpecOf(settings: ComparisonSettings): ComparisonSpec {
  const { layout, pivoted, line, period, ranks, chart, widths, scatter } = settings
  return { ...specOf(settings), look: { layout, pivoted, line, period, ranks, chart, widths, scatter } }
}

export function settingsOf(spec: ComparisonSpec): ComparisonSettings {
  const { companies, lines, basis, alignment, mode, years, peer, periods, periodChoice = 'latest', asOf, look } = spec
  return {
    ...usual,
    ...look,
    lines,
    basis,
    alignment,
    mode,
    periodChoice,
    oneCurrency: spec.oneCurrency ?? false,
    ...(look?.layout === 'time' ? { periodsOverTime: periods } : { periods }),
    companies: companies.map(({ symbol }) => symbol),
    years: years ?? usual.years,
    peer: peer ?? '',
    asOf,
    widths: look?.widths ?? {},
    scatter: look?.scatter ?? usualScatter,
  }
}
