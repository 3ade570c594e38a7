/**
 * The lines of the three statements, the metrics and the insights: one table for the screen, the export and the tie-outs.
 *
 * Order and grouping are those of docs/interface.md, Records. Labels are what an analyst expects to read.
 * Which lines are totals of which is not stated there: the sums below are those of real filings (checked by
 * test/core/fundamentals/tie-outs.test.ts).
 */

export type StatementName = 'income' | 'balance' | 'cash-flow'

/**
 * What a figure counts. Money is whole units of the reported currency; shares are whole shares; per-share and per-employee are money
 * divided by their number.
 */
export const unitKinds = [
  'money',
  'per-share',
  'per-employee',
  'shares',
  'ratio',
  'percent',
  'days',
  'count',
  'score',
] as const
export type UnitKind = (typeof unitKinds)[number]

/** Whether figures of this unit depend on the currency. */
export function isMoneyUnit(unit: UnitKind): boolean {
  return unit === 'money' || unit === 'per-share' || unit === 'per-employee'
}

/** Whether a change of figures of this unit is their difference; amounts grow. */
export function isProportion(unit: UnitKind): boolean {
  return unit === 'ratio' || unit === 'percent' || unit === 'days' || unit === 'score'
}

/**
 * The sign as received. `natural`: larger is more; `cost-positive`: a cost is a positive figure; `outflow-negative`: cash paid is below
 * zero; `contra-negative`: what reduces its total is below zero, as treasury stock is.
 */
type SignConvention = 'natural' | 'cost-positive' | 'outflow-negative' | 'contra-negative'

/** `total` is set bold under a strong rule, `subtotal` under a hairline, `item` is indented. */
export type LineRank = 'total' | 'subtotal' | 'item'

/** Whether an increase is good news. Costs, leverage and taxes are neither: they never take the color of change. */
export type Favor = 'up' | 'neither'

/** `sum` over `[line, weight]` must equal the line; weights are 1 or -1. */
export type Sum = readonly (readonly [line: string, weight: 1 | -1])[]

export interface StatementLine {
  readonly field: string
  readonly label: string
  readonly statement: StatementName
  readonly unit: UnitKind
  readonly sign: SignConvention
  readonly rank: LineRank
  readonly favor: Favor
  /** The parts that add up to this line, when it is a total. */
  readonly sum?: Sum
  /** `end`: a balance at the period's end, so that it is not summed over quarters. `flow`: earned or spent over the period. */
  readonly measure: 'flow' | 'end' | 'average'
}

type Extra = Partial<Pick<StatementLine, 'unit' | 'sign' | 'rank' | 'favor' | 'sum' | 'measure'>>

/** Reads `'Revenue -CostOfRevenue'` as a sum: a leading minus subtracts. */
function sumOf(text: string): Sum {
  return text.split(' ').map((part): Sum[number] => (part.startsWith('-') ? [part.slice(1), -1] : [part, 1]))
}

function line(statement: StatementName, field: string, label: string, extra: Extra = {}): StatementLine {
  return {
    field,
    label,
    statement,
    unit: 'money',
    sign: 'natural',
    rank: 'item',
    favor: 'neither',
    measure: statement === 'balance' ? 'end' : 'flow',
    ...extra,
  }
}

const income = (field: string, label: string, extra?: Extra) => line('income', field, label, extra)
const balance = (field: string, label: string, extra?: Extra) => line('balance', field, label, extra)
const cashFlow = (field: string, label: string, extra?: Extra) => line('cash-flow', field, label, extra)

const cost = { sign: 'cost-positive' } as const
const outflow = { sign: 'outflow-negative' } as const
const total = (sum: string, extra: Extra = {}): Extra => ({ rank: 'total', sum: sumOf(sum), ...extra })
const subtotal = (sum: string, extra: Extra = {}): Extra => ({ rank: 'subtotal', sum: sumOf(sum), ...extra })

