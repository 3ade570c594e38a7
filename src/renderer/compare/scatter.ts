/**
 * Builds a scatter from comparisons: the point of each company, its trail, the medians and the
 * axes.
 */

import { labelInSentence } from '#contract/api/figure-lines.ts'
import { ownIdOf } from '#contract/api/line-groups.ts'
import type {
  ComparedCompany,
  ComparedLine,
  ComparedTable,
  ComparisonBasis,
  PeriodColumnRecords,
  ScatterPeriod,
  ScatterSettings,
} from '#contract/api/comparisons.ts'
import { fiscalPeriodName, periodColumnName } from '#contract/api/fiscal-period-name.ts'
import { formatDay } from '../format/dates.ts'
import { formatDifference } from '../format/figures.ts'
import type { Scale } from '../format/scale.ts'
import type { GridCell } from '../ui/grid/grid-types.ts'
import { cellOf, emptyCell } from './compare-cells.ts'
import { shortPeriodName, unitNote, writeFigure } from './compare-text.ts'
import { specOf, type ComparisonSettings } from './comparison-settings.ts'
import type { SourceTarget } from '../app/source/source-view.svelte.ts'
import { sourceOf } from './company-figure-source.ts'

/** The core's response for one scatter: three comparisons of the same companies and the same two lines. */
export interface ScatterTables {
  /** One column, the period of the points; `shown` has each figure's difference to the median. */
  readonly points: ComparedTable
  /** The same column; `shown` has the change of the line that goes up. */
  readonly changes: ComparedTable
  /** Period after period, oldest first, for trails and for companies that lack the period of the points. */
  readonly periods: ComparedTable
}

type TableRequest = ReturnType<typeof specOf>
export interface ScatterRequests {
  readonly points: TableRequest
  readonly changes: TableRequest
  readonly periods: TableRequest
}

/** Enough for a trail of eight for a company that is years late. */
const mostPeriods = 24
const pointBases: Readonly<Record<ScatterPeriod, ComparisonBasis>> = {
  quarter: 'quarterly',
  ltm: 'annual-ltm',
  annual: 'annual',
}
const trailBases: Readonly<Record<ScatterPeriod, ComparisonBasis>> = {
  quarter: 'quarterly',
  ltm: 'ltm',
  annual: 'annual',
}

export interface ScatterRequestOptions {
  readonly adjustSplits: boolean
  /** Lines that a user's metric is calculated from: their figures are included, so that each can be opened. */
  readonly inputsOf: (field: string) => readonly string[]
}

/** Points are from the spread: each company's last twelve months, or the latest period that most companies have. */
export function scatterRequests(
  settings: ComparisonSettings,
  { adjustSplits, inputsOf }: ScatterRequestOptions,
): ScatterRequests {
  const { up, across, period } = settings.scatter
  const lines = [up, across]
  const withInputs = [...new Set([...lines, ...lines.flatMap((field) => inputsOf(field))])]
  const request = (change: Partial<ComparisonSettings>) =>
    specOf({ ...settings, layout: 'scatter', lines: withInputs, ...change }, [], adjustSplits)
  const point = {
    basis: pointBases[period],
    periods: 1,
    periodChoice: period === 'ltm' ? 'latest' : 'common',
  } as const
  return {
    points: request({ ...point, mode: 'median' }),
    changes: request({ ...point, lines, mode: 'yoy' }),
    periods: request({
      basis: trailBases[period],
      mode: 'values',
      periods: mostPeriods,
      periodChoice: 'latest',
    }),
  }
}

/** A figure across and a figure up. */
interface ScatterPlace {
  readonly x: number
  readonly y: number
}

interface TrailStep {
  /** Q3 FY2025: the company's own name of its last quarter; of years CY2025 or FY2025, as they are aligned. */
  readonly period: string
  /** YYYY-MM-DD. */
  readonly ends: string
  readonly across: GridCell
  readonly up: GridCell
  readonly acrossMedian: string
  readonly upMedian: string
  /** Null: one of its two figures is missing, and the trail has a gap. */
  readonly place: ScatterPlace | null
}

/**
 *  - `current`: it is compared
 *  - `older`: an older period stands for it, drawn hollow; it has no rank and no part in a median
 *  - `none`: nothing can be drawn
 */
type PointState = 'current' | 'older' | 'none'

