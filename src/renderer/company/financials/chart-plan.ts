/** Plans the charts above the statements: which lines share a chart, as bars or as lines. */

import type { Figure } from '#contract/api/financials.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { isMoneyUnit, type Favor, type UnitKind } from '#contract/service/statement-lines.ts'
import { formatChange, formatFigure } from '../../format/figures.ts'
import type { Scale } from '../../format/scale.ts'
import { toneOf, type Tone } from '../../format/tone.ts'
import {
  axisOf,
  breaksSay,
  saysOf,
  type ChartBreak,
  type ChartPanelPlan,
  type ChartSeries,
} from '../../ui/chart/chart.ts'
import { periodName, type ColumnPeriod } from './periods.ts'
import type { Statement } from './statement-rows.ts'

/** A panel over the table's columns, with its name on the left and the last twelve months on the right. */
export interface StripPanel {
  readonly key: string
  readonly title: string
  readonly note: string
  readonly height: number
  readonly plan: ChartPanelPlan
  /** Formats the labels of points. */
  readonly write: (value: number) => string
  /** Over the LTM column. */
  readonly twelveMonths: { readonly text: string; readonly change: string; readonly tone: Tone } | null
}

export interface StatementChartData {
  /** In the order of the columns, including LTM. */
  readonly periods: readonly ColumnPeriod[]
  readonly figure: (field: string, column: number) => Figure
  /** Growth y/y, where it was requested. */
  readonly change: (field: string, column: number) => Figure
  readonly scale: Scale
}

const singleHeight = 60
const manyHeight = 96
/** More lines in one panel cannot be distinguished. */
const linesAPanel = 4
/** More than these are no longer a strip. */
export const mostLines = 8

const keyFields: Readonly<Record<Statement, readonly string[]>> = {
  income: ['Revenue', 'calculated.operating_margin'],
  balance: ['TotalAssets', 'calculated.net_debt'],
  'cash-flow': ['NetCashOperatingActivities', 'calculated.free_cash_flow'],
  metrics: ['calculated.operating_margin', 'calculated.fcf_margin'],
  all: ['Revenue', 'calculated.operating_margin'],
}

/** The key figures of a statement, a panel each. */
export function keyFigurePanels(statement: Statement, data: StatementChartData): readonly StripPanel[] {
  return keyFields[statement].map((field) => panelOf([lineOf(field)], data, undefined, -1))
}

/**
 * Chosen lines: one alone as bars (money, shares) or as a line (ratios); two to four of one unit in one panel; more of one unit
 * as small multiples on one scale.
 */
export function chosenPanels(
  fields: readonly string[],
  interest: string,
  data: StatementChartData,
): readonly StripPanel[] {
  const lines = fields.slice(0, mostLines).map(lineOf)
  const units = [...new Set(lines.map(({ unit }) => unit))]
  return units.flatMap((unit) => {
    const alike = lines.filter((line) => line.unit === unit)
    if (alike.length > 1 && alike.length <= linesAPanel) {
      return [
        panelOf(
          alike,
          data,
          undefined,
          Math.max(
            0,
            alike.findIndex(({ field }) => field === interest),
          ),
        ),
      ]
    }
    const axis =
      alike.length > 1
        ? axisOf(
            kindOf(unit),
            alike.map((line) => seriesOf(line, data)),
          )
        : undefined
    return alike.map((line) => panelOf([line], data, axis, -1))
  })
}

interface ChartLine {
  readonly field: string
  readonly label: string
  readonly unit: UnitKind
  readonly favor: Favor
}

function lineOf(field: string): ChartLine {
  return figureLines.get(field) ?? { field, label: field, unit: 'count', favor: 'neither' }
}

function kindOf(unit: UnitKind): ChartPanelPlan['kind'] {
  return isMoneyUnit(unit) || unit === 'shares' || unit === 'count' ? 'bars' : 'lines'
}

function seriesOf({ field, label }: ChartLine, { periods, figure }: StatementChartData): ChartSeries {
  const values = periods.flatMap((period, column) => {
    const value = figure(field, column)
    return period.kind === 'ltm' ? [] : [typeof value === 'number' ? value : null]
  })
  return { name: label, values }
}

