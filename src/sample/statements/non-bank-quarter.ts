/** Calculates one quarter of a company that is not a bank, and the balances before its first quarter. */

import type { Balances } from './balance-sheet.ts'
import type { CashFlowParts } from './cash-flow.ts'
import { cashFlowStatement } from './cash-flow.ts'
import type { IncomeParts } from './income-statement.ts'
import { incomeBeforeTaxes, incomeStatement } from './income-statement.ts'
import type { Quarter, QuarterSetting } from './quarter-setting.ts'
import { depositRate, rateLevel } from './interest-rates.ts'
import { drifting } from './quarter-setting.ts'

const daysInQuarter = 91

/** The balances before the first quarter: stocks from the seed, equity is the rest. */
export function openingBalances({ seed, inputs, round }: Pick<QuarterSetting, 'seed' | 'inputs' | 'round'>): Balances {
  const year = inputs.level * 4
  const share = (percent: number) => round((year * percent) / 100)
  const stock = seed.stocksPercentOfRevenue
  const costShare = 1 - (seed.percentOfRevenue.gross[0] ?? 0) / 100
  const held = {
    cash: share(stock.cash * 1.1),
    investments: share(stock.investments),
    receivables: round((inputs.level * seed.days.receivable) / daysInQuarter),
    inventories: round((inputs.level * costShare * seed.days.inventory) / daysInQuarter),
    prepaid: share(2),
    plant: share(stock.plant),
    goodwill: share(stock.goodwill),
    intangibles: share(stock.intangibles),
    otherAssets: share(7),
  }
  const debt = share(stock.debt)
  const debtCurrent = round(debt * 0.12)
  const owed = {
    payables: round((inputs.level * costShare * seed.days.payable) / daysInQuarter),
    deferredRevenue: round((inputs.level * seed.days.deferredRevenue) / daysInQuarter),
    deferredLiabilities: share(0.8),
    debtCurrent,
    accrued: share(9),
    longTermDebt: debt - debtCurrent,
    otherNoncurrent: share(8),
  }
  const sum = (parts: Record<string, number>) => Object.values(parts).reduce((total, each) => total + each, 0)
  const equity = sum(held) - sum(owed)
  const minorities = seed.minoritiesPercent > 0 ? round(equity * 0.012) : 0
  const common = round(seed.sharesMillions * 10_000)
  const otherComprehensive = -round(equity * 0.025)
  const treasury = seed.returnsPercentOfIncome.repurchases > 0 ? -round(equity * 0.18) : 0
  const lossMaking = (seed.percentOfRevenue.researchDevelopment[0] ?? 0) >= 24
  const retained = lossMaking ? -share(90) : round(equity * 0.62)
  const paidIn = equity - minorities - common - otherComprehensive - treasury - retained
  return { ...held, ...owed, preferred: 0, common, paidIn, treasury, otherComprehensive, retained, minorities }
}

