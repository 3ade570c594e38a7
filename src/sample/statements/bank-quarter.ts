/** Calculates one quarter of a bank, and the balances before its first quarter. */

import type { Balances } from './balance-sheet.ts'
import { cashFlowStatement } from './cash-flow.ts'
import type { CashFlowParts } from './cash-flow.ts'
import type { IncomeParts } from './income-statement.ts'
import { incomeBeforeTaxes, incomeStatement } from './income-statement.ts'
import type { StatementFigures } from './statement-lines.ts'
import type { Quarter, QuarterSetting } from './quarter-setting.ts'
import { drifting } from './quarter-setting.ts'

/** Loans against a year's revenue: with the securities about twenty years' revenue of assets, as at a regional bank. */
const loansPerRevenue = 13
const preferredMillions = 300
const preferredDividendPercent = 5.6

/** A bank's balances use the same fields: loans are `otherAssets`, securities `investments`, deposits `otherNoncurrent`. */
export function openingBankBalances({
  seed,
  inputs,
  round,
}: Pick<QuarterSetting, 'seed' | 'inputs' | 'round'>): Balances {
  const year = inputs.level * 4
  const share = (percent: number) => round((year * percent) / 100)
  const stock = seed.stocksPercentOfRevenue
  const assets = {
    cash: share(stock.cash),
    investments: share(stock.investments),
    plant: share(stock.plant),
    goodwill: share(stock.goodwill),
    intangibles: share(stock.intangibles),
    otherAssets: round(year * loansPerRevenue),
  }
  const total = Object.values(assets).reduce((sum, each) => sum + each, 0)
  const equity = round(total * 0.108)
  const preferred = round(preferredMillions * 1_000_000)
  const common = round(seed.sharesMillions * 1_000_000)
  const otherComprehensive = -round(equity * 0.03)
  const treasury = -round(equity * 0.12)
  const retained = round(equity * 0.66)
  const longTermDebt = share(stock.debt)
  return {
    ...assets,
    receivables: 0,
    inventories: 0,
    prepaid: 0,
    payables: share(20),
    deferredRevenue: 0,
    deferredLiabilities: 0,
    debtCurrent: share(stock.debt * 0.3),
    accrued: 0,
    longTermDebt,
    otherNoncurrent: total - equity - share(20) - share(stock.debt * 0.3) - longTermDebt,
    preferred,
    common,
    paidIn: equity - preferred - common - otherComprehensive - treasury - retained,
    treasury,
    otherComprehensive,
    retained,
    minorities: 0,
  }
}

/** Provisions on top of the ordinary ones, in percent of revenue: built in the spring of 2020, released a year later. */
function provisionCycle(date: string): number {
  const extra: Record<string, number> = { '2020-03': 17, '2020-06': 21, '2020-09': 6, '2021-03': -6, '2021-06': -5 }
  return extra[date.slice(0, 7)] ?? 0
}