export const incomeLines: readonly StatementLine[] = [
  income('Revenue', 'Revenue', { rank: 'total', favor: 'up' }),
  income('CostOfRevenue', 'Cost of revenue', cost),
  income('GrossProfit', 'Gross profit', total('Revenue -CostOfRevenue', { favor: 'up' })),
  income('SellingGeneralAdministrative', 'SG&A', cost),
  income('ResearchDevelopment', 'R&D', cost),
  income('DepreciationDepletionAmortizationExpense', 'D&A expense', cost),
  income('OtherOperatingExpenses', 'Other operating expenses', cost),
  income(
    'TotalOperatingExpenses',
    'Total operating expenses',
    subtotal(
      'SellingGeneralAdministrative ResearchDevelopment DepreciationDepletionAmortizationExpense OtherOperatingExpenses',
      cost,
    ),
  ),
  income('OperatingIncome', 'Operating income', total('GrossProfit -TotalOperatingExpenses', { favor: 'up' })),
  income('InterestExpense', 'Interest expense', cost),
  income('InterestInvestmentIncome', 'Interest and investment income'),
  income('OtherExpenseIncome', 'Other income (expense)'),
  income(
    'TotalOtherIncomeExpense',
    'Total other income (expense)',
    subtotal('InterestInvestmentIncome OtherExpenseIncome -InterestExpense'),
  ),
  income('IncomeBeforeIncomeTaxes', 'Pretax income', total('OperatingIncome TotalOtherIncomeExpense', { favor: 'up' })),
  income('IncomeTaxes', 'Income taxes', cost),
  income('DiscontinuedOperations', 'Income from discontinued operations'),
  income('EquityInAffiliates', 'Income from affiliates'),
  income('ExtraordinaryItems', 'Extraordinary items'),
  income(
    'ConsolidatedNetIncomeLoss',
    'Consolidated net income',
    subtotal('IncomeBeforeIncomeTaxes -IncomeTaxes DiscontinuedOperations EquityInAffiliates ExtraordinaryItems', {
      favor: 'up',
    }),
  ),
  income('NoncontrollingInterestIncome', 'Income to noncontrolling interests', cost),
  income('PreferredStockDividendsDeclared', 'Preferred dividends', cost),
  income(
    'NetIncomeLossAttributableCommonShareholders',
    'Net income to common',
    total('ConsolidatedNetIncomeLoss -NoncontrollingInterestIncome -PreferredStockDividendsDeclared', { favor: 'up' }),
  ),
  income('BasicEarningsPerShare', 'Basic EPS', { unit: 'per-share', favor: 'up' }),
  income('DilutedEarningsPerShare', 'Diluted EPS', { unit: 'per-share', favor: 'up', rank: 'subtotal' }),
  income('BasicSharesOutstanding', 'Basic shares', { unit: 'shares', measure: 'average' }),
  income('DilutedSharesOutstanding', 'Diluted shares', { unit: 'shares', measure: 'average' }),
  income('EBITDA', 'EBITDA', total('OperatingIncome DepreciationDepletionAmortization', { favor: 'up' })),
]

export const balanceLines: readonly StatementLine[] = [
  balance('CashEquivalents', 'Cash and equivalents'),
  balance('ShortTermInvestments', 'Short-term investments'),
  balance('Inventories', 'Inventories'),
  balance('PrepaidExpensesOtherCurrentAssets', 'Receivables and other current assets'),
  balance(
    'TotalCurrentAssets',
    'Total current assets',
    subtotal('CashEquivalents ShortTermInvestments Inventories PrepaidExpensesOtherCurrentAssets'),
  ),
  balance('PropertyPlantEquipmentNet', 'Net PP&E'),
  balance('Goodwill', 'Goodwill'),
  balance('IntangibleAssetsNet', 'Intangible assets'),
  balance('OtherAssets', 'Other assets'),
  balance(
    'TotalAssets',
    'Total assets',
    total('TotalCurrentAssets PropertyPlantEquipmentNet Goodwill IntangibleAssetsNet OtherAssets'),
  ),
  balance('AccountsPayable', 'Accounts payable'),
  balance('DeferredRevenueCurrent', 'Deferred revenue'),
  balance('DeferredLiabilitiesCurrent', 'Deferred liabilities'),
  balance('DebtCurrent', 'Current debt'),
  balance('AccruedOtherCurrentLiabilities', 'Accrued and other current liabilities'),
  balance(
    'TotalCurrentLiabilities',
    'Total current liabilities',
    subtotal(
      'AccountsPayable DeferredRevenueCurrent DeferredLiabilitiesCurrent DebtCurrent AccruedOtherCurrentLiabilities',
    ),
  ),
  balance('LongTermDebtCapitalLeaseObligations', 'Long-term debt and leases'),
  balance('OtherNoncurrentLiabilities', 'Other noncurrent liabilities'),
  balance(
    'TotalLiabilities',
    'Total liabilities',
    total('TotalCurrentLiabilities LongTermDebtCapitalLeaseObligations OtherNoncurrentLiabilities'),
  ),
  balance('CommitmentsContingencies', 'Commitments and contingencies'),
  balance('PreferredStock', 'Preferred stock'),
  balance('CommonStock', 'Common stock'),
  balance('AdditionalPaidInCapital', 'Additional paid-in capital'),
  balance('TreasuryStock', 'Treasury stock', { sign: 'contra-negative' }),
  balance('AccumulatedOtherComprehensiveIncome', 'Accumulated other comprehensive income'),
  balance('RetainedEarningsDeficit', 'Retained earnings'),
  balance('OtherEquity', 'Other equity'),
  balance(
    'TotalEquityAttributableParent',
    'Equity attributable to parent',
    subtotal(
      'PreferredStock CommonStock AdditionalPaidInCapital TreasuryStock AccumulatedOtherComprehensiveIncome RetainedEarningsDeficit OtherEquity',
    ),
  ),
  balance('NoncontrollingInterest', 'Noncontrolling interests'),
  balance('TotalEquity', 'Total equity', total('TotalEquityAttributableParent NoncontrollingInterest')),
  balance('TotalLiabilitiesEquity', 'Total liabilities and equity', total('TotalLiabilities TotalEquity')),
]