/** One quarter of a manufacturing company. All parts are rounded before they are posted, so the balances stay exact. */
export function industrialQuarter(setting: QuarterSetting): Quarter {
  const { seed, inputs, before, events, round, random } = setting
  const eventSum = (kind: string) =>
    round(events.reduce((sum, each) => (each.kind === kind ? sum + each.millions * 1_000_000 : sum), 0))
  const impairment = Math.min(eventSum('impairment'), before.goodwill + before.plant)
  const income = incomeParts(setting, eventSum('restructuring') + impairment, eventSum('disposal'))
  const depreciation = income.DepreciationDepletionAmortizationExpense
  const statement = incomeStatement(income, { basic: 1, diluted: 1 }, depreciation)

  const working = workingCapital(setting, income.CostOfRevenue)
  const amortization = Math.min(before.intangibles, round(before.intangibles * 0.03), depreciation)
  const acquired = eventSum('acquisition')
  const disposal = eventSum('disposal')
  const saleOfPlant = random.chance(0.2) ? round(inputs.level * 0.004) : 0
  const plantWanted = (inputs.level * 4 * seed.stocksPercentOfRevenue.plant) / 100
  const spending = Math.max(
    0.35 * (depreciation - amortization),
    depreciation - amortization + 0.14 * (plantWanted - before.plant),
  )
  const capex = inputs.pinned.get('PurchasePropertyPlantEquipment') ?? -round(spending * random.between(0.9, 1.1))
  const stockPay = round((inputs.level * seed.stockPayPercentOfRevenue) / 100)
  const otherNoncurrent = round(inputs.level * 4 * 0.08 * random.between(0.99, 1.01))
  const minoritiesPaid = -round(income.NoncontrollingInterestIncome * 0.7)
  const currency = round((before.cash * seed.abroadPercent * inputs.currencyMove) / 100)
  const translation = round((before.goodwill * seed.abroadPercent * inputs.currencyMove) / 150)
  const payout = Math.max(0, setting.recentIncome)
  const dividends = -round((payout * seed.returnsPercentOfIncome.dividends) / 100)
  const discontinuedCash = disposal === 0 ? 0 : round(disposal * 0.03)

  const parts: CashFlowParts = {
    NetIncomeCashFlow: statement.ConsolidatedNetIncomeLoss,
    IncomeLossDiscontinuedOperations: nonZero(-income.DiscontinuedOperations),
    DepreciationDepletionAmortization: depreciation,
    OtherOperatingActivities:
      stockPay - income.EquityInAffiliates + impairment + (otherNoncurrent - before.otherNoncurrent),
    ChangeOtherOperatingAssetsLiabilitiesNet: working.released,
    NetCashOperatingActivitiesDiscontinuedOperations: discontinuedCash,
    PurchasePropertyPlantEquipment: capex,
    SalePropertyPlantEquipment: saleOfPlant,
    AcquisitionsNet: nonZero(-acquired),
    OtherInvestingActivities: 0,
    NetCashInvestingActivitiesDiscontinuedOperations: disposal,
    ShortTermDebtIssuancesRepayments: acquired > 0 ? round(acquired * 0.6) : 0,
    CashDividends: nonZero(dividends),
    EquityRepurchases: 0,
    OtherFinancingActivities: minoritiesPaid + round(stockPay * 0.15),
    NetCashFinancingActivitiesDiscontinuedOperations: 0,
    EffectCurrencyExchangeRate: currency,
    OtherCashAdjustments: 0,
  }
  const funding = fund(setting, before.cash + cashFlowStatement(parts).ChangeCashEquivalents, payout)
  parts.ShortTermDebtIssuancesRepayments += funding.debt
  parts.EquityRepurchases = nonZero(-funding.repurchases)
  parts.OtherFinancingActivities += funding.sharesSold
  parts.OtherInvestingActivities = nonZero(-funding.invested)
  const change = cashFlowStatement(parts).ChangeCashEquivalents

  const debt = before.debtCurrent + before.longTermDebt + parts.ShortTermDebtIssuancesRepayments
  const debtCurrent = round(debt * random.between(0.08, 0.16))
  const fromGoodwill = Math.min(impairment, before.goodwill)
  const goodwillBought = round(acquired * 0.6)
  // the business sold was in the balances at its price less the gain on it
  const sold = disposal + discontinuedCash - income.DiscontinuedOperations
  const soldGoodwill = round(sold * 0.4)
  const after: Balances = {
    ...working.after,
    cash: before.cash + change,
    investments: before.investments + funding.invested,
    plant:
      before.plant -
      capex -
      saleOfPlant -
      (depreciation - amortization) -
      (impairment - fromGoodwill) -
      (sold - soldGoodwill),
    goodwill: before.goodwill + goodwillBought - fromGoodwill + translation - soldGoodwill,
    intangibles: before.intangibles + (acquired - goodwillBought) - amortization,
    otherAssets: working.after.otherAssets + income.EquityInAffiliates,
    debtCurrent,
    longTermDebt: debt - debtCurrent,
    otherNoncurrent,
    preferred: before.preferred,
    common: before.common,
    paidIn: before.paidIn + stockPay + round(stockPay * 0.15) + funding.sharesSold,
    treasury: before.treasury - funding.repurchases,
    otherComprehensive: before.otherComprehensive + currency + translation,
    retained: before.retained + statement.NetIncomeLossAttributableCommonShareholders + dividends,
    minorities: before.minorities + income.NoncontrollingInterestIncome + minoritiesPaid,
  }
  const sharesIssued = (stockPay * 0.55 + funding.sharesSold - funding.repurchases) / inputs.price
  return { inputs, income, cashFlow: parts, after, sharesIssued }
}

/** JSON has no negative zero, and readers should not receive one either. */
const nonZero = (value: number) => (value === 0 ? 0 : value)

function incomeParts(setting: QuarterSetting, unusual: number, disposal: number): IncomeParts {
  const { seed, inputs, sticky, before, round, random } = setting
  const shares = seed.percentOfRevenue
  const pinned = (line: string, calculated: number) => inputs.pinned.get(line) ?? round(calculated)
  const revenue = pinned('Revenue', inputs.revenue)
  const grossPercent =
    drifting(shares.gross, inputs.progress) +
    shares.leverage * (inputs.growthAboveAverage - inputs.shortfall) * 100 +
    (inputs.season - 1) * 8 +
    0.3 * seed.noisePercent ** 0.5 * random.normal()
  const fixedAndMoving = (line: string, percent: number, moving: number) =>
    pinned(line, ((sticky * (1 - moving) + inputs.revenue * moving) * percent * (1 + 0.008 * random.normal())) / 100)
  const debt = before.debtCurrent + before.longTermDebt
  const known = {
    Revenue: revenue,
    CostOfRevenue: pinned('CostOfRevenue', inputs.revenue * (1 - Math.min(95, grossPercent) / 100)),
    SellingGeneralAdministrative: fixedAndMoving(
      'SellingGeneralAdministrative',
      drifting(shares.sellingGeneralAdministrative, inputs.progress),
      0.35,
    ),
    ResearchDevelopment: fixedAndMoving(
      'ResearchDevelopment',
      drifting(shares.researchDevelopment, inputs.progress),
      0.1,
    ),
    DepreciationDepletionAmortizationExpense: pinned(
      'DepreciationDepletionAmortizationExpense',
      (sticky * shares.depreciationAmortization) / 100,
    ),
    OtherOperatingExpenses: pinned('OtherOperatingExpenses', unusual),
    InterestExpense: pinned('InterestExpense', (debt * seed.interestPercent * rateLevel(inputs.period.ends)) / 400),
    InterestInvestmentIncome: pinned(
      'InterestInvestmentIncome',
      ((before.cash + before.investments) * depositRate(inputs.period.ends)) / 4,
    ),
    OtherExpenseIncome: pinned('OtherExpenseIncome', inputs.level * 0.0008 * random.normal()),
    DiscontinuedOperations: disposal === 0 ? 0 : round(disposal * 0.06),
    EquityInAffiliates: pinned(
      'EquityInAffiliates',
      (inputs.level * seed.affiliatesPercent * random.between(0.8, 1.2)) / 100,
    ),
    PreferredStockDividendsDeclared: 0,
  }
  const pretax = incomeBeforeTaxes(known)
  // a loss brings back less than a profit costs: not every loss can be carried back
  const rate = (seed.taxPercent / 100) * (pretax > 0 ? random.between(0.97, 1.03) : 0.55)
  const taxes = pinned('IncomeTaxes', pretax * rate)
  const minorities = pinned('NoncontrollingInterestIncome', ((pretax - taxes) * seed.minoritiesPercent) / 100)
  return { ...known, IncomeTaxes: nonZero(taxes), NoncontrollingInterestIncome: nonZero(minorities) }
}

