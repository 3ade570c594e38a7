import { figureLines } from '#contract/api/figure-lines.ts'
import type { OwnMetric } from '#contract/api/metrics.ts'
import { calculatedLines } from '#contract/api/calculated-lines.ts'
import {
  balanceLines,
  cashFlowLines,
  incomeLines,
  insightLines,
  metricLines,
} from '#contract/service/statement-lines.ts'

/** A line that can be compared, by its field. */
export interface NamedLine {
  readonly field: string
  readonly label: string
}

export interface LineGroup {
  readonly name: string
  readonly lines: readonly NamedLine[]
}

const calculatedMargins = calculatedLines.filter(({ unit }) => unit === 'percent')
const calculatedAmounts = calculatedLines.filter(({ unit }) => unit !== 'percent')

/** Every line that there is, in the groups and the order that tables and the choice of lines have. */
export function lineGroups(own: readonly OwnMetric[]): readonly LineGroup[] {
  return [
    { name: 'Income statement', lines: incomeLines },
    { name: 'Balance sheet', lines: balanceLines },
    { name: 'Cash flow', lines: cashFlowLines },
    { name: 'Cash and debt (calculated)', lines: calculatedAmounts },
    { name: 'Margins', lines: calculatedMargins },
    { name: 'Returns and capital', lines: metricLines },
    { name: 'Text insights', lines: insightLines },
    { name: 'Own metrics', lines: own.map(({ id, name }) => ({ field: ownField(id), label: name })) },
  ].map(({ name, lines }) => ({ name, lines: lines.map(({ field, label }) => ({ field, label })) }))
}

export function ownField(id: string): string {
  return `own.${id}`
}

/** Null for a line of the service or the core. */
export function ownIdOf(field: string): string | null {
  return field.startsWith('own.') ? field.slice(4) : null
}

/** Lines of money stand together under one head that says in which currency. */
export function isMoney(field: string): boolean {
  const unit = figureLines.get(field)?.unit
  return unit === 'money' || unit === 'per-share'
}
