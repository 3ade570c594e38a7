/**
 * Apple Inc., Form 10-K for the fiscal year ended 28 September 2024 and the Forms 10-Q of that year. Money in millions of dollars,
 * shares in thousands. The fiscal year ends on the last Saturday of September; 2023 had 53 weeks.
 */
export const fiscal2024 = {
  Revenue: 391_035,
  CostOfRevenue: 210_352,
  GrossProfit: 180_683,
  ResearchDevelopment: 31_370,
  SellingGeneralAdministrative: 26_097,
  TotalOperatingExpenses: 57_467,
  OperatingIncome: 123_216,
  IncomeBeforeIncomeTaxes: 123_485,
  IncomeTaxes: 29_749,
  ConsolidatedNetIncomeLoss: 93_736,
  NetIncomeLossAttributableCommonShareholders: 93_736,
  DilutedEarningsPerShare: 6.08,
  EBITDA: 134_661,
  CashEquivalents: 29_943,
  ShortTermInvestments: 35_228,
  TotalAssets: 364_980,
  DebtCurrent: 20_879,
  LongTermDebtCapitalLeaseObligations: 85_750,
  TotalLiabilities: 308_030,
  TotalEquity: 56_950,
  TotalLiabilitiesEquity: 364_980,
  NetCashOperatingActivities: 118_254,
  PurchasePropertyPlantEquipment: -9447,
} as const

export const fiscal2023 = {
  Revenue: 383_285,
  GrossProfit: 169_148,
  OperatingIncome: 114_301,
  TotalAssets: 352_583,
  NetCashOperatingActivities: 110_543,
  PurchasePropertyPlantEquipment: -10_959,
} as const

/** First to fourth quarter of fiscal 2024. */
export const quarters2024 = [
  {
    quarter: 'Q1',
    end: '2023-12-30',
    Revenue: 119_575,
    DilutedEarningsPerShare: 2.18,
    DilutedSharesOutstanding: 15_576_641,
  },
  {
    quarter: 'Q2',
    end: '2024-03-30',
    Revenue: 90_753,
    DilutedEarningsPerShare: 1.53,
    DilutedSharesOutstanding: 15_464_709,
  },
  {
    quarter: 'Q3',
    end: '2024-06-29',
    Revenue: 85_777,
    DilutedEarningsPerShare: 1.4,
    DilutedSharesOutstanding: 15_348_175,
  },
  {
    quarter: 'Q4',
    end: '2024-09-28',
    Revenue: 94_930,
    DilutedEarningsPerShare: 0.97,
    DilutedSharesOutstanding: 15_242_853,
  },
] as const

export const quarters2023 = [
  { quarter: 'Q1', end: '2022-12-31', Revenue: 117_154 },
  { quarter: 'Q2', end: '2023-04-01', Revenue: 94_836 },
  { quarter: 'Q3', end: '2023-07-01', Revenue: 81_797 },
  { quarter: 'Q4', end: '2023-09-30', Revenue: 89_498 },
] as const
