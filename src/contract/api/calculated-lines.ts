/**
 * Lines that are not in the service's record and that the core calculates from it, with the rule in words. A calculated line is n/a
 * when an input is n/a; a share of a base that is zero or below is n.m.
 */
interface CalculatedLine {
  readonly field: string
  readonly label: string
  readonly unit: 'percent' | 'money' | 'ratio'
  readonly favor: 'up' | 'neither'
  readonly rule: string
  readonly inputs: readonly string[]
  /** Debt and interest of a year, or of four consecutive quarters, are set beside its income: n/a in a single quarter. */
  readonly needsYear?: true
}

export const calculatedLines: readonly CalculatedLine[] = [
  {
    field: 'calculated.gross_margin',
    label: 'Gross margin',
    unit: 'percent',
    favor: 'up',
    rule: 'Gross profit ÷ revenue',
    inputs: ['GrossProfit', 'Revenue'],
  },
  {
    field: 'calculated.operating_margin',
    label: 'Operating margin',
    unit: 'percent',
    favor: 'up',
    rule: 'Operating income ÷ revenue',
    inputs: ['OperatingIncome', 'Revenue'],
  },
  {
    field: 'calculated.ebitda_margin',
    label: 'EBITDA margin',
    unit: 'percent',
    favor: 'up',
    rule: 'EBITDA ÷ revenue',
    inputs: ['EBITDA', 'Revenue'],
  },
  {
    field: 'calculated.net_margin',
    label: 'Net margin',
    unit: 'percent',
    favor: 'up',
    rule: 'Net income to common ÷ revenue',
    inputs: ['NetIncomeLossAttributableCommonShareholders', 'Revenue'],
  },
  {
    field: 'calculated.tax_rate',
    label: 'Effective tax rate',
    unit: 'percent',
    favor: 'neither',
    rule: 'Income taxes ÷ pretax income',
    inputs: ['IncomeTaxes', 'IncomeBeforeIncomeTaxes'],
  },
  {
    field: 'calculated.free_cash_flow',
    label: 'Free cash flow',
    unit: 'money',
    favor: 'up',
    rule: 'Cash from operations + capital expenditure (a negative figure)',
    inputs: ['NetCashOperatingActivities', 'PurchasePropertyPlantEquipment'],
  },
  {
    field: 'calculated.fcf_margin',
    label: 'FCF margin',
    unit: 'percent',
    favor: 'up',
    rule: '(Cash from operations + capital expenditure) ÷ revenue',
    inputs: ['NetCashOperatingActivities', 'PurchasePropertyPlantEquipment', 'Revenue'],
  },
  {
    field: 'calculated.net_debt',
    label: 'Net debt',
    unit: 'money',
    favor: 'neither',
    rule: 'Current debt + long-term debt and leases − cash and equivalents − short-term investments',
    inputs: ['DebtCurrent', 'LongTermDebtCapitalLeaseObligations', 'CashEquivalents', 'ShortTermInvestments'],
  },
]

export const calculatedByField: ReadonlyMap<string, CalculatedLine> = new Map(
  calculatedLines.map((each) => [each.field, each]),
)

/** Calculated lines of comparisons and overviews: a company's statements show growth beneath each line, quarter by quarter. */
export const comparisonLines: readonly CalculatedLine[] = [
  {
    field: 'calculated.revenue_growth',
    label: 'Revenue growth',
    unit: 'percent',
    favor: 'up',
    rule: 'Revenue ÷ prior-year revenue − 1',
    inputs: ['Revenue'],
  },
  {
    field: 'calculated.sga_share',
    label: 'SG&A, % of revenue',
    unit: 'percent',
    favor: 'neither',
    rule: 'SG&A ÷ revenue',
    inputs: ['SellingGeneralAdministrative', 'Revenue'],
  },
  {
    field: 'calculated.rnd_share',
    label: 'R&D, % of revenue',
    unit: 'percent',
    favor: 'neither',
    rule: 'R&D ÷ revenue',
    inputs: ['ResearchDevelopment', 'Revenue'],
  },
  {
    field: 'calculated.net_debt_to_ebitda',
    label: 'Net debt/EBITDA',
    unit: 'ratio',
    favor: 'neither',
    rule: '(Current debt + long-term debt and leases − cash and equivalents − short-term investments) at period end ÷ EBITDA',
    inputs: ['DebtCurrent', 'LongTermDebtCapitalLeaseObligations', 'CashEquivalents', 'ShortTermInvestments', 'EBITDA'],
    needsYear: true,
  },
  {
    field: 'calculated.interest_cover',
    label: 'Interest coverage',
    unit: 'ratio',
    favor: 'neither',
    rule: 'Operating income ÷ interest expense',
    inputs: ['OperatingIncome', 'InterestExpense'],
    needsYear: true,
  },
]

