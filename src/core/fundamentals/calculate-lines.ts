/**
 * The calculated lines of one period, such as free cash flow: their formulas and their calculation.
 */

import { figuresOf, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import type { Figure } from '#contract/api/financials.ts'
import { line, minus, plus, share } from '../metrics/build-formula.ts'
import { evaluate, evaluateOnce } from '../metrics/evaluate-formula.ts'
import type { Formula } from '../metrics/formula.ts'

type Figures = Readonly<Record<string, Figure | undefined>>

const revenue = line('Revenue')
/** Capital expenditure is an outflow and comes below zero (docs/interface.md, Records). */
const freeCashFlow = plus(line('NetCashOperatingActivities'), line('PurchasePropertyPlantEquipment'))

/** The formulas of `calculatedLines`, by field: the same for the screen, comparisons and workbooks. */
export const calculatedFormulas: ReadonlyMap<string, Formula> = new Map([
  ['calculated.gross_margin', share(line('GrossProfit'), revenue)],
  ['calculated.operating_margin', share(line('OperatingIncome'), revenue)],
  ['calculated.ebitda_margin', share(line('EBITDA'), revenue)],
  ['calculated.net_margin', share(line('NetIncomeLossAttributableCommonShareholders'), revenue)],
  ['calculated.tax_rate', share(line('IncomeTaxes'), line('IncomeBeforeIncomeTaxes'))],
  ['calculated.free_cash_flow', freeCashFlow],
  ['calculated.fcf_margin', share(freeCashFlow, revenue)],
  [
    'calculated.net_debt',
    minus(
      plus(line('DebtCurrent'), line('LongTermDebtCapitalLeaseObligations')),
      plus(line('CashEquivalents'), line('ShortTermInvestments')),
    ),
  ],
])

/** Every calculated line of one period, by its field; see `calculatedLines` for the rules. */
export function calculate(figures: Figures): Record<string, Figure> {
  return Object.fromEntries([...calculatedFormulas].map(([field, formula]) => [field, evaluateOnce(formula, figures)]))
}

/** Every calculated line, one figure a column, from the lines of so many columns. */
export function calculateColumns(columns: number, lineOf: (field: string) => FigureNumbers): Record<string, Figure[]> {
  const nowhere = new Int32Array(columns).fill(-1)
  const around = { columns, line: lineOf, prior: nowhere, yearAgo: nowhere }
  return Object.fromEntries(
    [...calculatedFormulas].map(([field, formula]) => [field, figuresOf(evaluate(formula, around))]),
  )
}
