/** Formulas of the lines that only comparisons calculate, and of metrics over twelve months. */

import type { Figure } from '#contract/api/financials.ts'
import { notAvailable, numberOf, figureOf } from '#contract/api/figure-numbers.ts'
import { evaluate } from '../metrics/evaluate-formula.ts'
import type { Formula } from '../metrics/formula.ts'

const line = (field: string): Formula => ({ kind: 'line', field })
const number = (value: number): Formula => ({ kind: 'number', value })
const plus = (left: Formula, right: Formula): Formula => ({ kind: 'operation', sign: '+', left, right })
const minus = (left: Formula, right: Formula): Formula => ({ kind: 'operation', sign: '-', left, right })
const times = (left: Formula, right: Formula): Formula => ({ kind: 'operation', sign: '*', left, right })
const over = (left: Formula, right: Formula): Formula => ({ kind: 'operation', sign: '/', left, right })
const share = (part: Formula, base: Formula): Formula => ({ kind: 'call', name: 'share', of: [part, base] })
const daysOf = (balance: string): Formula => times(share(line(balance), line('CostOfRevenue')), number(365))

const income = line('NetIncomeLossAttributableCommonShareholders')
const debt = plus(line('DebtCurrent'), line('LongTermDebtCapitalLeaseObligations'))
const netDebt = minus(debt, plus(line('CashEquivalents'), line('ShortTermInvestments')))
const taxRate = over(line('IncomeTaxes'), line('IncomeBeforeIncomeTaxes'))

/** The formulas of `comparisonLines`, by field. */
export const comparisonFormulas: ReadonlyMap<string, Formula> = new Map([
  ['calculated.revenue_growth', { kind: 'call', name: 'growth', of: [line('Revenue')] }],
  ['calculated.sga_share', share(line('SellingGeneralAdministrative'), line('Revenue'))],
  ['calculated.rnd_share', share(line('ResearchDevelopment'), line('Revenue'))],
  ['calculated.net_debt_to_ebitda', share(netDebt, line('EBITDA'))],
  ['calculated.interest_cover', share(line('OperatingIncome'), line('InterestExpense'))],
])

/** The formulas of `twelveMonthMetrics`, by field. */
export const twelveMonthFormulas: ReadonlyMap<string, Formula> = new Map([
  ['return_on_assets', share(income, line('TotalAssets'))],
  ['return_on_equity', share(income, line('TotalEquityAttributableParent'))],
  ['roic', share(times(line('OperatingIncome'), minus(number(1), taxRate)), plus(debt, line('TotalEquity')))],
  ['debt_to_equity', share(debt, line('TotalEquity'))],
  ['working_capital_days.dio', daysOf('Inventories')],
  ['working_capital_days.dpo', daysOf('AccountsPayable')],
])

/** A formula of one period, or of one sum of quarters, from its inputs. */
export function calculateOnce(formula: Formula, figures: Readonly<Record<string, Figure | undefined>>): Figure {
  const nowhere = Int32Array.of(-1)
  const value = evaluate(formula, {
    columns: 1,
    line: (field) => Float64Array.of(numberOf(figures[field])),
    prior: nowhere,
    yearAgo: nowhere,
  })
  return figureOf(value[0] ?? notAvailable)
}
