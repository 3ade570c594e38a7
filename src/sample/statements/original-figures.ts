/** The figures of a period as first published, before a later filing corrected them. */

import { incomeFields } from './statement-lines.ts'
import type { IncomeStatement, StatementFigures, StatementField } from './statement-lines.ts'
import type { CompanyStatements, StatementPeriod } from './company-statements.ts'
import { perShare } from './income-statement.ts'

/** What a later filing changed in one quarter: each line's difference, in whole currency units. */
export interface Restatement {
  readonly symbol: string
  /** Such as 2026Q2. */
  readonly quarter: string
  /** When the corrected filing appeared, UTC. */
  readonly filed: string
  readonly changes: readonly { readonly field: string; readonly by: number }[]
}

export type Vintage = 'original' | 'restated'

const costs: ReadonlySet<string> = new Set(['CostOfRevenue', 'SellingGeneralAdministrative', 'ResearchDevelopment'])

/**
 * A period as it was first published. The generated figures are the restated ones. This puts the error back into revenue, cost and tax,
 * and into the balances that follow from them (receivables, accrued tax, retained earnings), so that the original ties out as well.
 */
export function originalFigures(
  company: CompanyStatements,
  period: StatementPeriod,
  published: string,
  restatement: Restatement,
): StatementFigures {
  const quarter = company.quarters.find((each) => `${each.fiscalYear}${each.quarter}` === restatement.quarter)
  if (quarter === undefined || published >= restatement.filed || period.ends < quarter.ends) return period.figures
  const error = errorOf(company, restatement)
  const holdsQuarter =
    period.fiscalYear === quarter.fiscalYear && (period.quarter === 'FY' || period.quarter === quarter.quarter)
  const figures: StatementFigures = { ...period.figures }
  const add = (field: StatementField, money: number) => (figures[field] += money)
  // balances carry the error on until the correction is filed
  for (const field of ['PrepaidExpensesOtherCurrentAssets', 'TotalCurrentAssets', 'TotalAssets'] as const) {
    add(field, error.pretax)
  }
  for (const field of ['AccruedOtherCurrentLiabilities', 'TotalCurrentLiabilities', 'TotalLiabilities'] as const) {
    add(field, error.taxes)
  }
  for (const field of ['RetainedEarningsDeficit', 'TotalEquityAttributableParent', 'TotalEquity'] as const) {
    add(field, error.income)
  }
  add('TotalLiabilitiesEquity', error.pretax)
  if (!holdsQuarter) return figures

  for (const field of incomeFields) {
    const moved = error.lines[field]
    if (moved !== undefined) add(field, moved)
  }
  for (const field of ['OperatingIncome', 'IncomeBeforeIncomeTaxes', 'EBITDA'] as const) add(field, error.pretax)
  add('IncomeTaxes', error.taxes)
  for (const field of ['ConsolidatedNetIncomeLoss', 'NetIncomeLossAttributableCommonShareholders'] as const) {
    add(field, error.income)
  }
  const common = figures.NetIncomeLossAttributableCommonShareholders
  figures.BasicEarningsPerShare = perShare(common, figures.BasicSharesOutstanding)
  figures.DilutedEarningsPerShare = perShare(common, figures.DilutedSharesOutstanding)
  add('NetIncomeCashFlow', error.income)
  add('ChangeOtherOperatingAssetsLiabilitiesNet', -error.income)
  return figures
}

/** Whether a corrected vintage of this period was filed after the first one. */
export function isRestated(company: CompanyStatements, period: StatementPeriod, published: string, by: Restatement) {
  const quarter = company.quarters.find((each) => `${each.fiscalYear}${each.quarter}` === by.quarter)
  return quarter !== undefined && published < by.filed && period.ends >= quarter.ends
}

function errorOf({ seed }: CompanyStatements, restatement: Restatement) {
  const lines: Partial<Record<keyof IncomeStatement, number>> = {}
  const moved = (line: keyof IncomeStatement, money: number) => (lines[line] = (lines[line] ?? 0) + money)
  let pretax = 0
  for (const { field: line, by } of restatement.changes) {
    const field = incomeFields.find((each) => each === line)
    if (field === undefined) throw new Error(`${restatement.symbol}: no income line ${line} to restate`)
    const error = -by
    moved(field, error)
    pretax += costs.has(field) ? -error : error
    if (field === 'Revenue') moved('GrossProfit', error)
    else if (field === 'CostOfRevenue') moved('GrossProfit', -error)
    else moved('TotalOperatingExpenses', error)
  }
  const taxes = Math.round((pretax * seed.taxPercent) / 100 / seed.rounding) * seed.rounding
  return { lines, pretax, taxes, income: pretax - taxes }
}
