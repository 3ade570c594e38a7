/** Formulas of the lines that only comparisons calculate, and of metrics over twelve months. */

import { growth, line, minus, number, over, plus, share, times } from '../metrics/build-formula.ts'
import type { Formula } from '../metrics/formula.ts'

const daysOf = (balance: string): Formula => times(share(line(balance), line('CostOfRevenue')), number(365))

const income = line('NetIncomeLossAttributableCommonShareholders')
const debt = plus(line('DebtCurrent'), line('LongTermDebtCapitalLeaseObligations'))
const netDebt = minus(debt, plus(line('CashEquivalents'), line('ShortTermInvestments')))
const taxRate = over(line('IncomeTaxes'), line('IncomeBeforeIncomeTaxes'))

/** The formulas of `comparisonLines`, by field. */
export const comparisonFormulas: ReadonlyMap<string, Formula> = new Map([
  ['calculated.revenue_growth', growth(line('Revenue'))],
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
