/** Composes the balance sheet of a quarter. */

import type { BalanceSheet } from './statement-lines.ts'

/**
 * What a company owns and owes at a quarter's end, whole money. Finer than the wire's lines where a driver needs it (receivables
 * apart from prepaid items); `balanceSheet` joins them.
 */
export interface Balances {
  readonly cash: number
  readonly investments: number
  readonly receivables: number
  readonly inventories: number
  readonly prepaid: number
  readonly plant: number
  readonly goodwill: number
  readonly intangibles: number
  readonly otherAssets: number
  readonly payables: number
  readonly deferredRevenue: number
  readonly deferredLiabilities: number
  readonly debtCurrent: number
  readonly accrued: number
  readonly longTermDebt: number
  readonly otherNoncurrent: number
  readonly preferred: number
  readonly common: number
  readonly paidIn: number
  /** Below zero: cost of the shares bought back. */
  readonly treasury: number
  readonly otherComprehensive: number
  readonly retained: number
  readonly minorities: number
}

export function balanceSheet(balances: Balances): BalanceSheet {
  const current = balances.cash + balances.investments + balances.inventories + balances.receivables + balances.prepaid
  const assets = current + balances.plant + balances.goodwill + balances.intangibles + balances.otherAssets
  const currentLiabilities =
    balances.payables +
    balances.deferredRevenue +
    balances.deferredLiabilities +
    balances.debtCurrent +
    balances.accrued
  const liabilities = currentLiabilities + balances.longTermDebt + balances.otherNoncurrent
  const parent =
    balances.preferred +
    balances.common +
    balances.paidIn +
    balances.treasury +
    balances.otherComprehensive +
    balances.retained
  const equity = parent + balances.minorities
  return {
    CashEquivalents: balances.cash,
    ShortTermInvestments: balances.investments,
    Inventories: balances.inventories,
    PrepaidExpensesOtherCurrentAssets: balances.receivables + balances.prepaid,
    TotalCurrentAssets: current,
    PropertyPlantEquipmentNet: balances.plant,
    Goodwill: balances.goodwill,
    IntangibleAssetsNet: balances.intangibles,
    OtherAssets: balances.otherAssets,
    TotalAssets: assets,
    AccountsPayable: balances.payables,
    DeferredRevenueCurrent: balances.deferredRevenue,
    DeferredLiabilitiesCurrent: balances.deferredLiabilities,
    DebtCurrent: balances.debtCurrent,
    AccruedOtherCurrentLiabilities: balances.accrued,
    TotalCurrentLiabilities: currentLiabilities,
    LongTermDebtCapitalLeaseObligations: balances.longTermDebt,
    OtherNoncurrentLiabilities: balances.otherNoncurrent,
    TotalLiabilities: liabilities,
    CommitmentsContingencies: 0,
    PreferredStock: balances.preferred,
    CommonStock: balances.common,
    AdditionalPaidInCapital: balances.paidIn,
    TreasuryStock: balances.treasury,
    AccumulatedOtherComprehensiveIncome: balances.otherComprehensive,
    RetainedEarningsDeficit: balances.retained,
    OtherEquity: 0,
    TotalEquityAttributableParent: parent,
    NoncontrollingInterest: balances.minorities,
    TotalEquity: equity,
    TotalLiabilitiesEquity: liabilities + equity,
  }
}
