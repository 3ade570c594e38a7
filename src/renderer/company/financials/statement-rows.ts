/** The rows of a statement, with rows for growth or common size where the user placed them. */

import type { PeriodComparison, Edition, Figure } from '#contract/api/financials.ts'
import { calculatedLines } from '#contract/api/calculated-lines.ts'
import {
  balanceLines,
  cashFlowLines,
  incomeLines,
  metricLines,
  type Favor,
  type StatementLine,
  type UnitKind,
} from '#contract/service/statement-lines.ts'
import type { GridRow, RowRank } from '../../ui/grid/grid-types.ts'

export const statements = ['income', 'balance', 'cash-flow', 'metrics', 'all'] as const
export type Statement = (typeof statements)[number]

/** Where growth and common size are shown: on a separate line below totals, or below every line, or instead of the figures. */
export const growthPlacements = ['totals', 'lines', 'instead'] as const
export type GrowthPlacement = (typeof growthPlacements)[number]

/** What a row shows: a stored or calculated figure, its growth, or its share of revenue or of total assets. */
export type RowValueKind = 'figure' | 'change' | 'share'

export interface FigureRow extends GridRow {
  /** Statement line, metric or calculated line; empty for a group's head. */
  readonly field: string
  readonly unit: UnitKind
  readonly favor: Favor
  readonly showing: RowValueKind
}

export interface RowOptions {
  readonly statement: Statement
  readonly comparison: PeriodComparison
  readonly placement: GrowthPlacement
  readonly edition: Edition
  /** Lines without a single figure stay out. */
  readonly hideEmpty: boolean
}

type Line = Pick<FigureRow, 'field' | 'label' | 'unit' | 'favor'> & { readonly rank: RowRank }

interface Group {
  readonly name: string
  readonly note: string
  readonly lines: readonly Line[]
}

const ofStatement = (line: StatementLine): Line => line
const income: Group = { name: 'Income statement', note: '', lines: incomeLines.map(ofStatement) }
const balance: Group = { name: 'Balance sheet', note: '', lines: balanceLines.map(ofStatement) }
const cashFlow: Group = { name: 'Cash flow', note: '', lines: cashFlowLines.map(ofStatement) }
const calculated: Group = {
  name: 'Calculated lines',
  note: 'calculated by Tearsheet; Enter shows the formula',
  lines: calculatedLines.map((line): Line => ({ ...line, rank: 'plain' })),
}
const served: Group = {
  name: 'Service metrics',
  note: 'units not stated; returns and yields shown as percentages',
  lines: metricLines.map((line): Line => ({ ...line, rank: 'plain' })),
}
const unserved: Group = { name: 'Service metrics', note: 'not in the lite edition', lines: [] }

/** The lines of one statement from top to bottom, with the rows of the comparison where the user placed them. */
export function rowsOf(options: RowOptions, values: Readonly<Record<string, readonly Figure[]>>): readonly FigureRow[] {
  const groups = groupsOf(options)
  return groups.flatMap((group) => {
    const lines = group.lines.filter(({ field }) => !options.hideEmpty || hasFigure(values[field]))
    return [...(groups.length > 1 ? [headOf(group)] : []), ...lines.flatMap((line) => rowsOfLine(line, options))]
  })
}

function groupsOf({ statement, edition }: RowOptions): readonly Group[] {
  const metrics = edition === 'lite' ? unserved : served
  switch (statement) {
    case 'income':
      return [income]
    case 'balance':
      return [balance]
    case 'cash-flow':
      return [cashFlow]
    case 'metrics':
      return [calculated, metrics]
    case 'all':
      return [income, balance, cashFlow, calculated, metrics]
    default:
      return statement satisfies never
  }
}

function rowsOfLine(line: Line, { comparison, placement }: RowOptions): readonly FigureRow[] {
  const figure: FigureRow = { ...pick(line), key: line.field, rank: line.rank, showing: 'figure' }
  const showing = comparison === 'none' ? 'figure' : comparison === 'common-size' ? 'share' : 'change'
  if (showing === 'figure') return [figure]
  const isShown = showing === 'change' || hasCommonSize(line)
  const label = beneathLabel(line, comparison)
  const compared: FigureRow = { ...figure, showing, ...(isShown && { says: `${line.label}, ${label}` }) }
  if (placement === 'instead') return [compared]
  if (!isShown || !hasBeneath(line, placement)) return [figure]
  return [figure, { ...compared, key: `${line.field} ${comparison}`, rank: 'beneath', label }]
}

/** Metrics have no totals among them: each is its own. Diluted EPS is the line that growth is quoted of. */
function hasBeneath({ rank, unit }: Line, placement: GrowthPlacement): boolean {
  return placement === 'lines' || rank === 'total' || rank === 'plain' || (rank === 'subtotal' && unit === 'per-share')
}

/** Lines without one are n/a where shares replace values. */
export function hasCommonSize({ field, unit }: Pick<FigureRow, 'field' | 'unit'>): boolean {
  return unit === 'money' && shareBase(field) !== null
}

const balanceFields = new Set(balanceLines.map(({ field }) => field))
const flowFields = new Set([...incomeLines, ...cashFlowLines].map(({ field }) => field))

function shareBase(field: string): string | null {
  if (balanceFields.has(field)) return 'assets'
  return flowFields.has(field) ? 'revenue' : null
}

function beneathLabel({ field, unit }: Line, comparison: PeriodComparison): string {
  const name = comparisonName(field, comparison)
  if (comparison === 'common-size') return name
  if (unit === 'percent') return `${name}, bps`
  return unit === 'ratio' || unit === 'days' ? `${name}, change` : name
}

/** What a row shows of its line, without the unit. */
export function comparisonName(field: string, comparison: PeriodComparison): string {
  if (comparison === 'common-size') return `% of ${shareBase(field) ?? 'revenue'}`
  return comparison === 'yoy' ? 'y/y' : 'q/q'
}

function headOf({ name, note }: Group): FigureRow {
  return {
    key: `head ${name}`,
    label: name,
    note,
    rank: 'head',
    field: '',
    unit: 'count',
    favor: 'neither',
    showing: 'figure',
  }
}

function pick({ field, label, unit, favor }: Line): Pick<FigureRow, 'field' | 'label' | 'unit' | 'favor'> {
  return { field, label, unit, favor }
}

function hasFigure(figures: readonly Figure[] | undefined): boolean {
  return figures?.some((figure) => figure !== null) ?? false
}

/** The statement that shows a line; metrics for lines of none. */
export function statementOf(field: string): Exclude<Statement, 'all'> {
  if (balanceFields.has(field)) return 'balance'
  if (incomeLines.some((line) => line.field === field)) return 'income'
  return cashFlowLines.some((line) => line.field === field) ? 'cash-flow' : 'metrics'
}

export function isCalculated(field: string): boolean {
  return field.startsWith('calculated.')
}
