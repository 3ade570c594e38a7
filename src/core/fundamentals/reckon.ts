import type { Figure } from '#contract/desk/financials.ts'
import { reckonedLines } from '#contract/desk/reckoned-lines.ts'
import { evaluate } from '../metrics/evaluate.ts'
import type { Formula } from '../metrics/formula.ts'

type Figures = Readonly<Record<string, Figure | undefined>>

const line = (field: string): Formula => ({ kind: 'line', field })
const plus = (left: Formula, right: Formula): Formula => ({ kind: 'operation', sign: '+', left, right })
const minus = (left: Formula, right: Formula): Formula => ({ kind: 'operation', sign: '-', left, right })
const share = (part: Formula, base: Formula): Formula => ({ kind: 'call', name: 'share', of: [part, base] })

const revenue = line('Revenue')
/** Capital expenditure is an outflow and comes below zero (interface.md, "outflows are negative"). */
const freeCashFlow = plus(line('NetCashOperatingActivities'), line('PurchasePropertyPlantEquipment'))

/** What `reckonedLines` says in words, by field: one truth for the screen, comparisons and workbooks. */
export const reckonedFormulas: ReadonlyMap<string, Formula> = new Map([
  ['reckoned.gross_margin', share(line('GrossProfit'), revenue)],
  ['reckoned.operating_margin', share(line('OperatingIncome'), revenue)],
  ['reckoned.ebitda_margin', share(line('EBITDA'), revenue)],
  ['reckoned.net_margin', share(line('NetIncomeLossAttributableCommonShareholders'), revenue)],
  ['reckoned.tax_rate', share(line('IncomeTaxes'), line('IncomeBeforeIncomeTaxes'))],
  ['reckoned.free_cash_flow', freeCashFlow],
  ['reckoned.fcf_margin', share(freeCashFlow, revenue)],
  [
    'reckoned.net_debt',
    minus(
      plus(line('DebtCurrent'), line('LongTermDebtCapitalLeaseObligations')),
      plus(line('CashEquivalents'), line('ShortTermInvestments')),
    ),
  ],
])

/** Every reckoned line of one period, by its field; see `reckonedLines` for the rules. */
export function reckon(figures: Figures): Record<string, Figure> {
  return Object.fromEntries(reckonedLines.map(({ field }) => [field, reckonLine(field, figures)]))
}

/** n/a for a field that is no reckoned line. */
export function reckonLine(field: string, figures: Figures): Figure {
  const formula = reckonedFormulas.get(field)
  if (!formula) return null
  return evaluate(formula, 0, { line: (name) => [figures[name] ?? null], prior: nowhere, yearAgo: nowhere })
}

function nowhere(): undefined {
  return undefined
}