export const cashFlowLines: readonly StatementLine[] = [
  cashFlow('NetIncomeCashFlow', 'Net income', { favor: 'up' }),
  cashFlow('IncomeLossDiscontinuedOperations', 'Discontinued operations (cash flow)'),
  cashFlow('DepreciationDepletionAmortization', 'D&A'),
  cashFlow('OtherOperatingActivities', 'Other operating activities'),
  cashFlow('ChangeOtherOperatingAssetsLiabilitiesNet', 'Change in operating assets and liabilities'),
  cashFlow(
    'CashOperatingActivitiesContinuingOperations',
    'Cash from operations, continuing',
    subtotal(
      'NetIncomeCashFlow IncomeLossDiscontinuedOperations DepreciationDepletionAmortization OtherOperatingActivities ChangeOtherOperatingAssetsLiabilitiesNet',
      { favor: 'up' },
    ),
  ),
  cashFlow('NetCashOperatingActivitiesDiscontinuedOperations', 'Cash from operations, discontinued'),
  cashFlow(
    'NetCashOperatingActivities',
    'Cash from operations',
    total('CashOperatingActivitiesContinuingOperations NetCashOperatingActivitiesDiscontinuedOperations', {
      favor: 'up',
    }),
  ),
  cashFlow('PurchasePropertyPlantEquipment', 'Capital expenditure', outflow),
  cashFlow('SalePropertyPlantEquipment', 'Sale of PP&E'),
  cashFlow('AcquisitionsNet', 'Acquisitions, net', outflow),
  cashFlow('OtherInvestingActivities', 'Other investing activities'),
  cashFlow(
    'NetCashInvestingActivitiesContinuingOperations',
    'Cash from investing, continuing',
    subtotal(
      'PurchasePropertyPlantEquipment SalePropertyPlantEquipment AcquisitionsNet OtherInvestingActivities',
      outflow,
    ),
  ),
  cashFlow('NetCashInvestingActivitiesDiscontinuedOperations', 'Cash from investing, discontinued'),
  cashFlow(
    'NetCashInvestingActivities',
    'Cash from investing',
    total('NetCashInvestingActivitiesContinuingOperations NetCashInvestingActivitiesDiscontinuedOperations', outflow),
  ),
  cashFlow('ShortTermDebtIssuancesRepayments', 'Net debt issuance'),
  cashFlow('CashDividends', 'Dividends paid', outflow),
  cashFlow('EquityRepurchases', 'Share repurchases', outflow),
  cashFlow('OtherFinancingActivities', 'Other financing activities'),
  cashFlow(
    'NetCashFinancingActivitiesContinuingOperations',
    'Cash from financing, continuing',
    subtotal('ShortTermDebtIssuancesRepayments CashDividends EquityRepurchases OtherFinancingActivities'),
  ),
  cashFlow('NetCashFinancingActivitiesDiscontinuedOperations', 'Cash from financing, discontinued'),
  cashFlow(
    'NetCashFinancingActivities',
    'Cash from financing',
    total('NetCashFinancingActivitiesContinuingOperations NetCashFinancingActivitiesDiscontinuedOperations'),
  ),
  cashFlow('EffectCurrencyExchangeRate', 'Effect of exchange rates'),
  cashFlow('OtherCashAdjustments', 'Other cash adjustments'),
  cashFlow(
    'ChangeCashEquivalents',
    'Change in cash',
    total(
      'NetCashOperatingActivities NetCashInvestingActivities NetCashFinancingActivities EffectCurrencyExchangeRate OtherCashAdjustments',
    ),
  ),
]