/** Stocks that follow sales and cost of sales. `released` is the cash that their change set free. */
function workingCapital({ seed, inputs, sticky, before, round, random }: QuarterSetting, costOfRevenue: number) {
  const near = (value: number, spread: number) => round(value * random.between(1 - spread, 1 + spread))
  const { days } = seed
  const cost = costOfRevenue * 0.5 + sticky * 0.5 * (costOfRevenue / Math.max(1, inputs.revenue))
  const after = {
    receivables: near((inputs.revenue * days.receivable) / daysInQuarter, 0.02),
    inventories: near((cost * days.inventory) / daysInQuarter, 0.015),
    prepaid: near(inputs.level * 4 * 0.02, 0.05),
    otherAssets: before.otherAssets + round((inputs.level * 4 * 0.07 - before.otherAssets) * 0.1),
    payables: near((costOfRevenue * days.payable) / daysInQuarter, 0.03),
    deferredRevenue: near((sticky * days.deferredRevenue * (0.75 + 0.25 * inputs.season)) / daysInQuarter, 0.02),
    deferredLiabilities: near(inputs.level * 4 * 0.008, 0.04),
    accrued: near(inputs.level * 4 * 0.09, 0.025),
  }
  const released =
    before.receivables -
    after.receivables +
    (before.inventories - after.inventories) +
    (before.prepaid - after.prepaid) +
    (before.otherAssets - after.otherAssets) +
    (after.payables - before.payables) +
    (after.deferredRevenue - before.deferredRevenue) +
    (after.deferredLiabilities - before.deferredLiabilities) +
    (after.accrued - before.accrued)
  return { after, released }
}

/** How a treasurer closes the quarter: buy back in good times; sell investments, then shares or debt, when cash runs low. */
function fund({ seed, inputs, before, round }: QuarterSetting, cash: number, payout: number) {
  const year = inputs.level * 4
  const stock = seed.stocksPercentOfRevenue
  const wanted = (year * stock.cash) / 100
  const debt = before.debtCurrent + before.longTermDebt
  const funding = { debt: 0, repurchases: 0, sharesSold: 0, invested: 0 }
  const sellsShares = seed.stockPayPercentOfRevenue > 5 || seed.gics.startsWith('6010')

  const drift = round(((year * stock.debt) / 100 - debt) * 0.12)
  if (Math.abs(drift) > debt * 0.003 && (drift > 0 ? cash < wanted * 1.7 : cash + drift > wanted * 0.8)) {
    funding.debt = drift
  }
  let left = cash + funding.debt
  const buyBack = Math.max(0, round((payout * seed.returnsPercentOfIncome.repurchases) / 100))
  if (left - buyBack > wanted * 0.7) {
    funding.repurchases = buyBack
    left -= buyBack
  }
  if (left < wanted * 0.5) {
    let short = round(wanted * 0.7 - left)
    const sold = Math.min(before.investments, short)
    funding.invested -= sold
    short -= sold
    if (short > 0 && sellsShares) funding.sharesSold = round(Math.max(short, year * 0.25))
    else if (short > 0) funding.debt += short
  } else if (left > wanted * 1.5) {
    const spare = round((left - wanted * 1.25) * 0.5)
    const room = Math.max(0, round((year * stock.investments * 1.6) / 100) - before.investments)
    const invested = Math.min(spare, room)
    funding.invested += invested
    const repaid = Math.min(spare - invested, round(debt * 0.15))
    if (seed.returnsPercentOfIncome.repurchases > 0) funding.repurchases += spare - invested
    else funding.debt -= repaid
  }
  return { ...funding, debt: nonZero(funding.debt) }
}