/** The line itself is a rate of growth, which is shown with its sign. */
export function isGrowthRate(field: string): boolean {
  return field === 'calculated.revenue_growth'
}

/** Lines that are n/a in a single quarter. */
export const needingYear: ReadonlySet<string> = new Set(
  comparisonLines.flatMap(({ field, needsYear }) => (needsYear ? [field] : [])),
)

/** How a metric is calculated over four quarters, for which the service states no value. */
interface TwelveMonthMetric {
  readonly field: string
  readonly rule: string
  readonly inputs: readonly string[]
}

const debt = ['DebtCurrent', 'LongTermDebtCapitalLeaseObligations']

/**
 * Returns, leverage and days over twelve months: flows of the four quarters, balances at the end of the last one. Days sales outstanding
 * are those that the service states with the last quarter (`statedAtEnd`): its balance sheet has no line of receivables alone.
 */
const twelveMonthMetrics: readonly TwelveMonthMetric[] = [
  {
    field: 'return_on_assets',
    rule: 'Net income to common ÷ total assets at period end',
    inputs: ['NetIncomeLossAttributableCommonShareholders', 'TotalAssets'],
  },
  {
    field: 'return_on_equity',
    rule: 'Net income to common ÷ equity attributable to parent at period end',
    inputs: ['NetIncomeLossAttributableCommonShareholders', 'TotalEquityAttributableParent'],
  },
  {
    field: 'roic',
    rule: 'Operating income × (1 − income taxes ÷ pretax income) ÷ (current debt + long-term debt and leases + total equity) at period end',
    inputs: ['OperatingIncome', 'IncomeTaxes', 'IncomeBeforeIncomeTaxes', ...debt, 'TotalEquity'],
  },
  {
    field: 'debt_to_equity',
    rule: '(Current debt + long-term debt and leases) ÷ total equity, at period end',
    inputs: [...debt, 'TotalEquity'],
  },
  {
    field: 'working_capital_days.dio',
    rule: 'Inventories at period end ÷ cost of revenue × 365',
    inputs: ['Inventories', 'CostOfRevenue'],
  },
  {
    field: 'working_capital_days.dpo',
    rule: 'Accounts payable at period end ÷ cost of revenue × 365',
    inputs: ['AccountsPayable', 'CostOfRevenue'],
  },
]

/** The note of a comparison on such metrics in a column of four quarters. */
export const twelveMonthMetricsNote = 'last four quarters and period-end balances, calculated by Tearsheet'

export const twelveMonthMetricByField: ReadonlyMap<string, TwelveMonthMetric> = new Map(
  twelveMonthMetrics.map((each) => [each.field, each]),
)

/** Metrics whose value over twelve months is that of the last quarter's record. */
export const statedAtEnd: ReadonlySet<string> = new Set(['working_capital_days.dso'])

const inputs: ReadonlyMap<string, readonly string[]> = new Map(
  [...twelveMonthMetrics, ...comparisonLines, ...calculatedLines].map((each) => [each.field, each.inputs]),
)

/** The fields that a line is calculated from; empty for one that is stored alone. */
export function inputsOf(field: string): readonly string[] {
  return inputs.get(field) ?? []
}
