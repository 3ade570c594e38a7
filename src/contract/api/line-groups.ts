/** The lines that can be compared, in the groups of the statements, with short names and the analyst’s own metrics. */

import { figureLines } from './figure-lines.ts'
import type { OwnMetric } from './metrics.ts'
import { calculatedLines, comparisonLines } from './calculated-lines.ts'
import {
  isMoneyUnit,
  balanceLines,
  cashFlowLines,
  incomeLines,
  insightLines,
  metricLines,
} from '../service/statement-lines.ts'

/** A line that can be compared, by its field. */
export interface NamedLine {
  readonly field: string
  readonly label: string
}

interface LineGroup {
  readonly name: string
  readonly lines: readonly NamedLine[]
}

/** Growth and margins in the order of the income statement. */
export const marginOrder: readonly string[] = [
  'calculated.revenue_growth',
  'calculated.gross_margin',
  'calculated.sga_share',
  'calculated.rnd_share',
  'calculated.ebitda_margin',
  'calculated.operating_margin',
  'calculated.tax_rate',
  'calculated.net_margin',
  'calculated.fcf_margin',
]
const positionOf = ({ field }: NamedLine) =>
  marginOrder.includes(field) ? marginOrder.indexOf(field) : marginOrder.length
const growthAndMargins = [...comparisonLines, ...calculatedLines]
  .filter(({ unit }) => unit === 'percent')
  .toSorted((one, other) => positionOf(one) - positionOf(other))
const leverage = comparisonLines.filter(({ unit }) => unit === 'ratio')
const calculatedAmounts = calculatedLines.filter(({ unit }) => unit !== 'percent')

const ownMetrics = 'Own metrics'

/** Every line that there is, in the groups and the order that tables and the choice of lines have. */
export function lineGroups(own: readonly OwnMetric[]): readonly LineGroup[] {
  return [
    { name: 'Income statement', lines: incomeLines },
    { name: 'Balance sheet', lines: balanceLines },
    { name: 'Cash flow', lines: cashFlowLines },
    { name: 'Cash and debt (calculated)', lines: calculatedAmounts },
    { name: 'Growth and margins', lines: growthAndMargins },
    { name: 'Returns and capital', lines: [...metricLines, ...leverage] },
    { name: 'Text insights', lines: insightLines },
    { name: ownMetrics, lines: own.map(({ id, name }) => ({ field: ownField(id), label: name })) },
  ].map(({ name, lines }) => ({ name, lines: lines.map(({ field, label }) => ({ field, label })) }))
}

const nameByField: ReadonlyMap<string, string> = new Map(
  lineGroups([]).flatMap(({ name, lines }) => lines.map(({ field }) => [field, name] as const)),
)

/** The name of a line's group; empty for a line of none. */
export function lineGroupOf(field: string): string {
  return nameByField.get(field) ?? (ownIdOf(field) === null ? '' : ownMetrics)
}

export function ownField(id: string): string {
  return `own.${id}`
}

/** Names that analysts know by their letters: a column of labels stays narrow, the whole name is its tooltip. */
const shortNames: ReadonlyMap<string, string> = new Map([
  ['return_on_assets', 'ROA'],
  ['return_on_equity', 'ROE'],
  ['roic', 'ROIC'],
  ['working_capital_days.dso', 'DSO'],
  ['working_capital_days.dio', 'DIO'],
  ['working_capital_days.dpo', 'DPO'],
])

export function shortName({ field, label }: NamedLine): string {
  return shortNames.get(field) ?? label
}

/** Null for a line of the service or the core. */
export function ownIdOf(field: string): string | null {
  return field.startsWith('own.') ? field.slice(4) : null
}

/** Lines of money are grouped under one head that states the currency. */
export function isMoney(field: string): boolean {
  const unit = figureLines.get(field)?.unit
  return unit !== undefined && isMoneyUnit(unit)
}
