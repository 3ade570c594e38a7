import type { BalanceSheet } from './lines.ts'

/**
 * What a company holds and owes at a quarter's end, whole money. Finer than the wire's lines where a driver needs it
 * (receivables apart from prepaid items); `balanceSheet` joins them.
 */
export interface Books {
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

export function balanceSheet(books: Books): BalanceSheet {
  const current = books.cash + books.investments + books.inventories + books.receivables + books.prepaid
  const assets = current + books.plant + books.goodwill + books.intangibles + books.otherAssets
  const currentLiabilities =
    books.payables + books.deferredRevenue + books.deferredLiabilities + books.debtCurrent + books.accrued
  const liabilities = currentLiabilities + books.longTermDebt + books.otherNoncurrent
  const parent =
    books.preferred + books.common + books.paidIn + books.treasury + books.otherComprehensive + books.retained
  const equity = parent + books.minorities
  return {
    CashEquivalents: books.cash,
    ShortTermInvestments: books.investments,
    Inventories: books.inventories,
    PrepaidExpensesOtherCurrentAssets: books.receivables + books.prepaid,
    TotalCurrentAssets: current,
    PropertyPlantEquipmentNet: books.plant,
    Goodwill: books.goodwill,
    IntangibleAssetsNet: books.intangibles,
    OtherAssets: books.otherAssets,
    TotalAssets: assets,
    AccountsPayable: books.payables,
    DeferredRevenueCurrent: books.deferredRevenue,
    DeferredLiabilitiesCurrent: books.deferredLiabilities,
    DebtCurrent: books.debtCurrent,
    AccruedOtherCurrentLiabilities: books.accrued,
    TotalCurrentLiabilities: currentLiabilities,
    LongTermDebtCapitalLeaseObligations: books.longTermDebt,
    OtherNoncurrentLiabilities: books.otherNoncurrent,
    TotalLiabilities: liabilities,
    CommitmentsContingencies: 0,
    PreferredStock: books.preferred,
    CommonStock: books.common,
    AdditionalPaidInCapital: books.paidIn,
    TreasuryStock: books.treasury,
    AccumulatedOtherComprehensiveIncome: books.otherComprehensive,
    RetainedEarningsDeficit: books.retained,
    OtherEquity: 0,
    TotalEquityAttributableParent: parent,
    NoncontrollingInterest: books.minorities,
    TotalEquity: equity,
    TotalLiabilitiesEquity: liabilities + equity,
  }
}
