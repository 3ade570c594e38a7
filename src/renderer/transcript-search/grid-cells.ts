import type { InferredQuarter } from '#contract/api/calls.ts'
import type { TermGrid } from '#contract/api/transcript-search.ts'
import { absent, plainFigure } from '../format/figures.ts'
import type { Sheet, SheetCell } from '../format/copied-table.ts'

export type GridMeasure = 'mentions' | 'per1000'
/** As controls and exported tables name them. */
export const measureLabels: Readonly<Record<GridMeasure, string>> = {
  mentions: 'Mentions',
  per1000: 'Per 1,000 words',
}
export type GridTerm = TermGrid['terms'][number]
export type GridRow = GridTerm['rows'][number]
export type GridCell = GridRow['cells'][number]

/** `Q3 25`; a half or a whole year as it is named. */
export function quarterWord({ quarter, year }: InferredQuarter): string {
  return `${quarter} ${String(year).slice(-2)}`
}

export function valueOf(cell: GridCell, measure: GridMeasure): number | null {
  return cell === null ? null : cell[measure]
}

/** The figure always stands in its cell: `9`, `1.24`, zero `-`, no call `n/a`. */
export function figureOf(value: number | null, measure: GridMeasure): string {
  if (value === null) return absent
  if (value === 0) return '-'
  return measure === 'mentions' ? value.toLocaleString('en-US') : value.toFixed(2)
}

/** Upper ends of the heat's first four steps; the fifth is open. So that one outlier does not pale the rest, from the 95th percentile. */
export function heatSteps(terms: readonly GridTerm[], measure: GridMeasure): readonly number[] {
  const values = terms
    .flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.map((cell) => valueOf(cell, measure) ?? 0)))
    .filter((value) => value > 0)
    .sort((left, right) => left - right)
  const high = values[Math.ceil(values.length * 0.95) - 1] ?? 0
  const step = measure === 'mentions' ? Math.max(1, Math.ceil(high / 5)) : high / 5
  return [1, 2, 3, 4].map((at) => at * step)
}

/** 0: nothing to colour. */
export function heatOf(value: number | null, steps: readonly number[]): 0 | 1 | 2 | 3 | 4 | 5 {
  if (value === null || value === 0) return 0
  const above = steps.filter((step) => value > step).length
  return ([1, 2, 3, 4, 5] as const)[above] ?? 5
}

/**
 * Of all companies by quarter; null where none has a call. Nothing when rows are left out: a sum of some would read as one of all.
 */
export function totalsOf({ rows, companies }: GridTerm, quarters: number): readonly (number | null)[] | null {
  const saying = rows.filter(({ cells }) => cells.some((cell) => (cell?.mentions ?? 0) > 0)).length
  if (saying < companies) return null
  return Array.from({ length: quarters }, (_, at) => {
    const counts = rows.flatMap(({ cells }) => cells[at]?.mentions ?? [])
    return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
  })
}

/** A row a company and term, a column a quarter. An empty cell has no call. */
export function gridSheet({ terms, quarters }: TermGrid, measure: GridMeasure): Sheet {
  return {
    heads: ['Term', 'Measure', 'Symbol', 'Company', ...quarters.map(({ quarter, year }) => `${quarter} FY${year}`)],
    rows: terms.flatMap(({ term, rows }) =>
      rows.map(({ symbol, company, cells }): SheetCell[] => [
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
export function yearBefore(row: GridRow, quarters: readonly InferredQuarter[], at: number): GridCell | undefined {
  const now = quarters[at]
  const before = quarters.findIndex(({ quarter, year }) => quarter === now?.quarter && year === now.year - 1)
  return before < 0 ? undefined : row.cells[before]
}
