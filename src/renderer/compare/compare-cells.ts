/** The cells of a comparison's table: figures, ranks and medians, with color and marks. */

import { isGrowthRate } from '#contract/api/calculated-lines.ts'
import type { ComparedLine, ComparedTable, ComparisonMode, PeriodColumnRecords } from '#contract/api/comparisons.ts'
import type { Figure } from '#contract/api/financials.ts'
import type { Scale } from '../format/scale.ts'
import { toneOf } from '../format/tone.ts'
import { knownBreakMark } from '../app/known-breaks.ts'
import { receivedMarks } from '../app/data-quality-marks.ts'
import type { GridCell, GridMark } from '../ui/grid/grid-types.ts'
import { adjustedMarks, splitMarks } from '../app/period-marks.ts'
import { writeFigure, writeMedian } from './compare-text.ts'

/** The content of a cell: a company's figure of one period, its rank, or the median of all. */
export type ColumnPosition =
  | { readonly is: 'figure'; readonly company: number; readonly columnAt: number }
  | { readonly is: 'rank'; readonly company: number; readonly columnAt: number }
  | { readonly is: 'median'; readonly columnAt: number }

export const emptyCell: GridCell = { text: '', tone: '', marks: [] }
export const pendingCell: GridCell = { ...emptyCell, awaited: true }

/** The value at a position: the figure itself, or its derived value; a rank is not a figure. */
export function derivedFigureAt(table: ComparedTable, line: ComparedLine, position: ColumnPosition): Figure {
  if (position.is === 'rank') return null
  if (position.is === 'median') return line.median[position.columnAt] ?? null
  const values = line.shown.length > 0 ? line.shown : line.values
  return values[position.company * table.columns.length + position.columnAt] ?? null
}

export function cellOf(
  table: ComparedTable,
  line: ComparedLine,
  position: ColumnPosition,
  mode: ComparisonMode,
  scale: Scale,
): GridCell {
  switch (position.is) {
    case 'rank': {
      const rank = line.ranks[position.company * table.columns.length + position.columnAt] ?? null
      return { text: rank === null ? '' : String(rank), tone: '', marks: [], best: rank === 1 }
    }
    case 'median':
      return { text: writeMedian(derivedFigureAt(table, line, position), line, mode, scale), tone: '', marks: [] }
    case 'figure': {
      const value = derivedFigureAt(table, line, position)
      const records = table.companies[position.company]?.periods[position.columnAt] ?? null
      const text = writeFigure(value, line, mode, scale)
      return {
        text,
        tone: isChange(mode) || isGrowth(line, mode) ? toneOf(value, line.favor, text) : '',
        marks: records
          ? [
              ...marksOf(line.field, records, value !== null),
              ...(value === null ? none : splitMarks(line.unit, records.remarks)),
              ...(value === null || !line.isOfShares ? none : adjustedMarks(adjustedIn(records, mode))),
            ]
          : [],
      }
    }
    default:
      return position satisfies never
  }
}

/** How a company's figure was adjusted for splits; undefined or null: it was not. */
export function adjustedIn(
  { adjusted }: Pick<PeriodColumnRecords, 'adjusted'>,
  mode: ComparisonMode,
): string | null | undefined {
  return isChange(mode) || mode === 'index' ? adjusted?.compared : adjusted?.figures
}

function isChange(mode: ComparisonMode): boolean {
  return mode === 'yoy' || mode === 'qoq' || mode === 'cagr'
}

/** The line itself is a growth rate. */
function isGrowth({ field }: Pick<ComparedLine, 'field'>, mode: ComparisonMode): boolean {
  return isGrowthRate(field) && mode === 'values'
}

const none: readonly GridMark[] = []

/** As on the company's page; a sum without a figure has no mark for a restated quarter. */
function marksOf(field: string, records: PeriodColumnRecords, hasFigure: boolean): readonly GridMark[] {
  const { restated, breaks, knownBreaks, how } = records
  const received = receivedMarks(field, records, how === 'sum')
  if (restated.length + breaks.length + knownBreaks.length + received.length === 0) return none
  const marks: GridMark[] = []
  if (restated.includes(field) && (hasFigure || how !== 'sum')) {
    const says = how === 'sum' ? 'One of its quarters was restated.' : 'Restated since first download.'
    marks.push({ letter: 'r', says, corner: true })
  }
  if (breaks.includes(field)) marks.push({ letter: 't', says: 'Tie-out break.', corner: true })
  if (knownBreaks.includes(field)) marks.push(knownBreakMark)
  return [...marks, ...received]
}
