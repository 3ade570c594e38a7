/**
 * The rows of the tear sheet's tables of figures: which lines, which replace missing ones, and
 * which are dropped first when a page is too short.
 */

import { comparedLines } from '#contract/api/figure-lines.ts'
import type { Figure, Period } from '#contract/api/financials.ts'
import { cashCycleField } from '#contract/api/tear-sheet-fields.ts'
import type { SheetTable } from '#contract/api/tear-sheet.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import { changeCell, figureCell, type PaperCell } from '../paper-figures.ts'
import { isSplitRemark, meaningsOf, shareMarks, type MarkMeaning } from '../paper-marks.ts'

/** A row of a table as it is planned: which line, of what rank, and how soon it goes where the page is too short. */
interface RowPlan {
  readonly field: string
  readonly label?: string
  readonly rank?: 'total' | 'growth' | 'sub'
  /** A stronger line above it. */
  readonly over?: true
  /** The change on a year before instead of the line itself. */
  readonly isChange?: true
  /** The first to go is 1; absent: it stays. */
  readonly goes?: number
  /** Stands in for a line that the company does not have, as a bank has no gross margin. */
  readonly isSubstitute?: true
}

export interface SheetCell extends PaperCell {
  /** Letters as on screen: `r`, `t`, `x`, `a`. */
  readonly marks: readonly string[]
}

export interface SheetRow {
  readonly key: string
  readonly label: string
  readonly rank: 'total' | 'growth' | 'sub' | 'plain'
  readonly over: boolean
  readonly cells: readonly SheetCell[]
  /** Only with the last twelve months; null: they are not shown. */
  readonly twelveMonths: SheetCell | null
  readonly field: string
  readonly goes: number
}

export const yearRows: readonly RowPlan[] = [
  { field: 'Revenue', rank: 'total' },
  { field: 'Revenue', label: 'growth', rank: 'growth', isChange: true },
  { field: 'calculated.gross_margin' },
  { field: 'OperatingIncome', rank: 'total', over: true },
  { field: 'calculated.operating_margin' },
  { field: 'EBITDA', goes: 5 },
  { field: 'NetIncomeLossAttributableCommonShareholders', rank: 'total', over: true },
  { field: 'calculated.net_margin', isSubstitute: true, goes: 1 },
  { field: 'DilutedEarningsPerShare', rank: 'total' },
  { field: 'DilutedEarningsPerShare', label: 'growth', rank: 'growth', isChange: true },
  { field: 'calculated.free_cash_flow', rank: 'total', over: true },
  { field: 'CashDividends', label: 'Dividends paid', goes: 4 },
  { field: 'EquityRepurchases', label: 'Shares repurchased', goes: 3 },
  { field: 'calculated.net_debt', rank: 'total', over: true },
  { field: 'calculated.net_debt_to_ebitda' },
  { field: 'return_on_equity', goes: 7 },
  { field: 'return_on_assets', isSubstitute: true, goes: 1 },
  { field: 'roic', label: 'ROIC' },
  { field: 'calculated.interest_cover', isSubstitute: true, goes: 1 },
  { field: 'working_capital_days.dio', label: 'Days inventory', over: true, goes: 2 },
  { field: 'working_capital_days.dso', label: 'Days sales', isSubstitute: true, goes: 1 },
  { field: cashCycleField, label: 'Cash conversion cycle, days', goes: 2 },
]

export const quarterRows: readonly RowPlan[] = [
  { field: 'Revenue', rank: 'total' },
  { field: 'Revenue', label: 'y/y', rank: 'growth', isChange: true },
  { field: 'GrossProfit', rank: 'total', over: true },
  { field: 'calculated.gross_margin', label: 'margin', rank: 'growth' },
  { field: 'SellingGeneralAdministrative', goes: 3 },
  { field: 'ResearchDevelopment', goes: 2 },
  { field: 'OperatingIncome', rank: 'total', over: true },
  { field: 'calculated.operating_margin', label: 'margin', rank: 'growth' },
  { field: 'OperatingIncome', label: 'y/y', rank: 'growth', isChange: true, goes: 5 },
  { field: 'EBITDA', isSubstitute: true, goes: 1 },
  { field: 'NetIncomeLossAttributableCommonShareholders', rank: 'total', over: true },
  { field: 'calculated.net_margin', label: 'margin', rank: 'growth', isSubstitute: true, goes: 1 },
  { field: 'DilutedEarningsPerShare', rank: 'total' },
  { field: 'DilutedEarningsPerShare', label: 'y/y', rank: 'growth', isChange: true },
  { field: 'NetCashOperatingActivities', over: true },
  { field: 'PurchasePropertyPlantEquipment', goes: 4 },
  { field: 'calculated.free_cash_flow', rank: 'total', over: true },
  { field: 'calculated.net_debt', label: 'Net debt, period end', goes: 2 },
]

