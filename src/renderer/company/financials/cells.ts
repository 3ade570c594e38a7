/** The cells of the statement table: figure, text, color and marks. */

import type { Figure, Period } from '#contract/api/financials.ts'
import { formatChange, formatFigure, formatPercent } from '../../format/figures.ts'
import type { Scale } from '../../format/scale.ts'
import { toneOf } from '../../format/tone.ts'
import { receivedMarks } from '../../app/data-quality-marks.ts'
import type { GridCell, GridMark } from '../../ui/grid/grid-types.ts'
import { knownBreakMark } from '../../app/known-breaks.ts'
import { adjustedMarks, splitMarks } from '../../app/period-marks.ts'
import type { FigureRow, RowValueKind } from './statement-rows.ts'

/** The part of a response that a cell needs. */
export interface Figures {
  readonly periods: readonly Period[]
  readonly values: Readonly<Record<string, readonly Figure[]>>
  readonly compared: Readonly<Record<string, readonly Figure[]>>
}

/** The figure that a row shows of a period, counted as in `periods`. */
export function figureAt(
  figures: Figures,
  { field, showing }: Pick<FigureRow, 'field' | 'showing'>,
  period: number,
): Figure {
  const columns = showing === 'figure' ? figures.values : figures.compared
  return columns[field]?.[period] ?? null
}

export function cellOf(figures: Figures, row: FigureRow, period: number, scale: Scale): GridCell {
  if (row.rank === 'head') return emptyCell
  const figure = figureAt(figures, row, period)
  const at = figures.periods[period]
  const text = textOf(figure, row, scale)
  return {
    text,
    tone: row.showing === 'change' ? toneOf(figure, row.favor, text) : '',
    marks: at
      ? [
          ...(row.rank === 'beneath' ? [] : [...marksOf(row.field, at), ...splitMarksOf(figure, row, at)]),
          ...adjustedMarksOf(figure, row, at),
        ]
      : [],
  }
}

export const emptyCell: GridCell = { text: '', tone: '', marks: [] }

export function textOf(figure: Figure, { showing, unit }: Pick<FigureRow, 'showing' | 'unit'>, scale: Scale): string {
  const writers: Record<RowValueKind, () => string> = {
    figure: () => formatFigure(figure, unit, scale),
    change: () => formatChange(figure, unit),
    share: () => formatPercent(figure),
  }
  return writers[showing]()
}

/** Why a figure is flagged; the letters are explained in docs/look.md. */
export function marksOf(field: string, period: Period): readonly GridMark[] {
  const marks: GridMark[] = []
  if (period.restated.includes(field)) {
    const says = period.kind === 'ltm' ? 'One of its quarters was restated.' : 'Restated since first download.'
    marks.push({ letter: 'r', says, corner: true })
  }
  if (period.breaks.includes(field)) marks.push({ letter: 't', says: 'Tie-out break.', corner: true })
  if (period.knownBreaks.includes(field)) marks.push(knownBreakMark)
  return [...marks, ...receivedMarks(field, period, period.kind === 'ltm')]
}

/** For a share split before the period; a line without a figure needs no mark. */
export function splitMarksOf(
  figure: Figure,
  { unit }: Pick<FigureRow, 'unit'>,
  { remarks }: Period,
): readonly GridMark[] {
  return figure === null ? [] : splitMarks(unit, remarks)
}

/** On EPS and shares that were adjusted for splits, and on what was calculated from such figures. */
function adjustedMarksOf(
  figure: Figure,
  { unit, showing }: Pick<FigureRow, 'unit' | 'showing'>,
  { adjusted }: Period,
): readonly GridMark[] {
  if (figure === null || (unit !== 'per-share' && unit !== 'shares')) return []
  return adjustedMarks(showing === 'figure' ? adjusted?.figures : adjusted?.compared)
}
