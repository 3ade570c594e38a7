/**
 * Builds the quarterly trends below a comparison: for each company, the active line and revenue
 * growth as small charts.
 */

import { isMoneyUnit } from '#contract/service/statement-lines.ts'
import type { ComparedTable } from '#contract/api/comparisons.ts'
import type { ChartPicture } from '../ui/chart/chart-scene.ts'
import { saysOf } from '../ui/chart/chart.ts'
import { roundScale } from '../ui/chart/round-scale.ts'
import { axisPercent } from './axis-percent.ts'
import { derivedFigureAt } from './compare-cells.ts'
import { shortPeriodName, writeFigure } from './compare-text.ts'

/** Quarters of a trend. */
export const trendQuarters = 12
/** Drawn instead of an amount, for which the companies have no common scale. */
const usualTrend = 'calculated.operating_margin'
const growthTrend = 'calculated.revenue_growth'

/** The two lines below the table: that of the active cell, and growth. */
export function trendFields(table: ComparedTable, active: string): readonly string[] {
  const line = table.lines.find(({ field }) => field === active)
  const isComparable = line && !isMoneyUnit(line.unit) && line.unit !== 'shares'
  return [isComparable && active !== growthTrend ? active : usualTrend, growthTrend]
}

/** One company's quarters of a line. A null is a gap. */
export interface Trend {
  readonly symbol: string
  readonly values: readonly (number | null)[]
  /** The latest figure, with its index. */
  readonly end: { readonly at: number; readonly value: number; readonly text: string } | null
  /** As part of a sentence. */
  readonly says: string
}

/** A line of every company on one scale, each with the median of all in the background. */
export interface TrendRow {
  readonly field: string
  readonly title: string
  readonly median: readonly (number | null)[]
  readonly trends: readonly Trend[]
  readonly write: (value: number) => string
  readonly low: number
  readonly high: number
  readonly ticks: readonly { readonly value: number; readonly text: string }[]
}

/** Undefined: the table has no figures of the line. */
export function trendRowOf(table: ComparedTable, field: string): TrendRow | undefined {
  const line = table.lines.find((each) => each.field === field)
  if (!line?.isLoaded) return undefined
  const write = (value: number) => (value === 0 ? zeroOf(line.unit) : writeFigure(value, line, 'values', 'millions'))
  const numberAt = (company: number, columnAt: number) => {
    const value = derivedFigureAt(table, line, { is: 'figure', company, columnAt })
    return typeof value === 'number' ? value : null
  }
  const trends = table.companies.map(({ symbol }, company): Trend => {
    const values = table.columns.map((_, columnAt) => numberAt(company, columnAt))
    const at = values.findLastIndex((value) => value !== null)
    const value = values[at] ?? null
    const end = value === null ? null : { at, value, text: write(value) }
    return { symbol, values, end, says: `${line.label}, quarterly. ${saysOf([{ name: symbol, values }], write)}.` }
  })
  const median = line.median.map((value) => (typeof value === 'number' ? value : null))
  const known = [...trends.flatMap(({ values }) => values), ...median].filter((value) => value !== null)
  if (known.length === 0) return undefined
  const { low, high, ticks } = roundScale(Math.min(...known), Math.max(...known))
  return {
    field,
    title: line.label,
    median,
    trends,
    write,
    low,
    high,
    ticks: ticks.map((value) => ({ value, text: tickText(value, line.unit) ?? write(value) })),
  }
}

/** The trends as they are pasted into a note: a chart a line and company. */
export function trendPicture(
  table: ComparedTable,
  rows: readonly TrendRow[],
  { name, source }: { readonly name: string; readonly source: string },
): ChartPicture {
  const [first, last] = trendEnds(table)
  const axis = table.columns.map((column) => shortPeriodName(column, table))
  return {
    title: `${rows.map(({ title }) => title).join(' and ')}: ${name}`,
    subtitle: `Quarterly, ${first} to ${last}; each line on one scale, median of the companies in gray`,
    source,
    panels: rows.flatMap(({ title, trends, median, low, high, write }) =>
      trends.map(({ symbol, values, says }) => ({
        title: `${symbol} ${title}`,
        note: '',
        axis,
        absent: '',
        write,
        plan: {
          kind: 'lines' as const,
          series: [
            { name: symbol, values },
            { name: 'Median', values: median },
          ],
          low,
          high,
          labels: 'names' as const,
          interest: 0,
          says,
        },
      })),
    ),
  }
}

/** The first and the last quarter, beneath the trends. */
export function trendEnds(table: ComparedTable): readonly [string, string] {
  const [first, last] = [table.columns[0], table.columns.at(-1)]
  const name = (column: typeof first) =>
    column
      ? shortPeriodName(column, table)
          .replace(/^LTM /, '')
          .replace(/ [CF]Y/, ' ')
      : ''
  return [name(first), name(last)]
}

/** On an axis zero is a figure like any other. */
function zeroOf(unit: string): string {
  return unit === 'percent' ? '0%' : '0'
}

function tickText(value: number, unit: string): string | undefined {
  if (value === 0) return zeroOf(unit)
  if (unit !== 'percent') return undefined
  return axisPercent(value)
}

/** An SVG path through the figures; a gap stays a gap, and a figure between two gaps is a point. */
export function pathOf(
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  let isOpen = false
  return values
    .map((value, at) => {
      const move = isOpen ? 'L' : 'M'
      isOpen = value !== null
      if (value === null) return ''
      const point = `${x(at).toFixed(1)} ${y(value).toFixed(1)}`
      const isAlone = move === 'M' && (values[at + 1] ?? null) === null
      return isAlone ? `M${point}h0.01` : `${move}${point}`
    })
    .join('')
}

/** Indexes without a figure between two that have one. */
export function gapsIn(values: readonly (number | null)[]): readonly number[] {
  const first = values.findIndex((value) => value !== null)
  const last = values.findLastIndex((value) => value !== null)
  return values.flatMap((value, at) => (value === null && at > first && at < last ? [at] : []))
}