/**
 * The rows of a table that have any figure. Substitutes come in for as many rows as the company lacks. Pure.
 * @param most columns: the latest ones
 */
export function sheetRows(plans: readonly RowPlan[], table: SheetTable, most: number): readonly SheetRow[] {
  const rows = plans.flatMap((plan) => {
    const row = rowOf(plan, table, most)
    return row.cells.every(({ isAbsent }) => isAbsent) && (row.twelveMonths?.isAbsent ?? true) ? [] : [{ plan, row }]
  })
  const wanted = plans.filter(({ isSubstitute }) => !isSubstitute).length
  let free = wanted - rows.filter(({ plan }) => !plan.isSubstitute).length
  return rows.flatMap(({ plan, row }) => {
    if (!plan.isSubstitute) return [row]
    free -= 1
    return free >= 0 ? [row] : []
  })
}

/** The given number of rows: the least important are left off. Pure. */
export function keptRows(rows: readonly SheetRow[], count: number): readonly SheetRow[] {
  const going = rows.filter(({ goes }) => goes > 0).toSorted((one, other) => one.goes - other.goes)
  const gone = new Set(going.slice(0, Math.max(0, rows.length - count)).map(({ key }) => key))
  return rows.filter(({ key }) => !gone.has(key))
}

/** Rows that stay, however short the page is. */
export function leastRows(rows: readonly SheetRow[]): number {
  return rows.filter(({ goes }) => goes === 0).length
}

function rowOf(plan: RowPlan, table: SheetTable, most: number): SheetRow {
  const { field, rank = 'plain', over = false, isChange = false, goes = 0 } = plan
  const unit = unitOf(field)
  const write = isChange ? changeCell : figureCell
  const figures = ((isChange ? table.changes : table.lines)[field] ?? []).slice(-most)
  const columns = table.columns.slice(-most)
  const { twelveMonths } = table
  const total = (twelveMonths && (isChange ? twelveMonths.changes : twelveMonths.lines)[field]) ?? null
  const cellOf = (figure: Figure, stored: Period | null): SheetCell => ({
    ...write(figure, unit),
    marks: rank === 'growth' ? [] : marksOf({ field, unit, figure, stored }),
  })
  return {
    key: `${field}${isChange ? ' change' : ''}`,
    label: plan.label ?? comparedLines.get(field)?.label ?? field,
    rank,
    over,
    cells: figures.map((figure, at) => cellOf(figure, columns[at]?.stored ?? null)),
    twelveMonths: twelveMonths && cellOf(total, twelveMonths.period),
    field,
    goes,
  }
}

function unitOf(field: string): UnitKind {
  return field === cashCycleField ? 'days' : (comparedLines.get(field)?.unit ?? 'count')
}

interface MarkedFigure {
  readonly field: string
  readonly unit: UnitKind
  readonly figure: Figure
  /** Null: the period is not stored. */
  readonly stored: Period | null
}

/** The same marks as in Financials. */
function marksOf({ field, unit, figure, stored }: MarkedFigure): readonly string[] {
  if (!stored) return []
  return [
    ...(stored.restated.includes(field) ? ['r'] : []),
    ...(stored.breaks.includes(field) ? ['t'] : []),
    ...shareMarks(unit, figure, stored),
  ]
}

/** Meanings of the marks that occur in a table. Pure. */
export function marksIn(rows: readonly SheetRow[]): readonly MarkMeaning[] {
  return meaningsOf(
    rows.flatMap(({ cells, twelveMonths }) =>
      [...cells, ...(twelveMonths ? [twelveMonths] : [])].flatMap(({ marks }) => marks),
    ),
  )
}

/** Notes on share splits between the periods of some tables, each once. Pure. */
export function splitsIn(tables: readonly SheetTable[]): readonly string[] {
  const remarks = tables.flatMap(({ columns }) => columns.flatMap(({ stored }) => stored?.remarks ?? []))
  return [...new Set(remarks.flatMap(({ kind, message }) => (isSplitRemark(kind) ? message : [])))]
}
