/**
 * The columns of a statement sheet: its periods, spare columns for later ones, then the prior-year
 * LTM, the LTM or latest balance, and the change. Older periods are folded.
 */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { numbered } from '../workbook-update/anchored-sheet.ts'
import type { PeriodGrid } from './period-grid.ts'

/** A column of a sheet of lines, after the labels. */
export type LineColumn =
  | {
      readonly kind: 'figures'
      /** Column of the grid. */
      readonly column: number
      readonly head: string
      readonly isHidden: boolean
      /** Made of other columns, and distinguished from them. */
      readonly isWell: boolean
    }
  /** Empty, so that an update adds the next period next to the last one. */
  | { readonly kind: 'spare' }
  /** Change of the latest column on that of a year before, as columns of the grid. */
  | { readonly kind: 'change'; readonly head: string; readonly now: number; readonly before: number }

/** The columns after a sheet's periods: sums of four quarters, balances at their end, or only the change of the last period. */
export type LatestFigures = 'twelve-months' | 'balance' | 'last-period' | 'none'

/** Periods that are seen and printed; older ones are folded. */
const shown = { quarters: 12, years: 10 }
/** A year of quarters. */
const spareCount = 4

const changeHead = 'y/y'
const priorHeads = { 'twelve-months': 'Prior-year LTM', balance: 'Prior year' } as const
const latestHeads = { 'twelve-months': 'LTM', balance: 'Latest' } as const

export function lineColumns(grid: PeriodGrid, latest: LatestFigures): readonly LineColumn[] {
  const { periods, hasTwelveMonths } = grid
  const folded = periods.length - (hasTwelveMonths ? shown.quarters : shown.years)
  const spare: LineColumn = { kind: 'spare' }
  const last = periods.length - 1
  return [
    ...periods.map((period, column): LineColumn => ({
      kind: 'figures',
      column,
      head: fiscalPeriodName(period),
      isHidden: column < folded,
      isWell: false,
    })),
    ...Array.from({ length: spareCount }, () => spare),
    ...(latest === 'none'
      ? []
      : !hasTwelveMonths
        ? [change(last, grid.yearAgo(last) ?? -1)]
        : latest === 'last-period'
          ? [sum(grid.latest, 'LTM', true), change(last, grid.yearAgo(last) ?? -1)]
          : [
              sum(grid.before, priorHeads[latest], true),
              sum(grid.latest, latestHeads[latest], false),
              change(grid.latest, grid.before),
            ]),
  ]
}

function sum(column: number, head: string, isHidden: boolean): LineColumn {
  return { kind: 'figures', column, head, isHidden, isWell: true }
}

function change(now: number, before: number): LineColumn {
  return { kind: 'change', head: changeHead, now, before }
}

/** The words by which an update finds the columns; a spare one has none. */
export function columnKeys(columns: readonly LineColumn[]): string[] {
  return numbered(columns.map((column) => (column.kind === 'spare' ? '' : column.head)))
}

/** Columns that an earlier version lacked, or that a user has deleted: an update adds none. */
export const optionalHeads: ReadonlySet<string> = new Set([changeHead, ...Object.values(priorHeads)])
