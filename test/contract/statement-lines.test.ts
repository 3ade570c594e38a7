import { describe, expect, test } from 'vitest'
import { calculatedLines } from '#contract/api/calculated-lines.ts'
import {
  balanceLines,
  cashFlowLines,
  incomeLines,
  lineByField,
  metricLines,
  statementLines,
} from '#contract/service/statement-lines.ts'
import { annualStatements } from '../core/annual-statements.ts'

/** docs/interface.md, Records, word for word. */
const income =
  'Revenue, CostOfRevenue, GrossProfit, SellingGeneralAdministrative, ResearchDevelopment, DepreciationDepletionAmortizationExpense, OtherOperatingExpenses, TotalOperatingExpenses, OperatingIncome, InterestExpense, InterestInvestmentIncome, OtherExpenseIncome, TotalOtherIncomeExpense, IncomeBeforeIncomeTaxes, IncomeTaxes, DiscontinuedOperations, EquityInAffiliates, ExtraordinaryItems, ConsolidatedNetIncomeLoss, NoncontrollingInterestIncome, PreferredStockDividendsDeclared, NetIncomeLossAttributableCommonShareholders, BasicEarningsPerShare, DilutedEarningsPerShare, BasicSharesOutstanding, DilutedSharesOutstanding, EBITDA'
const balance =
  'CashEquivalents, ShortTermInvestments, Inventories, PrepaidExpensesOtherCurrentAssets, TotalCurrentAssets, PropertyPlantEquipmentNet, Goodwill, IntangibleAssetsNet, OtherAssets, TotalAssets, AccountsPayable, DeferredRevenueCurrent, DeferredLiabilitiesCurrent, DebtCurrent, AccruedOtherCurrentLiabilities, TotalCurrentLiabilities, LongTermDebtCapitalLeaseObligations, OtherNoncurrentLiabilities, TotalLiabilities, CommitmentsContingencies, PreferredStock, CommonStock, AdditionalPaidInCapital, TreasuryStock, AccumulatedOtherComprehensiveIncome, RetainedEarningsDeficit, OtherEquity, TotalEquityAttributableParent, NoncontrollingInterest, TotalEquity, TotalLiabilitiesEquity'
const cashFlow =
  'NetIncomeCashFlow, IncomeLossDiscontinuedOperations, DepreciationDepletionAmortization, OtherOperatingActivities, ChangeOtherOperatingAssetsLiabilitiesNet, CashOperatingActivitiesContinuingOperations, NetCashOperatingActivitiesDiscontinuedOperations, NetCashOperatingActivities, PurchasePropertyPlantEquipment, SalePropertyPlantEquipment, AcquisitionsNet, OtherInvestingActivities, NetCashInvestingActivitiesContinuingOperations, NetCashInvestingActivitiesDiscontinuedOperations, NetCashInvestingActivities, ShortTermDebtIssuancesRepayments, CashDividends, EquityRepurchases, OtherFinancingActivities, NetCashFinancingActivitiesContinuingOperations, NetCashFinancingActivitiesDiscontinuedOperations, NetCashFinancingActivities, EffectCurrencyExchangeRate, OtherCashAdjustments, ChangeCashEquivalents'

describe('the table of statement lines', () => {
  test('has every line of the interface, in its order', () => {
    const fields = [incomeLines, balanceLines, cashFlowLines].map((lines) => lines.map(({ field }) => field).join(', '))
    expect(fields).toEqual([income, balance, cashFlow])
  })

  test('gives each line one label, and no two lines of one statement the same', () => {
    for (const lines of [incomeLines, balanceLines, cashFlowLines]) {
      expect(new Set(lines.map(({ label }) => label)).size).toBe(lines.length)
    }
    expect(new Set(statementLines.map(({ field }) => field)).size).toBe(statementLines.length)
  })

  test('adds up lines that exist, each once, and never a line to itself', () => {
    for (const { field, sum = [] } of statementLines) {
      const parts = sum.map(([part]) => part)
      expect(
        parts.filter((part) => !lineByField.has(part)),
        field,
      ).toEqual([])
      expect(parts, field).not.toContain(field)
      expect(new Set(parts).size, field).toBe(parts.length)
    }
  })

  test('sums balances nowhere over time, and averages shares', () => {
    expect(new Set(balanceLines.map(({ measure }) => measure))).toEqual(new Set(['end']))
    expect(statementLines.filter(({ unit }) => unit === 'shares').map(({ measure }) => measure)).toEqual([
      'average',
      'average',
    ])
    expect(statementLines.filter(({ unit }) => unit === 'per-share').map(({ field }) => field)).toEqual([
      'BasicEarningsPerShare',
      'DilutedEarningsPerShare',
    ])
  })

  test('never calls more of a cost, a debt or an outflow good news', () => {
    const favored = statementLines.filter(({ favor }) => favor === 'up')
    expect(favored.filter(({ sign }) => sign === 'cost-positive' || sign === 'outflow-negative')).toEqual([])
    expect(favored.filter(({ statement }) => statement === 'balance')).toEqual([])
  })
})

test('the metrics are those of the interface, and the calculated lines are made of lines that exist', () => {
  expect(metricLines.map(({ field }) => field).toSorted()).toEqual(
    [
      ...[
        'pe_ratio',
        'price_to_book',
        'debt_to_equity',
        'return_on_assets',
        'return_on_equity',
        'revenue_per_employee',
      ],
      ...['roic', 'fcf_yield', 'working_capital_days.dso', 'working_capital_days.dio', 'working_capital_days.dpo'],
    ].toSorted(),
  )
  expect(calculatedLines.flatMap(({ inputs }) => inputs.filter((input) => !lineByField.has(input)))).toEqual([])
})

describe('in 148 real annual statements', () => {
  const signs = { 'cost-positive': 1, 'outflow-negative': -1, 'contra-negative': -1 } as const

  test('costs stand above zero and outflows below, nearly always: the signs of the table are the service’s', () => {
    const records = annualStatements()
    const odd = statementLines.flatMap(({ field, sign, rank }) => {
      if (sign === 'natural' || rank !== 'item') return []
      const figures = records.flatMap(({ figures: all }) => (all[field] ? [all[field]] : []))
      const wrong = figures.filter((figure) => Math.sign(figure) !== signs[sign]).length
      return wrong > figures.length / 5 ? [`${field}: ${wrong} of ${figures.length}`] : []
    })
    expect(odd).toEqual([])
  })
})
