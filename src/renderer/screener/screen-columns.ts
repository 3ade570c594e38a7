/**
 * The columns of a screen's results: titles, widths, cell texts, sort order, the scale of threshold
 * bars, and which columns can be added.
 */

import { comparedLines } from '#contract/api/figure-lines.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { OwnMetric } from '#contract/api/metrics.ts'
import { screenPlainColumns, type ScreenPlainColumn } from '#contract/api/screen-terms.ts'
import type { ScreenColumn, ScreenCondition, ScreenGroup, ScreenMatch } from '#contract/api/screens.ts'
import type { ColumnKind } from '#contract/api/exports.ts'
import { callDayOf, formatCallDay } from '../format/call-dates.ts'
import { formatChange, formatFigure } from '../format/figures.ts'
import { unitOf } from './condition-format.ts'
import { nameOf, nameOfField, securityNames, type OwnNames } from './screen-subjects.ts'

/** The head of a column of the results: two lines, and the width of the column in pixels. */
type Head = readonly [title: string, note: string, width: number]

export const plainHeads: Readonly<Record<ScreenPlainColumn, Head>> = {
  period: ['Latest', 'quarter', 88],
  sector: [securityNames.sector, '', 152],
  industry: [securityNames.industry, '', 188],
  country: [securityNames.country, '', 80],
  exchange: [securityNames.exchange, '', 120],
  type: ['Security', 'type', 112],
  currency: ['Trading', 'currency', 76],
  sentiment: ['Call', 'sentiment', 84],
  'sentiment-change': ['Sentiment', 'change', 84],
  call: ['Latest', 'call', 80],
  rating: ['Latest', 'rating', 188],
  'met-by': ['Any of:', 'met by', 260],
}
/** Columns of figures and dates are right-aligned, those of words left-aligned. */
const isOfWords: ReadonlySet<ScreenPlainColumn> = new Set<ScreenPlainColumn>([
  'period',
  'sector',
  'industry',
  'country',
  'exchange',
  'type',
  'currency',
  'rating',
  'met-by',
])

export function isWordColumn(column: ScreenColumn, condition: ScreenCondition | null): boolean {
  return column.kind === 'plain' ? isOfWords.has(column.key) : condition?.kind === 'security'
}

/** Tells a column from the others of its screen. */
export function columnKey(column: ScreenColumn): string {
  switch (column.kind) {
    case 'plain':
      return column.key
    case 'condition':
      return column.id
    case 'figure':
      return `${column.period} ${column.measure} ${column.field}`
    default:
      return column satisfies never
  }
}

/** The columns of a new screen: its conditions, each figure once, between the period and the usual ones. */
export function usualColumns(groups: readonly ScreenGroup[]): ScreenColumn[] {
  const seen = new Set<string>()
  const conditions = groups
    .flatMap((group) => group.conditions)
    .filter((condition) => {
      const subject = JSON.stringify({ ...condition, id: '', operator: '', value: 0, values: [] })
      return seen.has(subject) ? false : seen.add(subject)
    })
  const isAny = groups.some((group) => group.kind === 'any' && group.conditions.length > 1)
  const plain = (key: ScreenPlainColumn): ScreenColumn => ({ kind: 'plain', key })
  return [
    plain('period'),
    ...conditions.map(({ id }): ScreenColumn => ({ kind: 'condition', id })),
    plain('sector'),
    plain('call'),
    plain('rating'),
    ...(isAny ? [plain('met-by')] : []),
  ]
}

/** The subject of a column of figures, as a condition without a value: it is named, formatted and traced like one. */
export function subjectOf(column: ScreenColumn, conditions: readonly ScreenCondition[]): ScreenCondition | null {
  switch (column.kind) {
    case 'plain':
      return null
    case 'condition':
      return conditions.find(({ id }) => id === column.id) ?? null
    case 'figure': {
      const { field, period, measure } = column
      return {
        kind: 'figure',
        id: columnKey(column),
        field,
        period,
        measure,
        over: 1,
        operator: 'at-least',
        value: null,
      }
    }
    default:
      return column satisfies never
  }
}

/** Two lines: the subject, and its period. */
export function headOf(condition: ScreenCondition, own: OwnNames): readonly [string, string] {
  const name = nameOf(condition, own)
  switch (condition.kind) {
    case 'figure': {
      const { measure, over, period } = condition
      const { unit, isChange } = unitOf(condition, own)
      const during = { quarter: '', ltm: 'LTM', year: 'FY' }[period]
      const bps = isChange && unit === 'percent' ? ', bps' : ''
      const note = {
        value: during,
        change: `${during} y/y${bps}`.trim(),
        average: `average of ${over} ${during}`.trim(),
        growth: `over ${over}${during === '' ? ' quarters' : ` ${during}`}${bps}`,
        cagr: `CAGR ${over} years`,
        rank: 'rank in sector',
      }[measure]
      return [name, note]
    }
    case 'rating':
      return [name, `${condition.days} days`]
    case 'search':
      return [condition.name, `hits, ${condition.days} days`]
    case 'restatement':
      return [name, `largest, ${condition.days} days`]
    case 'security':
    case 'call':
      return [name, '']
    default:
      return condition satisfies never
  }
}