/** The source of a figure, with its table, which is not the one on screen. */
export interface ScatterSource {
  readonly target: SourceTarget
  readonly table: ComparedTable
}

export interface ScatterPoint {
  readonly symbol: string
  readonly name: string
  readonly state: PointState
  readonly place: ScatterPlace | null
  /** When its period ends, YYYY-MM-DD; empty: it has none. */
  readonly ends: string
  readonly across: GridCell
  readonly up: GridCell
  /** In full precision; null: n/a or n.m. */
  readonly acrossValue: number | null
  readonly upValue: number | null
  /** Their sources; null: none. */
  readonly acrossSource: ScatterSource | null
  readonly upSource: ScatterSource | null
  readonly acrossRank: number | null
  readonly upRank: number | null
  readonly change: GridCell
  /** Differences to the medians; empty without them. */
  readonly acrossDifference: string
  readonly upDifference: string
  /** The point itself first, then the periods before it. */
  readonly trail: readonly TrailStep[]
  /** Why it is not compared, and what is drawn in its place; empty: it is. */
  readonly says: string
  readonly isHidden: boolean
}

export interface ScatterAxis {
  readonly field: string
  readonly label: string
  /** With its unit, if the figures do not show it: "Revenue, millions". */
  readonly title: string
  readonly unit: ComparedLine['unit']
  /** Figures of several companies may be compared on it: see `isComparable` of the core. */
  readonly isComparable: boolean
  readonly median: number | null
  readonly medianText: string
  /** Companies whose figure is part of the median. */
  readonly count: number
  /** Formats figures as in a table. */
  readonly write: (value: number) => string
}

export interface Scatter {
  /** LTM, Q3 CY2025, FY2025: the period that is compared. */
  readonly period: string
  /** For the head of a narrow column: Q3 CY25. */
  readonly shortPeriod: string
  readonly up: ScatterAxis
  readonly across: ScatterAxis
  /** In the order of the table: best first if the line has a best end, else the highest. */
  readonly points: readonly ScatterPoint[]
  readonly changeMedian: string
}

interface ScatterOptions {
  readonly settings: ScatterSettings
  readonly scale: Scale
}

