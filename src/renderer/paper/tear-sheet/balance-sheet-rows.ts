/** The rows of the balance sheet in a tear sheet. */

import { comparedLines } from '#contract/api/figure-lines.ts'
import type { Figure } from '#contract/api/financials.ts'
import { figureCell, type PaperCell } from '../paper-figures.ts'

export interface BalanceRow {
  readonly field: string
  readonly label: string
  readonly rank: 'plain' | 'total' | 'sub'
  readonly cell: PaperCell
}

const plans: readonly (readonly [field: string, label: string | null, rank: BalanceRow['rank']])[] = [
  ['CashEquivalents', null, 'plain'],
  ['ShortTermInvestments', null, 'plain'],
  ['Inventories', null, 'plain'],
  ['TotalCurrentAssets', null, 'plain'],
  ['PropertyPlantEquipmentNet', null, 'plain'],
  ['Goodwill', null, 'plain'],
  ['IntangibleAssetsNet', null, 'plain'],
  ['OtherAssets', null, 'plain'],
  ['TotalAssets', null, 'total'],
  ['DebtCurrent', null, 'plain'],
  ['LongTermDebtCapitalLeaseObligations', null, 'plain'],
  ['TotalLiabilities', null, 'plain'],
  ['TotalEquity', null, 'total'],
  ['NoncontrollingInterest', 'of which noncontrolling', 'sub'],
]

/** Rows that stay, however short the page is. */
export const keptBalance: readonly string[] = ['CashEquivalents', 'TotalAssets', 'TotalLiabilities', 'TotalEquity']

/** The lines of a balance sheet that are stored. Pure. */
export function balanceRows(lines: Readonly<Record<string, Figure>>): readonly BalanceRow[] {
  return plans.flatMap(([field, label, rank]): BalanceRow[] => {
    const figure = lines[field] ?? null
    const line = comparedLines.get(field)
    if (figure === null || !line) return []
    return [{ field, label: label ?? line.label, rank, cell: figureCell(figure, line.unit) }]
  })
}
