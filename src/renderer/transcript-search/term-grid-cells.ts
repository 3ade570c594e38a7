/**
 * Figures of the term grid: mentions by quarter, totals, changes, colors, and the exported table.
 */

import type { TermGrid } from '#contract/api/transcript-search.ts'
import { absent, plainFigure } from '../format/figures.ts'
import type { SpreadsheetTable, SpreadsheetCell } from '../format/copied-table.ts'
import { formatFixed, formatNumber } from '../format/counts.ts'

export type GridMeasure = 'mentions' | 'per1000'
/** As controls and exported tables name them. */
export const measureLabels: Readonly<Record<GridMeasure, string>> = {
  mentions: 'Mentions',
  per1000: 'Per 1,000 words',
}
export type GridTerm = TermGrid['terms'][number]
export type TermGridRow = GridTerm['rows'][number]
export type TermGridCell = TermGridRow['cells'][number]
type GridQuarter = TermGrid['quarters'][number]

/** `Q3 2025`: of the calendar. */
export function quarterWord({ quarter, year }: GridQuarter): string {
  return `${quarter} ${year}`
}

/** Neighboring quarters of one year. */
export function yearsOf(
  quarters: readonly GridQuarter[],
): readonly { readonly year: number; readonly count: number }[] {
  const years: { year: number; count: number }[] = []
  for (const { year } of quarters) {
    const open = years.at(-1)
    if (open?.year === year) open.count += 1
    else years.push({ year, count: 1 })
  }
  return years
}

export function valueOf(cell: TermGridCell, measure: GridMeasure): number | null {
  return cell === null ? null : cell[measure]
}

/** A cell always shows its figure: `9`, `1.24`, zero `-`, no call `n/a`. */
export function figureOf(value: number | null, measure: GridMeasure): string {
  if (value === null) return absent
  if (value === 0) return '-'
  return measure === 'mentions' ? formatNumber(value) : formatFixed(value, 2)
}

/** Upper ends of the heat's first four steps, the same for all terms; the fifth is open. */
const heatSteps: Readonly<Record<GridMeasure, readonly number[]>> = {
  mentions: [2, 4, 6, 8],
  per1000: [0.25, 0.5, 1, 2],
}

/** The steps in words, for the legend. */
export const heatLabels: Readonly<Record<GridMeasure, readonly string[]>> = {
  mentions: ['1–2', '3–4', '5–6', '7–8', '9+'],
  per1000: ['to 0.25', 'to 0.50', 'to 1.00', 'to 2.00', 'above 2.00'],
}

/** 0: nothing to color. */
export function heatOf(value: number | null, measure: GridMeasure): 0 | 1 | 2 | 3 | 4 | 5 {
  if (value === null || value === 0) return 0
  const above = heatSteps[measure].filter((step) => value > step).length
  return ([1, 2, 3, 4, 5] as const)[above] ?? 5
}

/** The sum of several cells: their mentions, per thousand of their words. Null: none has a call. */
export function sumOf(cells: readonly TermGridCell[], measure: GridMeasure): number | null {
  const known = cells.filter((cell) => cell !== null)
  if (known.length === 0) return null
  const mentions = known.reduce((sum, cell) => sum + cell.mentions, 0)
  if (measure === 'mentions') return mentions
  const words = known.reduce((sum, cell) => sum + cell.words, 0)
  return words === 0 ? 0 : (mentions / words) * 1000
}

/** Totals of a term's companies, quarter by quarter. */
export function totalsOf({ rows }: Pick<GridTerm, 'rows'>, quarters: number, measure: GridMeasure): (number | null)[] {
  return Array.from({ length: quarters }, (_, at) =>
    sumOf(
      rows.map(({ cells }) => cells[at] ?? null),
      measure,
    ),
  )
}

const quartersInYear = 4
/** With fewer mentions a change tells nothing. */
const leastBase = 3

/**
 * Change of the last four quarters on the four before them, as a fraction, over the quarters alone that have a call in both years, for
 * each company. Null: there is none; `n.m.`: fewer than three mentions to compare with.
 */
export function changeOf(rows: readonly Pick<TermGridRow, 'cells'>[], measure: GridMeasure): number | 'n.m.' | null {
  const pairs = rows.flatMap(({ cells }) =>
    cells.slice(-quartersInYear).flatMap((_, back) => {
      const at = cells.length - Math.min(quartersInYear, cells.length) + back
      const [now, before] = [cells[at] ?? null, cells[at - quartersInYear] ?? null]
      return now && before ? [{ now, before }] : []
    }),
  )
  if (pairs.length === 0) return null
  const base = pairs.map(({ before }) => before)
  if ((sumOf(base, 'mentions') ?? 0) < leastBase) return 'n.m.'
  const [was, is] = [
    sumOf(base, measure),
    sumOf(
      pairs.map(({ now }) => now),
      measure,
    ),
  ]
  return was === null || is === null || was === 0 ? 'n.m.' : is / was - 1
}

/** `+63%`, `(23%)`, `0%`. */
export function changeText(change: number | 'n.m.' | null): string {
  if (change === null) return absent
  if (change === 'n.m.') return 'n.m.'
  const percent = Math.round(change * 100)
  if (percent === 0) return '0%'
  return percent > 0 ? `+${formatNumber(percent)}%` : `(${Math.abs(percent)}%)`
}

/** A row a company and term, a column a quarter. An empty cell has no call. */
export function gridSheet(
  { terms, quarters }: Pick<TermGrid, 'terms' | 'quarters'>,
  measure: GridMeasure,
): SpreadsheetTable {
  return {
    heads: ['Term', 'Measure', 'Symbol', 'Company', ...quarters.map(({ quarter, year }) => `${quarter} ${year}`)],
    rows: terms.flatMap(({ term, rows }) =>
      rows.map(({ symbol, company, cells }): SpreadsheetCell[] => [
        term,
        measureLabels[measure],
        symbol,
        company,
        ...cells.map((cell) => {
          const value = valueOf(cell, measure)
          return value === null ? null : Number(plainFigure(measure === 'mentions' ? value : Number(value.toFixed(6))))
        }),
      ]),
    ),
  }
}

/** The same quarter a year earlier, where it is in the grid. */
export function yearBefore(row: Pick<TermGridRow, 'cells'>, at: number): TermGridCell | undefined {
  return row.cells[at - quartersInYear]
}