/** Null while a line has not come, or is a metric that was deleted. */
export function scatterOf(tables: ScatterTables, { settings, scale }: ScatterOptions): Scatter | null {
  const { points, changes, periods } = tables
  const [up, across] = [lineIn(points, settings.up), lineIn(points, settings.across)]
  const [upOver, acrossOver] = [lineIn(periods, settings.up), lineIn(periods, settings.across)]
  const change = lineIn(changes, settings.up)
  if (!up || !across || !upOver || !acrossOver) return null
  const columnAt = pointColumn(points, settings.period)
  const pointsOf = { points, columnAt, up: valuesOf(up), across: valuesOf(across), upOver, acrossOver }
  const all = points.companies.map((company, at): ScatterPoint => {
    const found = foundFor(company, at, tables, pointsOf, settings)
    const own = at * points.columns.length + columnAt
    const isCurrent = found.state === 'current'
    const shown = (line: ComparedLine, over: ComparedLine): GridCell =>
      found.from === 'points'
        ? cellOf(points, line, { is: 'figure', company: at, columnAt }, 'values', scale)
        : found.columnAt < 0
          ? { ...emptyCell, text: 'n/a' }
          : cellOf(periods, over, { is: 'figure', company: at, columnAt: found.columnAt }, 'values', scale)
    const value = (line: ComparedLine, over: ComparedLine) =>
      found.from === 'points' ? numberAt(points, line, at, columnAt) : numberAt(periods, over, at, found.columnAt)
    const source = ({ field, label }: ComparedLine) => {
      const [table, of] = found.from === 'points' ? [points, columnAt] : [periods, found.columnAt]
      const target = sourceOf(table, field, label, { company: at, columnAt: of })
      return target === null || (target.kind === 'none' && ownIdOf(field) === null) ? null : { target, table }
    }
    const difference = (line: ComparedLine) => {
      const value = line.shown[own] ?? null
      return isCurrent && line.isRanked && typeof value === 'number' ? formatDifference(value, line.unit, scale) : ''
    }
    const hasChange = found.from === 'points' && change !== undefined && columnAt >= 0
    return {
      symbol: company.symbol,
      name: company.name ?? '',
      state: found.state,
      place: found.place,
      ends: found.records?.endPeriod ?? '',
      across: shown(pointsOf.across, acrossOver),
      up: shown(pointsOf.up, upOver),
      acrossValue: value(across, acrossOver),
      upValue: value(up, upOver),
      acrossSource: source(across),
      upSource: source(up),
      acrossRank: isCurrent ? (across.ranks[own] ?? null) : null,
      upRank: isCurrent ? (up.ranks[own] ?? null) : null,
      change: hasChange
        ? cellOf(
            changes,
            change,
            { is: 'figure', company: at, columnAt: pointColumn(changes, settings.period) },
            'yoy',
            scale,
          )
        : { ...emptyCell, text: 'n/a' },
      acrossDifference: difference(across),
      upDifference: difference(up),
      trail: trailOf(at, tables, found, { ...pointsOf, settings, scale, medians: [across, up] }),
      says: found.says,
      isHidden: settings.hidden.includes(company.symbol),
    }
  })
  const axis = (line: ComparedLine): ScatterAxis => {
    const median = columnAt < 0 ? null : (line.median[columnAt] ?? null)
    return {
      field: line.field,
      label: line.label,
      title: titleOf(line, scale),
      unit: line.unit,
      isComparable: line.isRanked,
      median: typeof median === 'number' ? median : null,
      medianText: writeFigure(median, line, 'values', scale),
      count: points.companies.filter(({ periods: of }, at) => {
        const value = line.values[at * points.columns.length + columnAt]
        return typeof value === 'number' && of[columnAt]?.outdated === false
      }).length,
      write: (value) => (value === 0 ? zeroOf(line.unit) : writeFigure(value, line, 'values', scale)),
    }
  }
  const changeColumnAt = pointColumn(changes, settings.period)
  const column = points.columns[columnAt]
  return {
    period: column ? periodColumnName(column, points) : 'LTM',
    shortPeriod: column ? shortPeriodName(column, points) : 'LTM',
    up: axis(up),
    across: axis(across),
    points: inOrder(all, up.first),
    changeMedian: change?.median.length ? writeFigure(change.median[changeColumnAt] ?? null, up, 'yoy', scale) : 'n/a',
  }
}

/** The order of companies in the table; those without a figure come last. */
function inOrder(points: readonly ScatterPoint[], first: ComparedLine['first']): readonly ScatterPoint[] {
  const sign = first === 'highest' ? -1 : 1
  const group = ({ state }: ScatterPoint) => ['current', 'older', 'none'].indexOf(state)
  return points.toSorted(
    (one, other) => group(one) - group(other) || sign * ((one.place?.y ?? 0) - (other.place?.y ?? 0)),
  )
}

interface Found {
  readonly state: PointState
  readonly from: 'points' | 'periods'
  /** In the table of periods: that of the point, or of the one that represents it; −1: none. */
  readonly columnAt: number
  readonly place: ScatterPlace | null
  readonly records: PeriodColumnRecords | null
  readonly says: string
}

interface PointLines {
  readonly columnAt: number
  readonly up: ComparedLine
  readonly across: ComparedLine
  readonly upOver: ComparedLine
  readonly acrossOver: ComparedLine
}

/** The point of a company: its figures of the compared period, else the latest period that has both. */
function foundFor(
  company: ComparedCompany,
  at: number,
  { points, periods }: ScatterTables,
  { columnAt, up, across, upOver, acrossOver }: PointLines,
  { period }: ScatterSettings,
): Found {
  const records = company.periods[columnAt] ?? null
  const over = periods.companies[at]?.periods ?? []
  if (records && !records.outdated) {
    const place = placeOf(points, across, up, at, columnAt)
    const own = over.findLastIndex((each) => each?.endPeriod === records.endPeriod)
    const missing = [across, up].filter(
      (line) => typeof line.values[at * points.columns.length + columnAt] !== 'number',
    )
    const says =
      place === null ? `${company.symbol} is not plotted: no figure for ${missing.map(nameOf).join(' or ')}.` : ''
    return { state: place ? 'current' : 'none', from: 'points', columnAt: own, place, records, says }
  }
  const older = over.findLastIndex(
    (each, column) => each !== null && placeOf(periods, acrossOver, upOver, at, column) !== null,
  )
  const of = over[older] ?? null
  const why = company.missing.find((each) => each !== '')
  if (of === null) {
    const reason = why ?? (company.edition === null ? 'no statements stored' : 'no figures for both axes')
    const says = `${company.symbol} is not plotted: ${reason}.`
    return { state: 'none', from: 'periods', columnAt: -1, place: null, records: null, says }
  }
  const ends = formatDay(of.endPeriod)
  const what = period === 'ltm' ? 'complete LTM' : period === 'annual' ? 'fiscal year' : 'quarter'
  const reason = records?.outdated
    ? `: the latest period ends ${ends}, more than 100 days before the most recent`
    : why === undefined
      ? `: the last ${what} ends ${ends}`
      : ` ${why}; the last ${what} ends ${ends}`
  return {
    state: 'older',
    from: 'periods',
    columnAt: older,
    place: placeOf(periods, acrossOver, upOver, at, older),
    records: of,
    says: `${company.symbol}${reason}. Plotted as a hollow circle and excluded from the medians.`,
  }
}