export function bankQuarter(setting: QuarterSetting): Quarter {
  const { seed, inputs, sticky, before, round, random } = setting
  const shares = seed.percentOfRevenue
  const revenue = round(inputs.revenue)
  const provisionPercent =
    100 - drifting(shares.gross, inputs.progress) + provisionCycle(inputs.period.ends) + 0.5 * random.normal()
  const provision = round((revenue * provisionPercent) / 100)
  const depreciation = round((sticky * shares.depreciationAmortization) / 100)
  const known = {
    Revenue: revenue,
    CostOfRevenue: provision,
    SellingGeneralAdministrative: round(
      (sticky * drifting(shares.sellingGeneralAdministrative, inputs.progress) * (1 + 0.01 * random.normal())) / 100,
    ),
    ResearchDevelopment: 0,
    DepreciationDepletionAmortizationExpense: depreciation,
    OtherOperatingExpenses: 0,
    InterestExpense: 0,
    InterestInvestmentIncome: 0,
    OtherExpenseIncome: 0,
    DiscontinuedOperations: 0,
    EquityInAffiliates: 0,
    PreferredStockDividendsDeclared: round((before.preferred * preferredDividendPercent) / 400),
  }
  const taxes = round((incomeBeforeTaxes(known) * seed.taxPercent * random.between(0.97, 1.03)) / 100)
  const income: IncomeParts = { ...known, IncomeTaxes: taxes, NoncontrollingInterestIncome: 0 }
  const statement = incomeStatement(income, { basic: 1, diluted: 1 }, depreciation)

  const year = inputs.level * 4
  const near = (value: number, spread: number) => round(value * random.between(1 - spread, 1 + spread))
  const stock = seed.stocksPercentOfRevenue
  const loans = near(year * loansPerRevenue, 0.008)
  const securities = near((year * stock.investments) / 100, 0.015)
  const payables = near(year * 0.2, 0.03)
  const stockPay = round((inputs.level * seed.stockPayPercentOfRevenue) / 100)
  const payout = Math.max(0, setting.recentIncome)
  const dividends = round((payout * seed.returnsPercentOfIncome.dividends) / 100)
  const repurchases = round((payout * seed.returnsPercentOfIncome.repurchases) / 100)
  const amortization = Math.min(before.intangibles, round(before.intangibles * 0.03), depreciation)
  const capex = -round((depreciation - amortization) * random.between(0.95, 1.2))
  const debt = round((((year * stock.debt) / 100) * 1.3 - before.debtCurrent - before.longTermDebt) * 0.2)
  const parts: CashFlowParts = {
    NetIncomeCashFlow: statement.ConsolidatedNetIncomeLoss,
    IncomeLossDiscontinuedOperations: 0,
    DepreciationDepletionAmortization: depreciation,
    OtherOperatingActivities: provision + stockPay,
    ChangeOtherOperatingAssetsLiabilitiesNet: payables - before.payables,
    NetCashOperatingActivitiesDiscontinuedOperations: 0,
    PurchasePropertyPlantEquipment: capex,
    SalePropertyPlantEquipment: 0,
    AcquisitionsNet: 0,
    OtherInvestingActivities: before.otherAssets - provision - loans + (before.investments - securities),
    NetCashInvestingActivitiesDiscontinuedOperations: 0,
    ShortTermDebtIssuancesRepayments: debt,
    CashDividends: -(dividends + income.PreferredStockDividendsDeclared),
    EquityRepurchases: repurchases === 0 ? 0 : -repurchases,
    OtherFinancingActivities: 0,
    NetCashFinancingActivitiesDiscontinuedOperations: 0,
    EffectCurrencyExchangeRate: 0,
    OtherCashAdjustments: 0,
  }
  // deposits are what lets the balance sheet grow: they close the gap to the cash that the bank means to hold
  const wanted = near((year * stock.cash) / 100, 0.08)
  const deposits = wanted - before.cash - cashFlowStatement(parts).ChangeCashEquivalents
  parts.OtherFinancingActivities = deposits
  const owed = before.debtCurrent + before.longTermDebt + debt
  const debtCurrent = near(owed * 0.23, 0.05)
  const after: Balances = {
    ...before,
    cash: wanted,
    investments: securities,
    plant: before.plant - capex - (depreciation - amortization),
    intangibles: before.intangibles - amortization,
    otherAssets: loans,
    payables,
    debtCurrent,
    longTermDebt: owed - debtCurrent,
    otherNoncurrent: before.otherNoncurrent + deposits,
    paidIn: before.paidIn + stockPay,
    treasury: before.treasury - repurchases,
    retained: before.retained + statement.NetIncomeLossAttributableCommonShareholders - dividends,
  }
  return { inputs, income, cashFlow: parts, after, sharesIssued: (stockPay * 0.55 - repurchases) / inputs.price }
}

/**
 * A bank's balance sheet is not divided into current and noncurrent: those subtotals are null on the wire (exceptions.json). So
 * that the totals still tie over the lines that are left, `OtherAssets` is everything beside plant, goodwill and intangibles
 * (loans, securities, cash), and `OtherNoncurrentLiabilities` everything beside long-term debt (deposits, short-term debt).
 */
export function bankFigures(figures: StatementFigures): StatementFigures {
  return {
    ...figures,
    OtherAssets:
      figures.TotalAssets - figures.PropertyPlantEquipmentNet - figures.Goodwill - figures.IntangibleAssetsNet,
    OtherNoncurrentLiabilities: figures.TotalLiabilities - figures.LongTermDebtCapitalLeaseObligations,
  }
}
