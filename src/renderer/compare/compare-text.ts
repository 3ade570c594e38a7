/**
 * The names of a comparison’s bases, layouts, charts and modes, and how its figures and periods are
 * written.
 */

import type { Failure } from '#contract/failure.ts'
import { shortMonthNames } from '#contract/api/month-names.ts'
import { fiscalPeriodName, periodColumnName } from '#contract/api/fiscal-period-name.ts'
import type {
  Alignment,
  ComparedCompany,
  ComparisonBasis,
  ComparisonChart,
  ComparisonLayout,
  ComparisonMode,
  PeriodColumn,
  PeriodColumnRecords,
} from '#contract/api/comparisons.ts'
import { isGrowthRate } from '#contract/api/calculated-lines.ts'
import type { FigureLine } from '#contract/api/figure-lines.ts'
import type { Figure } from '#contract/api/financials.ts'
import { formatDay } from '../format/dates.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import {
  formatChange,
  formatDifference,
  formatFigure,
  formatGrowth,
  formatIndex,
  formatPercent,
} from '../format/figures.ts'
import type { Scale } from '../format/scale.ts'

export const basisNames: Readonly<Record<ComparisonBasis, string>> = {
  annual: 'Annual',
  'annual-ltm': 'Annual + LTM',
  quarterly: 'Quarterly',
  ltm: 'LTM',
}

export const layoutNames: Readonly<Record<ComparisonLayout, string>> = {
  spread: 'Spread',
  period: 'One period',
  time: 'Over time',
  scatter: 'Scatter',
}

export const chartNames: Readonly<Record<ComparisonChart, string>> = {
  none: 'No chart',
  trends: 'Quarterly trends',
  lines: 'Lines',
  bars: 'Bars',
  multiples: 'Small multiples',
}

export const modeNames: Readonly<Record<ComparisonMode, string>> = {
  values: 'Values',
  yoy: 'y/y',
  qoq: 'q/q',
  cagr: 'CAGR',
  'common-size': 'Common size',
  index: 'Index 100',
  median: 'vs. median',
  peer: 'vs. peer',
}

/** A figure as the mode shows it, and its median: of a line that is itself a rate of growth, with its sign. */
export function writeFigure(
  figure: Figure,
  { field, unit }: Pick<FigureLine, 'field' | 'unit'>,
  mode: ComparisonMode,
  scale: Scale,
): string {
  switch (mode) {
    case 'values':
      return isGrowthRate(field) ? formatGrowth(figure) : formatFigure(figure, unit, scale)
    case 'yoy':
    case 'qoq':
      return formatChange(figure, unit)
    case 'cagr':
      return formatGrowth(figure)
    case 'common-size':
      return formatPercent(figure)
    case 'index':
      return formatIndex(figure)
    case 'median':
    case 'peer':
      return formatDifference(figure, unit, scale)
    default:
      return mode satisfies never
  }
}

/** The median is of the shown values; in the modes that compare with it, the median itself is shown. */
export function writeMedian(
  figure: Figure,
  line: Pick<FigureLine, 'field' | 'unit'>,
  mode: ComparisonMode,
  scale: Scale,
): string {
  return writeFigure(figure, line, mode === 'median' || mode === 'peer' ? 'values' : mode, scale)
}

/** Next to the line's name, where the figures do not tell it. */
export function unitNote(unit: UnitKind, mode: ComparisonMode): string {
  const isChange = mode === 'yoy' || mode === 'qoq' || mode === 'median' || mode === 'peer'
  if (isChange && unit === 'percent') return 'bps'
  if (unit === 'days' && (isChange || mode === 'values')) return 'days'
  if (unit === 'per-share' && mode === 'values') return 'per share'
  return ''
}

export { periodColumnName }

/** For the head of a narrow column: `CY25`, `Q3 FY25`. */
export function shortPeriodName(column: PeriodColumn, layout: { readonly alignment: Alignment }): string {
  return periodColumnName(column, layout).replace(/(?<=[CF]Y)\d\d(?=\d\d$)/, '')
}

/** A company's name of the period in a column. */
export function recordsName({ quarter, year, how }: PeriodColumnRecords): string {
  const name = fiscalPeriodName({ quarter, year })
  return how === 'sum' ? `four quarters to ${name}` : name
}

/** Why a column carries the letter c; empty when it is as the company filed it. */
export function calendarRule(how: PeriodColumnRecords['how']): string {
  switch (how) {
    case 'filed':
      return ''
    case 'midpoint':
      return 'Calendarized: the fiscal period centered in that period.'
    case 'sum':
      return 'Calendarized: sum of the four quarters centered in that year.'
    default:
      return how satisfies never
  }
}

/** `Dec`; empty when its years do not agree. */
export function yearEndName({ yearEnd }: ComparedCompany): string {
  return yearEnd === null ? '' : (shortMonthNames[yearEnd - 1] ?? '')
}

/** "Not ranked: latest period ends 31 Jan 24"; empty for a company that is. */
export function notRankedSentence({ periods }: Pick<ComparedCompany, 'periods'>): string {
  const outdated = periods.find((period) => period?.outdated)
  return outdated ? `Not ranked: latest period ends ${formatDay(outdated.endPeriod)}` : ''
}

/** Why a company's statements could not be fetched, in the few words that its column head has room for. */
export function fetchFailureText(failure: Failure): string {
  switch (failure.kind) {
    case 'not-found':
      return 'No statements found'
    case 'offline':
    case 'no-response':
    case 'connection-lost':
      return 'Service unavailable'
    case 'key-missing':
      return 'No API key'
    case 'key-refused':
      return 'API key rejected'
    case 'not-allowed':
      return 'Not in your API key'
    default:
      return 'Not refreshed'
  }
}
