/** Composes the income statement of a quarter. */

import type { IncomeStatement } from './statement-lines.ts'

/** The inputs of an income statement; every total follows. Costs are positive. */
export type IncomeParts = Pick<
  IncomeStatement,
  | 'Revenue'
  | 'CostOfRevenue'
  | 'SellingGeneralAdministrative'
  | 'ResearchDevelopment'
  | 'DepreciationDepletionAmortizationExpense'
  | 'OtherOperatingExpenses'
  | 'InterestExpense'
  | 'InterestInvestmentIncome'
  | 'OtherExpenseIncome'
  | 'IncomeTaxes'
  | 'DiscontinuedOperations'
  | 'EquityInAffiliates'
  | 'NoncontrollingInterestIncome'
  | 'PreferredStockDividendsDeclared'
>

/** Income before taxes, which the tax itself has to know first. */
export function incomeBeforeTaxes(parts: Omit<IncomeParts, 'IncomeTaxes' | 'NoncontrollingInterestIncome'>): number {
  return (
    parts.Revenue -
    parts.CostOfRevenue -
    parts.SellingGeneralAdministrative -
    parts.ResearchDevelopment -
    parts.DepreciationDepletionAmortizationExpense -
    parts.OtherOperatingExpenses +
    parts.InterestInvestmentIncome +
    parts.OtherExpenseIncome -
    parts.InterestExpense
  )
}

/** Shares are averages of the period; a loss is never diluted (IAS 33.41, ASC 260-10-45-17). */
export function incomeStatement(
  parts: IncomeParts,
  shares: { basic: number; diluted: number },
  depreciation: number,
): IncomeStatement {
  const gross = parts.Revenue - parts.CostOfRevenue
  const operatingExpenses =
    parts.SellingGeneralAdministrative +
    parts.ResearchDevelopment +
    parts.DepreciationDepletionAmortizationExpense +
    parts.OtherOperatingExpenses
  const operatingIncome = gross - operatingExpenses
  const other = parts.InterestInvestmentIncome + parts.OtherExpenseIncome - parts.InterestExpense
  const pretax = operatingIncome + other
  const consolidated = pretax - parts.IncomeTaxes + parts.DiscontinuedOperations + parts.EquityInAffiliates
  const common = consolidated - parts.NoncontrollingInterestIncome - parts.PreferredStockDividendsDeclared
  const diluted = common < 0 ? shares.basic : shares.diluted
  return {
    ...parts,
    GrossProfit: gross,
    TotalOperatingExpenses: operatingExpenses,
    OperatingIncome: operatingIncome,
    TotalOtherIncomeExpense: other,
    IncomeBeforeIncomeTaxes: pretax,
    ExtraordinaryItems: 0,
    ConsolidatedNetIncomeLoss: consolidated,
    NetIncomeLossAttributableCommonShareholders: common,
    BasicEarningsPerShare: perShare(common, shares.basic),
    DilutedEarningsPerShare: perShare(common, diluted),
    BasicSharesOutstanding: shares.basic,
    DilutedSharesOutstanding: diluted,
    EBITDA: operatingIncome + depreciation,
  }
}

/** Two decimals, halves away from zero, and never minus zero. */
export function perShare(money: number, shares: number): number {
  const cents = Math.round((Math.abs(money) / shares) * 100)
  return cents === 0 ? 0 : (Math.sign(money) * cents) / 100
}
