/**
 * Every line of figures that a table may show, stored or calculated, with its label and its unit.
 */

import {
  insightLines,
  metricLines,
  statementLines,
  type Favor,
  type StatementName,
  type UnitKind,
} from '../service/statement-lines.ts'
import { calculatedLines, comparisonLines } from './calculated-lines.ts'

/** Any line of figures that a table may show. */
export interface FigureLine {
  readonly field: string
  readonly label: string
  readonly unit: UnitKind
  readonly favor: Favor
  /** Only lines of a statement add up over quarters; the service does not say how it calculates its metrics. */
  readonly statement: StatementName | null
  readonly measure: 'flow' | 'end' | 'average' | null
  /** Which figure ranks first; the lowest for costs, leverage and days of capital. */
  readonly first: 'highest' | 'lowest'
}

const leastFirst: ReadonlySet<string> = new Set([
  'pe_ratio',
  'price_to_book',
  'debt_to_equity',
  'working_capital_days.dso',
  'working_capital_days.dio',
  'risk_factors.count',
  'litigation_mentions.count',
  'calculated.tax_rate',
  'calculated.net_debt',
  'calculated.net_debt_to_ebitda',
  'calculated.sga_share',
  'DebtCurrent',
  'LongTermDebtCapitalLeaseObligations',
  'TotalLiabilities',
])

export const figureLines: ReadonlyMap<string, FigureLine> = new Map(
  [
    ...statementLines.map(({ field, label, unit, favor, statement, measure, sign }): FigureLine => ({
      field,
      label,
      unit,
      favor,
      statement,
      measure,
      first: sign === 'cost-positive' || leastFirst.has(field) ? 'lowest' : 'highest',
    })),
    ...[...metricLines, ...calculatedLines, ...insightLines].map(ofNoStatement),
  ].map((line) => [line.field, line]),
)

/** Every line that a comparison can show, including those that only comparisons have. */
export const comparedLines: ReadonlyMap<string, FigureLine> = new Map([
  ...figureLines,
  ...comparisonLines.map((line) => [line.field, ofNoStatement(line)] as const),
])

function ofNoStatement({
  field,
  label,
  unit,
  favor,
}: Pick<FigureLine, 'field' | 'label' | 'unit' | 'favor'>): FigureLine {
  return {
    field,
    label,
    unit,
    favor,
    statement: null,
    measure: null,
    first: leastFirst.has(field) ? 'lowest' : 'highest',
  }
}

/** The field itself for a line that is not known. */
export function labelOf(field: string): string {
  return comparedLines.get(field)?.label ?? field
}

/** A label inside a sentence: `operating margin`, and `SG&A` as it is. */
export function labelInSentence(label: string): string {
  return label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
}

export function unitOf(field: string): UnitKind {
  return comparedLines.get(field)?.unit ?? 'count'
}
