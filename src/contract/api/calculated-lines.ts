/**
 * Lines that are not in the service's record and that the core calculates from it, with the rule in words. A calculated line is n/a
 * when an input is n/a; a share of a base that is zero or below is n.m.
 */
export interface CalculatedLine {
  readonly field: string
  readonly label: string
  readonly unit: 'percent' | 'money' | 'ratio'
  readonly favour: 'up' | 'neither'
  readonly rule: string
  readonly inputs: readonly string[]
}

export const calculatedLines: readonly CalculatedLine[] = [
  {
    field: 'calculated.gross_margin',
    label: 'Gross margin',
    unit: 'percent',
    favour: 'up',
    rule: 'Gross profit / Revenue',
    inputs: ['GrossProfit', 'Revenue'],
  },
  {
    field: 'calculated.operating_margin',
    label: 'Operating margin',
    unit: 'percent',
    favour: 'up',
    rule: 'Operating income / Revenue',
    inputs: ['OperatingIncome', 'Revenue'],
  },
  {
    field: 'calculated.ebitda_margin',
    label: 'EBITDA margin',
    unit: 'percent',
    favour: 'up',
    rule: 'EBITDA / Revenue',
    inputs: ['EBITDA', 'Revenue'],
  },
  {
    field: 'calculated.net_margin',
    label: 'Net margin',
    unit: 'percent',
    favour: 'up',
    rule: 'Net income to common / Revenue',
    inputs: ['NetIncomeLossAttributableCommonShareholders', 'Revenue'],
  },
  {
    field: 'calculated.tax_rate',
    label: 'Effective tax rate',
    unit: 'percent',
    favour: 'neither',
    rule: 'Income taxes / Income before taxes',
    inputs: ['IncomeTaxes', 'IncomeBeforeIncomeTaxes'],
  },
  {
    field: 'calculated.free_cash_flow',
    label: 'Free cash flow',
    unit: 'money',
    favour: 'up',
    rule: 'Cash from operations + Capital expenditure (an outflow, below zero)',
    inputs: ['NetCashOperatingActivities', 'PurchasePropertyPlantEquipment'],
  },
  {
    field: 'calculated.fcf_margin',
    label: 'Free cash flow margin',
    unit: 'percent',
    favour: 'up',
    rule: '(Cash from operations + Capital expenditure) / Revenue',
    inputs: ['NetCashOperatingActivities', 'PurchasePropertyPlantEquipment', 'Revenue'],
  },
  {
    field: 'calculated.net_debt',
    label: 'Net debt',
    unit: 'money',
    favour: 'neither',
    rule: 'Current debt + Long-term debt and leases − Cash and equivalents − Short-term investments',
    inputs: ['DebtCurrent', 'LongTermDebtCapitalLeaseObligations', 'CashEquivalents', 'ShortTermInvestments'],
  },
]

export const calculatedByField: ReadonlyMap<string, CalculatedLine> = new Map(
  calculatedLines.map((each) => [each.field, each]),
)
