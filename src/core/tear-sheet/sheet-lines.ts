/**
 * The lines of a tear sheet's tables. Returns, leverage and days are over the four quarters, or the fiscal year, that end with a
 * period, since those of a single quarter mislead.
 */
export const sheetFields: readonly string[] = [
  'Revenue',
  'GrossProfit',
  'calculated.gross_margin',
  'SellingGeneralAdministrative',
  'ResearchDevelopment',
  'OperatingIncome',
  'calculated.operating_margin',
  'EBITDA',
  'NetIncomeLossAttributableCommonShareholders',
  'calculated.net_margin',
  'DilutedEarningsPerShare',
  'NetCashOperatingActivities',
  'PurchasePropertyPlantEquipment',
  'calculated.free_cash_flow',
  'CashDividends',
  'EquityRepurchases',
  'calculated.net_debt',
  'calculated.net_debt_to_ebitda',
  'calculated.interest_cover',
  'return_on_equity',
  'return_on_assets',
  'roic',
  'working_capital_days.dso',
  'working_capital_days.dio',
  'working_capital_days.dpo',
]

/** At the end of the latest period. */
export const balanceFields: readonly string[] = [
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
  'DebtCurrent',
  'TotalCurrentLiabilities',
  'LongTermDebtCapitalLeaseObligations',
  'OtherNoncurrentLiabilities',
  'TotalLiabilities',
  'TotalEquity',
  'NoncontrollingInterest',
]

/** As stated by the service: their price and date are not in the record. */
export const ratioFields: readonly string[] = ['pe_ratio', 'price_to_book', 'fcf_yield', 'debt_to_equity']
