import { figuresIn } from '../ui/grid/moves.ts'
import { toldAt } from './compare-cells.ts'
import type { Comparison } from './comparison.svelte.ts'
import { slotName, writeFigure, writeMedian } from './compare-words.ts'

export interface Statistic {
  readonly name: string
  readonly text: string
  /** Behind the figure: whose it is. */
  readonly whose?: string
}

/** Of one figure: how its line stands among the companies. Of a range: what may be reckoned of it. */
export function statisticsOf(comparison: Comparison): readonly Statistic[] {
  const { grid } = comparison
  return figuresIn(grid.range) < 2 ? amongCompanies(comparison) : ofRange(comparison)
}

function amongCompanies(comparison: Comparison): readonly Statistic[] {
  const { table, columns, grid, answered, scale } = comparison
  const line = comparison.line(grid.active.row)
  const place = columns[grid.active.column]?.place
  const slot = place && table.columns[place.slot]
  if (!line || !place || !slot || line.median.length === 0) return []
  const told = table.companies.flatMap(({ symbol }, company) => {
    const value = toldAt(table, line, { is: 'figure', company, slot: place.slot })
    return typeof value === 'number' ? [{ symbol, value }] : []
  })
  const [first] = told
  if (!first) return []
  const high = told.reduce((most, one) => (one.value > most.value ? one : most), first)
  const low = told.reduce((least, one) => (one.value < least.value ? one : least), first)
  const write = (value: number) => writeFigure(value, line.unit, answered.mode, scale)
  return [
    {
      name: `Median ${slotName(slot, answered)}`,
      text: writeMedian(line.median[place.slot] ?? null, line.unit, answered.mode, scale),
    },
    { name: 'High', text: write(high.value), whose: high.symbol },
    { name: 'Low', text: write(low.value), whose: low.symbol },
  ]
}

/** Figures of one unit; amounts of money of one company only, whose currency is one. */
function ofRange(comparison: Comparison): readonly Statistic[] {
  const { table, columns, rows, grid, answered, scale } = comparison
  const { top, bottom, left, right } = grid.range
  const shown = columns.slice(Math.max(0, left), right + 1).filter(({ place }) => place.is === 'figure')
  const lines = rows.slice(Math.max(0, top), bottom + 1).flatMap(({ line }) => table.lines[line] ?? [])
  const [first] = lines
  if (!first || lines.some(({ unit }) => unit !== first.unit)) return []
  const isMoney = (first.unit === 'money' || first.unit === 'per-share') && answered.mode === 'values'
  if (isMoney && new Set(shown.map(({ group }) => group)).size > 1) return []
  const numbers = lines
    .flatMap((line) => shown.map(({ place }) => toldAt(table, line, place)))
    .filter((figure) => typeof figure === 'number')
  if (numbers.length === 0) return [{ name: 'Count', text: '0' }]
  const write = (value: number) => writeFigure(value, first.unit, answered.mode, scale)
  return [
    { name: 'Average', text: write(numbers.reduce((sum, figure) => sum + figure, 0) / numbers.length) },
    { name: 'Count', text: String(numbers.length) },
    { name: 'Low', text: write(Math.min(...numbers)) },
    { name: 'High', text: write(Math.max(...numbers)) },
  ]
}
