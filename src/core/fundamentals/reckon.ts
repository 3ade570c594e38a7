import type { Figure } from '#contract/desk/financials.ts'
import { reckonedLines } from '#contract/desk/reckoned-lines.ts'
import { share } from './growth.ts'

type Figures = Readonly<Record<string, Figure | undefined>>

/** Every reckoned line of one period, by its field; see `reckonedLines` for the rules. */
export function reckon(figures: Figures): Record<string, Figure> {
  return Object.fromEntries(reckonedLines.map(({ field }) => [field, reckonLine(field, figures)]))
}

/** n/a for a field that is no reckoned line. */
export function reckonLine(field: string, figures: Figures): Figure {
  const revenue = figures['Revenue']
  switch (field) {
    case 'reckoned.gross_margin':
      return share(figures['GrossProfit'], revenue)
    case 'reckoned.operating_margin':
      return share(figures['OperatingIncome'], revenue)
    case 'reckoned.ebitda_margin':
      return share(figures['EBITDA'], revenue)
    case 'reckoned.net_margin':
      return share(figures['NetIncomeLossAttributableCommonShareholders'], revenue)
    case 'reckoned.tax_rate':
      return share(figures['IncomeTaxes'], figures['IncomeBeforeIncomeTaxes'])
    case 'reckoned.free_cash_flow':
      return freeCashFlow(figures)
    case 'reckoned.fcf_margin':
      return share(freeCashFlow(figures), revenue)
    case 'reckoned.net_debt':
      return netDebt(figures)
    default:
      return null
  }
}

/** Capital expenditure is an outflow and comes below zero (interface.md, "outflows are negative"). */
function freeCashFlow(figures: Figures): Figure {
  return sum([figures['NetCashOperatingActivities'], figures['PurchasePropertyPlantEquipment']])
}

function netDebt(figures: Figures): Figure {
  const debt = sum([figures['DebtCurrent'], figures['LongTermDebtCapitalLeaseObligations']])
  const cash = sum([figures['CashEquivalents'], figures['ShortTermInvestments']])
  return typeof debt === 'number' && typeof cash === 'number' ? debt - cash : null
}

function sum(figures: readonly (Figure | undefined)[]): Figure {
  let total = 0
  for (const figure of figures) {
    if (typeof figure !== 'number') return null
    total += figure
  }
  return total
}
