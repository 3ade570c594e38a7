/** A company's statements as one table, for CSV and other files with a single table. */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import type { CompanySeries } from '../../fundamentals/company-series.ts'
import { isFullYear } from '../../fundamentals/fiscal-period.ts'
import { calculatedFormulas } from '../../fundamentals/calculate-lines.ts'
import { dateCell, type Cell, type Row } from '../workbook/cells.ts'
import type { OwnLine } from './line-sheets.ts'
import { PeriodGrid } from './period-grid.ts'

/**
 * Everything as one table, for file types with a single one: a row per line, a column per period, years before quarters. `asOf`:
 * the day of the figures, in a separate row, since such a file has no other place for it; null: now.
 */
export function companyTable({ periods }: CompanySeries, own: readonly OwnLine[], asOf: string | null): Row[] {
  const formulas = new Map([...calculatedFormulas, ...own.map(({ field, formula }) => [field, formula] as const)])
  const grids = [true, false]
    .map((isYear) => periods.filter(({ quarter }) => isFullYear(quarter) === isYear))
    .filter((some) => some.length > 0)
    .map((some) => new PeriodGrid(some, formulas, periods))
  const lines = [...figureLines.values(), ...own.map((line) => ({ ...line, statement: null }))]
  const heads = (tell: (grid: PeriodGrid, column: number) => Cell): Cell[] =>
    grids.flatMap((grid) => Array.from({ length: grid.columns }, (_, column) => tell(grid, column)))
  return [
    {
      cells: [
        'statement',
        'line',
        'field',
        'unit',
        ...heads((grid, column) => {
          const period = grid.periods[column]
          return period ? fiscalPeriodName(period) : 'LTM'
        }),
      ],
    },
    {
      cells: [null, 'Period ends', null, null, ...heads((grid, column) => dateCell(grid.endOf(column)))],
    },
    ...(periods.some(({ adjustment }) => adjustment)
      ? [{ cells: [null, 'Split factor (EPS divided by, shares multiplied by)', null, null, ...heads(factorOf)] }]
      : []),
    ...(asOf === null ? [] : [{ cells: [null, 'As of', null, null, ...heads(() => dateCell(asOf))] }]),
    ...lines.map(({ statement, label, field, unit }) => ({
      cells: [statement ?? 'metrics', label, field, unit, ...grids.flatMap((grid) => [...filled(grid, field)])],
    })),
  ]
}

/** Twelve months may have several factors. */
function factorOf({ periods }: PeriodGrid, column: number): Cell {
  const period = periods[column]
  if (!period) return null
  const factor = period.adjustment?.factor ?? 1
  return Number.isNaN(factor) ? 'n.m.' : factor
}

function filled(grid: PeriodGrid, field: string): readonly Cell[] {
  const figures = grid.line(field)
  return Array.from({ length: grid.columns }, (_, column) => figures[column] ?? null)
}
