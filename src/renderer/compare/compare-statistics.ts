/**
 * Statistics for the status bar of a comparison, of the active line or a selected range. Also
 * determines which lines and companies are selected, for the charts.
 */

import { isMoneyUnit } from '#contract/service/statement-lines.ts'
import type { Range } from '../ui/grid/grid-types.ts'
import { figuresIn } from '../ui/grid/keyboard-navigation.ts'
import { derivedFigureAt, type ColumnPosition } from './compare-cells.ts'
import type { Comparison, FigurePosition } from './comparison.svelte.ts'
import type { ChartSelection } from './compare-charts.ts'
import { periodColumnName, writeFigure, writeMedian } from './compare-text.ts'

interface Statistic {
  readonly name: string
  readonly text: string
  /** The company of the figure. */
  readonly whose?: string
}

/** For one figure: its line among the companies. For a range: the statistics that its units allow. */
export function statisticsOf(comparison: Comparison): readonly Statistic[] {
  const { grid } = comparison
  return figuresIn(grid.range) < 2 ? amongCompanies(comparison) : ofRange(comparison)
}

function amongCompanies(comparison: Comparison): readonly Statistic[] {
  const { table, grid, shownSettings, scale } = comparison
  const at = comparison.at(grid.active)
  const column = at && table.columns[at.position.columnAt]
  if (!at || !column || at.line.median.length === 0) return []
  const { line, position } = at
  const figures = table.companies.flatMap(({ symbol, periods }, company) => {
    if (periods[position.columnAt]?.outdated) return []
    const value = derivedFigureAt(table, line, { is: 'figure', company, columnAt: position.columnAt })
    return typeof value === 'number' ? [{ symbol, value }] : []
  })
  const [first] = figures
  if (!first) return []
  const high = figures.reduce((most, one) => (one.value > most.value ? one : most), first)
  const low = figures.reduce((least, one) => (one.value < least.value ? one : least), first)
  const write = (value: number) => writeFigure(value, line, shownSettings.mode, scale)
  return [
    {
      name: `Median ${periodColumnName(column, shownSettings)}`,
      text: writeMedian(line.median[position.columnAt] ?? null, line, shownSettings.mode, scale),
    },
    { name: 'High', text: write(high.value), whose: high.symbol },
    { name: 'Low', text: write(low.value), whose: low.symbol },
  ]
}

/** Figures of one unit; amounts of money of one company only, which has one currency. */
function ofRange(comparison: Comparison): readonly Statistic[] {
  const { table, grid, shownSettings, scale } = comparison
  const stored = figuresStored(comparison, grid.range)
  const first = stored[0]?.line
  if (!first || stored.some(({ line }) => line.unit !== first.unit)) return []
  const isMoney = isMoneyUnit(first.unit) && shownSettings.mode === 'values'
  if (isMoney && !shownSettings.oneCurrency && new Set(stored.map(({ position }) => position.company)).size > 1)
    return []
  const numbers = stored
    .map(({ line, position }) => derivedFigureAt(table, line, position))
    .filter((figure) => typeof figure === 'number')
  if (numbers.length === 0) return [{ name: 'Count', text: '0' }]
  const write = (value: number) => writeFigure(value, first, shownSettings.mode, scale)
  return [
    { name: 'Average', text: write(numbers.reduce((sum, figure) => sum + figure, 0) / numbers.length) },
    { name: 'Count', text: String(numbers.length) },
    { name: 'Low', text: write(numbers.reduce((least, one) => Math.min(least, one))) },
    { name: 'High', text: write(numbers.reduce((most, one) => Math.max(most, one))) },
  ]
}

type StoredFigureCount = FigurePosition & { readonly position: Extract<ColumnPosition, { is: 'figure' }> }

/** The companies' own figures in a range, row by row. */
function figuresStored(comparison: Comparison, { top, bottom, left, right }: Range): readonly StoredFigureCount[] {
  const stored: StoredFigureCount[] = []
  for (let row = Math.max(0, top); row <= bottom; row += 1) {
    for (let column = Math.max(0, left); column <= right; column += 1) {
      const at = comparison.at({ row, column })
      if (at?.position.is === 'figure') stored.push({ line: at.line, position: at.position })
    }
  }
  return stored
}

/** The content of a selection. A single figure selects its line in every company. */
export function selectedIn(comparison: Comparison): ChartSelection {
  const { table, rows, columns, grid, shownSettings, scale, fixed } = comparison
  const { top, bottom, left, right } = grid.range
  const spots = [
    ...rows.slice(Math.max(0, top), bottom + 1).map(({ spot }) => spot),
    ...columns.slice(Math.max(0, left), right + 1).map(({ spot }) => spot),
    fixed,
  ]
  const indexesOf = (name: 'line' | 'company') => [...new Set(spots.flatMap((spot) => spot[name] ?? []))]
  const companies = figuresIn(grid.range) < 2 ? [] : indexesOf('company')
  const position = comparison.at(grid.active)?.position
  return {
    table,
    shownSettings,
    scale,
    lines: indexesOf('line'),
    companies: companies.length > 0 ? companies : [...table.companies.keys()],
    company: position && position.is !== 'median' ? position.company : -1,
    columnAt: position?.columnAt ?? table.columns.length - 1,
  }
}