function trailOf(
  at: number,
  { periods }: ScatterTables,
  { columnAt, from, place, records }: Found,
  {
    settings,
    scale,
    medians,
    upOver,
    acrossOver,
    ...points
  }: PointLines & ScatterOptions & { readonly medians: readonly [ComparedLine, ComparedLine] },
): readonly TrailStep[] {
  if (columnAt < 0 || records === null || settings.trail === 0) return []
  const over = periods.companies[at]?.periods ?? []
  const first = Math.max(0, columnAt - settings.trail)
  const trailColumns = Array.from({ length: columnAt - first + 1 }, (_, back) => columnAt - back)
  return trailColumns.flatMap((column): readonly TrailStep[] => {
    const of = over[column] ?? null
    const columnOf = periods.columns[column]
    const isPoint = column === columnAt && from === 'points'
    if (of === null) return []
    const median = (line: ComparedLine, own: ComparedLine) =>
      writeFigure((isPoint ? own.median[points.columnAt] : line.median[column]) ?? null, line, 'values', scale)
    const cell = (line: ComparedLine) =>
      cellOf(periods, line, { is: 'figure', company: at, columnAt: column }, 'values', scale)
    return [
      {
        period: settings.period === 'annual' && columnOf ? periodColumnName(columnOf, periods) : fiscalPeriodName(of),
        ends: of.endPeriod,
        across: cell(acrossOver),
        up: cell(upOver),
        acrossMedian: median(acrossOver, medians[0]),
        upMedian: median(upOver, medians[1]),
        place: column === columnAt ? place : placeOf(periods, acrossOver, upOver, at, column),
      },
    ]
  })
}

function placeOf(
  table: ComparedTable,
  across: ComparedLine,
  up: ComparedLine,
  company: number,
  columnAt: number,
): ScatterPlace | null {
  const [x, y] = [numberAt(table, across, company, columnAt), numberAt(table, up, company, columnAt)]
  return x === null || y === null ? null : { x, y }
}

function numberAt(
  { columns }: ComparedTable,
  { values }: ComparedLine,
  company: number,
  columnAt: number,
): number | null {
  const value = columnAt < 0 ? null : values[company * columns.length + columnAt]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The one column of the points; without any company's last twelve months the core returns a year, which is no point. */
function pointColumn({ columns }: ComparedTable, period: ScatterPeriod): number {
  const last = columns.length - 1
  return period === 'ltm' && columns[last]?.key !== 'LTM' ? -1 : last
}

function lineIn({ lines }: ComparedTable, wanted: string): ComparedLine | undefined {
  return lines.find(({ field, isLoaded }) => field === wanted && isLoaded)
}

/** The line without what the comparison's mode makes of it. */
function valuesOf(line: ComparedLine): ComparedLine {
  return { ...line, shown: [] }
}

function nameOf({ label }: ComparedLine): string {
  return labelInSentence(label)
}

function titleOf({ label, unit }: ComparedLine, scale: Scale): string {
  const note = unit === 'money' || unit === 'shares' ? scale : unitNote(unit, 'values')
  return note === '' ? label : `${label}, ${note}`
}

/** On an axis zero is a figure like any other. */
function zeroOf(unit: ComparedLine['unit']): string {
  return unit === 'percent' ? '0%' : '0'
}
