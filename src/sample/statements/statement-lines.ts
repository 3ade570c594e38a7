/** The names of all statement lines, as types of the sample's statements. */

export const incomeFields = [
  'Revenue',
  'CostOfRevenue',
  'GrossProfit',
  'SellingGeneralAdministrative',
  'ResearchDevelopment',
  'DepreciationDepletionAmortizationExpense',
  'OtherOperatingExpenses',
  'TotalOperatingExpenses',
  'OperatingIncome',
  'InterestExpense',
  'InterestInvestmentIncome',
  'OtherExpenseIncome',
  'TotalOtherIncomeExpense',
  'IncomeBeforeIncomeTaxes',
  'IncomeTaxes',
  'DiscontinuedOperations',
  'EquityInAffiliates',
  'ExtraordinaryItems',
  'ConsolidatedNetIncomeLoss',
  'NoncontrollingInterestIncome',
  'PreferredStockDividendsDeclared',
  'NetIncomeLossAttributableCommonShareholders',
  'BasicEarningsPerShare',
  'DilutedEarningsPerShare',
  'BasicSharesOutstanding',
  'DilutedSharesOutstanding',
  'EBITDA',
] as const

const balanceFields = [
  'CashEquivalents',
  'ShortTermInvestments',
  'Inventories',
  'PrepaidExpensesOtherCurrentAssets',
  'TotalCurrentAssets',
  'PropertyPlantEquipmentNet',
  'Goodwill',
  'IntangibleAssetsNet',
  'OtherAssets',
  'TotalAssets',
  'AccountsPayable',
  'DeferredRevenueCurrent',
  'DeferredLiabilitiesCurrent',
  'DebtCurrent',
  'AccruedOtherCurrentLiabilities',
  'TotalCurrentLiabilities',
  'LongTermDebtCapitalLeaseObligations',
  'OtherNoncurrentLiabilities',
  'TotalLiabilities',
  'CommitmentsContingencies',
  'PreferredStock',
  'CommonStock',
  'AdditionalPaidInCapital',
  'TreasuryStock',
  'AccumulatedOtherComprehensiveIncome',
  'RetainedEarningsDeficit',
  'OtherEquity',
  'TotalEquityAttributableParent',
  'NoncontrollingInterest',
  'TotalEquity',
  'TotalLiabilitiesEquity',
] as const

export const cashFlowFields = [
  'NetIncomeCashFlow',
  'IncomeLossDiscontinuedOperations',
  'DepreciationDepletionAmortization',
  'OtherOperatingActivities',
  'ChangeOtherOperatingAssetsLiabilitiesNet',
  'CashOperatingActivitiesContinuingOperations',
  'NetCashOperatingActivitiesDiscontinuedOperations',
  'NetCashOperatingActivities',
  'PurchasePropertyPlantEquipment',
  'SalePropertyPlantEquipment',
  'AcquisitionsNet',
  'OtherInvestingActivities',
  'NetCashInvestingActivitiesContinuingOperations',
  'NetCashInvestingActivitiesDiscontinuedOperations',
  'NetCashInvestingActivities',
  'ShortTermDebtIssuancesRepayments',
  'CashDividends',
  'EquityRepurchases',
  'OtherFinancingActivities',
  'NetCashFinancingActivitiesContinuingOperations',
  'NetCashFinancingActivitiesDiscontinuedOperations',
  'NetCashFinancingActivities',
  'EffectCurrencyExchangeRate',
  'OtherCashAdjustments',
  'ChangeCashEquivalents',
] as const

type Figures<Fields extends readonly string[]> = Record<Fields[number], number>
export type IncomeStatement = Figures<typeof incomeFields>
export type BalanceSheet = Figures<typeof balanceFields>
export type CashFlowStatement = Figures<typeof cashFlowFields>
export type StatementField = keyof IncomeStatement | keyof BalanceSheet | keyof CashFlowStatement

/** All lines of one period. */
export type StatementFigures = IncomeStatement & BalanceSheet & CashFlowStatement

export const statementFields: readonly StatementField[] = [...incomeFields, ...balanceFields, ...cashFlowFields]