/** Columns, without the last twelve months, at which EPS and shares change their base, in either order. */
function breaksOf({ unit }: ChartLine, series: number, { periods }: StatementChartData): readonly ChartBreak[] {
  if (unit !== 'per-share' && unit !== 'shares') return []
  const reported = periods.filter(({ kind }) => kind !== 'ltm')
  const ends = reported.flatMap((period) => (period.kind === 'missing' ? [] : period.endPeriod))
  const isOldestFirst = (ends[0] ?? '') <= (ends.at(-1) ?? '')
  return reported.flatMap((period, column): readonly ChartBreak[] => {
    const split = period.kind === 'missing' ? undefined : period.remarks.find(({ kind }) => kind === 'split')
    const at = isOldestFirst ? column : column + 1
    return split && at > 0 && at < reported.length ? [{ series, at, label: split.label ?? 'share split' }] : []
  })
}

function panelOf(
  lines: readonly ChartLine[],
  data: StatementChartData,
  shared: { low: number; high: number } | undefined,
  interest: number,
): StripPanel {
  const [first = lineOf('')] = lines
  const series = lines.map((line) => seriesOf(line, data))
  const breaks = lines.flatMap((line, at) => breaksOf(line, at, data))
  const many = lines.length > 1
  const kind = many ? 'lines' : kindOf(first.unit)
  const write = (value: number) => formatFigure(value, first.unit, data.scale)
  return {
    key: lines.map(({ field }) => field).join(' '),
    title: many ? '' : first.label,
    note: noteOf(first, data.scale),
    height: many ? manyHeight : singleHeight,
    write,
    plan: {
      kind,
      series,
      ...(shared ?? axisOf(kind, series)),
      labels: many ? 'names' : kind === 'lines' ? 'figures' : 'none',
      interest,
      ...(breaks.length > 0 && { breaks }),
      says: sentenceOf(series, breaks, data, write),
    },
    twelveMonths: many ? null : twelveMonthsOf(first, data),
  }
}

function noteOf({ field, unit }: ChartLine, scale: Scale): string {
  switch (unit) {
    case 'money':
    case 'shares':
      return scale
    case 'per-share':
      return 'per share'
    case 'per-employee':
      return 'per employee'
    case 'percent':
      return /_margin$/.test(field) ? '% of revenue' : 'percent'
    case 'ratio':
      return 'multiple'
    case 'days':
      return 'days'
    case 'count':
    case 'score':
      return ''
    default:
      return unit satisfies never
  }
}

function twelveMonthsOf({ field, unit, favor }: ChartLine, data: StatementChartData): StripPanel['twelveMonths'] {
  const column = data.periods.findIndex(({ kind }) => kind === 'ltm')
  if (column < 0) return null
  const value = data.figure(field, column)
  if (typeof value !== 'number') return null
  const change = data.change(field, column)
  const text = typeof change === 'number' ? formatChange(change, unit) : ''
  return {
    text: formatFigure(value, unit, data.scale),
    change: unit === 'percent' && text !== '' ? `${text} bps` : text,
    tone: toneOf(change, favor, text),
  }
}

/** "Revenue, Q4 FY2023 to Q3 FY2025: 1,168.9 to 1,318.4, lowest 1,139.2, highest 1,318.4." */
function sentenceOf(
  series: readonly ChartSeries[],
  breaks: readonly ChartBreak[],
  { periods }: StatementChartData,
  write: (value: number) => string,
): string {
  const reported = periods.filter(({ kind }) => kind !== 'ltm')
  const [first, last] = [reported[0], reported.at(-1)]
  if (!first || !last) return ''
  const said = breaksSay(firstOfEach(breaks), (at) => (reported[at] ? periodName(reported[at]) : ''))
  return `${periodName(first)} to ${periodName(last)}. ${saysOf(series, write)}.${said} The figures are in the table.`
}

function firstOfEach(breaks: readonly ChartBreak[]): readonly ChartBreak[] {
  return breaks.filter(({ at }, index) => breaks.findIndex((each) => each.at === at) === index)
}