export const statementLines: readonly StatementLine[] = [...incomeLines, ...balanceLines, ...cashFlowLines]

/** Enhanced records only. The multiples' inputs (price, employees) are not in the record, so they cannot be recalculated. */
interface MetricLine {
  /** Path in the enhanced record: `roic`, or `working_capital_days.dso`. */
  readonly field: string
  readonly label: string
  readonly unit: 'per-employee' | 'ratio' | 'percent' | 'days'
  readonly favor: Favor
}

/**
 * The service does not state units for metrics. return_on_assets, return_on_equity, roic and fcf_yield are read as fractions
 * (0.12 is 12.0%), pe_ratio, price_to_book and debt_to_equity as multiples; all are shown with that assumption beside them.
 */
export const metricLines: readonly MetricLine[] = [
  { field: 'pe_ratio', label: 'P/E', unit: 'ratio', favor: 'neither' },
  { field: 'price_to_book', label: 'P/B', unit: 'ratio', favor: 'neither' },
  { field: 'fcf_yield', label: 'FCF yield', unit: 'percent', favor: 'up' },
  { field: 'return_on_assets', label: 'Return on assets', unit: 'percent', favor: 'up' },
  { field: 'return_on_equity', label: 'Return on equity', unit: 'percent', favor: 'up' },
  { field: 'roic', label: 'Return on invested capital', unit: 'percent', favor: 'up' },
  { field: 'debt_to_equity', label: 'Debt/equity', unit: 'ratio', favor: 'neither' },
  { field: 'revenue_per_employee', label: 'Revenue per employee', unit: 'per-employee', favor: 'up' },
  { field: 'working_capital_days.dso', label: 'Days sales outstanding', unit: 'days', favor: 'neither' },
  { field: 'working_capital_days.dio', label: 'Days inventory outstanding', unit: 'days', favor: 'neither' },
  { field: 'working_capital_days.dpo', label: 'Days payable outstanding', unit: 'days', favor: 'neither' },
]

/** Enhanced records only: what the service counts and scores in the filing's text. Scales of the scores are not shown. */
interface InsightLine {
  /** Path in the enhanced record. */
  readonly field: string
  readonly label: string
  readonly unit: 'count' | 'ratio' | 'score'
  readonly favor: Favor
}

export const insightLines: readonly InsightLine[] = [
  { field: 'mdna.tone_score', label: 'Management tone', unit: 'score', favor: 'up' },
  {
    field: 'mdna.forward_to_historical_ratio',
    label: 'Forward/backward-looking ratio',
    unit: 'ratio',
    favor: 'neither',
  },
  { field: 'mdna.forward_looking_term_count', label: 'Forward-looking terms', unit: 'count', favor: 'neither' },
  { field: 'risk_factors.count', label: 'Risk factors', unit: 'count', favor: 'neither' },
  { field: 'risk_factors.average_sentiment_score', label: 'Risk factor sentiment', unit: 'score', favor: 'up' },
  { field: 'litigation_mentions.count', label: 'Litigation mentions', unit: 'count', favor: 'neither' },
]

export const lineByField: ReadonlyMap<string, StatementLine> = new Map(statementLines.map((each) => [each.field, each]))

/** Cash that is paid, which is stored below zero. */
export function isOutflow(field: string): boolean {
  return lineByField.get(field)?.sign === 'outflow-negative'
}
export const metricByField: ReadonlyMap<string, MetricLine> = new Map(metricLines.map((each) => [each.field, each]))
export const insightByField: ReadonlyMap<string, InsightLine> = new Map(insightLines.map((each) => [each.field, each]))
