/**
 * The rows of a company's key figures, in order. Flows are shown as reported for each quarter, balances with returns, cover and
 * days: see `spanOf`.
 */
export const flowFields: readonly string[] = [
  'Revenue',
  'calculated.gross_margin',
  'calculated.operating_margin',
  'calculated.net_margin',
  'DilutedEarningsPerShare',
  'EBITDA',
  'calculated.free_cash_flow',
]

export const endFields: readonly string[] = [
  'calculated.net_debt',
  'calculated.net_debt_to_ebitda',
  'calculated.interest_cover',
  'return_on_equity',
  'roic',
  'working_capital_days.dso',
  'working_capital_days.dio',
  'working_capital_days.dpo',
]
