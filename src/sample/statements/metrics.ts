/** Calculates the derived metrics of a sample company's period. */

import type { CompanyStatements, StatementPeriod } from './company-statements.ts'

/** Derived metrics as the service would calculate them from filings, price and staff; ratios and fractions, 0.12 is 12%. */
export interface DerivedMetrics {
  readonly pe_ratio: number | null
  readonly price_to_book: number | null
  readonly debt_to_equity: number | null
  readonly return_on_assets: number | null
  readonly return_on_equity: number | null
  readonly revenue_per_employee: number | null
  readonly roic: number | null
  readonly fcf_yield: number | null
  readonly working_capital_days: { dso: number | null; dio: number | null; dpo: number | null }
}

const rounded = (value: number, places: number) => {
  const factor = 10 ** places
  const result = Math.round(value * factor) / factor
  return Number.isFinite(result) ? (result === 0 ? 0 : result) : null
}

/**
 * @param trailing the four quarters that end with the period (a fiscal year: its own four); fewer give null metrics @param
 * employees at the period's end
 */
export function derivedMetrics(
  { seed }: CompanyStatements,
  period: StatementPeriod,
  trailing: readonly StatementPeriod[],
  employees: number,
): DerivedMetrics {
  const first = trailing[0]
  const whole = trailing.length === 4 && first !== undefined
  const sum = (field: keyof StatementPeriod['figures']) =>
    trailing.reduce((total, each) => total + each.figures[field], 0)
  const { figures } = period
  const income = sum('NetIncomeLossAttributableCommonShareholders')
  // The price is per present share.
  const shares = figures.BasicSharesOutstanding * period.shareBase
  const diluted = trailing.reduce((total, each) => total + each.figures.DilutedSharesOutstanding * each.shareBase, 0)
  const perShare = income / (diluted / 4)
  const marketValue = period.price * shares
  const debt = figures.DebtCurrent + figures.LongTermDebtCapitalLeaseObligations
  const parent = figures.TotalEquityAttributableParent
  const freeCash = sum('NetCashOperatingActivities') + sum('PurchasePropertyPlantEquipment')
  const taxed = sum('OperatingIncome') * (1 - seed.taxPercent / 100)
  const invested = debt + figures.TotalEquity
  const bank = seed.kind === 'bank'
  const days = (stock: number, flow: number) => (whole && flow > 0 && !bank ? rounded((stock / flow) * 365, 1) : null)
  const ratio = (value: number, places: number) => (whole ? rounded(value, places) : null)
  return {
    pe_ratio: perShare > 0 ? ratio(period.price / perShare, 2) : null,
    price_to_book: parent > 0 ? ratio(marketValue / parent, 2) : null,
    debt_to_equity: figures.TotalEquity > 0 ? ratio(debt / figures.TotalEquity, 3) : null,
    return_on_assets: ratio(income / (((first?.figures.TotalAssets ?? 0) + figures.TotalAssets) / 2), 4),
    return_on_equity:
      parent > 0 ? ratio(income / (((first?.figures.TotalEquityAttributableParent ?? 0) + parent) / 2), 4) : null,
    revenue_per_employee: ratio(sum('Revenue') / employees, 0),
    roic: bank || invested <= 0 ? null : ratio(taxed / invested, 4),
    fcf_yield: bank ? null : ratio(freeCash / marketValue, 4),
    working_capital_days: {
      dso: days(period.receivables, sum('Revenue')),
      dio: figures.Inventories === 0 ? null : days(figures.Inventories, sum('CostOfRevenue')),
      dpo: days(figures.AccountsPayable, sum('CostOfRevenue')),
    },
  }
}
