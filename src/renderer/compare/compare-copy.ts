import { copiedSheet, type SheetCell } from '../format/sheet.ts'
import type { CopiedTable } from '../ui/clipboard.ts'
import type { Range } from '../ui/grid/grid.ts'
import type { Comparison } from './comparison.svelte.ts'
import { toldAt } from './compare-cells.ts'
import { medianGroup } from './compare-columns.ts'

export interface CopiedRange extends CopiedTable {
  /** Figures in it. */
  readonly count: number
}

/** A range for a spreadsheet, in full precision and unscaled; `heads`: with lines, companies and periods. Null: its figures are on their way. */
export function copyRange(comparison: Comparison, range: Range, heads: boolean): CopiedRange | null {
  const { table, columns, rows } = comparison
  const shown = columns.slice(Math.max(0, range.left), range.right + 1)
  const lines = rows.slice(Math.max(0, range.top), range.bottom + 1).filter(({ rank }) => heads || rank !== 'head')
  if (lines.some(({ line }) => table.lines[line]?.isHere === false)) return null
  const cells = lines.map((row): readonly SheetCell[] => {
    const line = table.lines[row.line]
    const figures = shown.map(({ place }): SheetCell => {
      if (!line) return null
      if (place.is === 'rank') return line.ranks[place.company * table.columns.length + place.slot] ?? null
      const told = toldAt(table, line, place)
      return typeof told === 'number' ? told : null
    })
    return heads ? [row.label, ...figures] : figures
  })
  const company = shown.map(({ group = '' }) => (group === medianGroup ? 'Median' : group))
  const ends = shown.map(({ place }) => {
    const records = place.is === 'figure' ? table.companies[place.company]?.slots[place.slot] : null
    return records?.endPeriod ?? ''
  })
  const top: readonly (readonly SheetCell[])[] = heads
    ? [
        ['Period', ...shown.map(({ title }) => title)],
        ['Period end', ...ends],
      ]
    : []
  const sheet = { heads: heads ? ['Reported currency, unscaled', ...company] : [], rows: [...top, ...cells] }
  return { ...copiedSheet(sheet), count: lines.filter(({ rank }) => rank !== 'head').length * shown.length }
}