/** On one line, as in the dialog and in files. */
export function columnTitle(column: ScreenColumn, condition: ScreenCondition | null, own: OwnNames): string {
  if (column.kind === 'plain') return plainHeads[column.key].slice(0, 2).join(' ').trim()
  if (!condition) return ''
  return headOf(condition, own)
    .filter((part) => part !== '')
    .join(', ')
}

const arrows: Readonly<Record<string, string>> = { up: '↑ ', down: '↓ ' }

/** A company's cell in a column that is not a figure of its statements. `metBy`: names of the conditions that it meets. */
export function plainText(match: ScreenMatch, key: ScreenPlainColumn, metBy: () => string): string {
  switch (key) {
    case 'period':
      return match.period ? fiscalPeriodName(match.period) : ''
    case 'call':
      return match.callAt === null ? '' : formatCallDay(match.callAt)
    case 'rating': {
      const { rating } = match
      if (!rating) return ''
      const parts = [rating.firm, rating.rating].filter((part) => part !== null && part !== '')
      return `${arrows[rating.kind] ?? ''}${parts.join(', ')}`
    }
    case 'sentiment':
      return formatFigure(match.sentiment, 'score', 'units')
    case 'sentiment-change':
      return formatChange(match.sentimentChange, 'score')
    case 'met-by':
      return metBy()
    case 'sector':
    case 'industry':
    case 'country':
    case 'exchange':
    case 'type':
    case 'currency':
      return match.listing[key] ?? ''
    default:
      return key satisfies never
  }
}

/** Kinds of such columns in a file that are not text. */
export const plainKinds: Readonly<Partial<Record<ScreenPlainColumn, ColumnKind>>> = {
  call: 'day',
  sentiment: 'score',
  'sentiment-change': 'score',
}

/** The same cell in a spreadsheet: figures in full, and the latest call by its day. */
export function plainCell(match: ScreenMatch, key: ScreenPlainColumn, metBy: () => string): string | number | null {
  if (key === 'sentiment') return match.sentiment
  if (key === 'sentiment-change') return match.sentimentChange
  if (key === 'call') return match.callAt === null ? null : callDayOf(match.callAt)
  return plainText(match, key, metBy)
}

/** Sort key of rows by a column without figures; null comes last. */
export function plainOrder(match: ScreenMatch, key: ScreenPlainColumn): string | number | null {
  switch (key) {
    case 'period':
      return match.period?.endPeriod ?? null
    case 'call':
      return match.callAt
    case 'rating':
      return match.rating?.rating ?? null
    case 'sentiment':
      return match.sentiment
    case 'sentiment-change':
      return match.sentimentChange
    case 'met-by':
      return match.metBy.length
    case 'sector':
    case 'industry':
    case 'country':
    case 'exchange':
    case 'type':
    case 'currency':
      return match.listing[key]
    default:
      return key satisfies never
  }
}

/** The figures that the chooser offers of each line. */
export const figureKinds = [
  { key: 'quarter', label: 'quarter', period: 'quarter', measure: 'value' },
  { key: 'quarter-change', label: 'y/y', period: 'quarter', measure: 'change' },
  { key: 'ltm', label: 'LTM', period: 'ltm', measure: 'value' },
  { key: 'ltm-change', label: 'LTM y/y', period: 'ltm', measure: 'change' },
  { key: 'year', label: 'year', period: 'year', measure: 'value' },
] as const

/** Every column without figures, and those of the screen's conditions, each figure once. */
export function plainOffers(
  conditions: readonly ScreenCondition[],
  own: OwnNames,
): readonly { readonly column: ScreenColumn; readonly label: string }[] {
  const ofConditions = conditions.map(({ id }): ScreenColumn => ({ kind: 'condition', id }))
  const plain = screenPlainColumns.map((key): ScreenColumn => ({ kind: 'plain', key }))
  const offers = [...ofConditions, ...plain].map((column) => ({
    column,
    label: columnTitle(column, subjectOf(column, conditions), own),
  }))
  return offers.filter(({ label }, at) => offers.findIndex((each) => each.label === label) === at)
}

/** Lines that may be columns, the user's first. */
export function lineOffers(
  metrics: readonly OwnMetric[],
): readonly { readonly field: string; readonly label: string }[] {
  return [
    ...metrics.map(({ id, name }) => ({ field: `own.${id}`, label: name })),
    ...[...comparedLines.keys()].map((field) => ({ field, label: nameOfField(field) })),
  ]
}

/** A figure relative to its condition's value, as shares of one scale over all companies. */
export interface ThresholdScale {
  readonly low: number
  readonly high: number
  readonly value: number
}

/** Null: nothing to draw. Bars begin at zero. */
export function thresholdScale(figures: readonly number[], value: number): ThresholdScale | null {
  const low = Math.min(0, value, ...figures)
  const high = Math.max(0, value, ...figures)
  return high > low && figures.length > 0 ? { low, high, value } : null
}
