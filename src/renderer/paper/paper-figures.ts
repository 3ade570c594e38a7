/** Figures and changes as cells of a printed table. */

import type { Figure } from '#contract/api/financials.ts'
import { paperScale } from '#contract/api/sentence-text.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import { formatChange, formatFigure, isAbsent, isBracketed } from '../format/figures.ts'

export { paperScale }

export interface PaperCell {
  readonly text: string
  /** It ends in a parenthesis. */
  readonly isNegative: boolean
  readonly isAbsent: boolean
}

export function figureCell(figure: Figure | undefined, unit: UnitKind): PaperCell {
  return cellOf(formatFigure(figure ?? null, unit, paperScale))
}

export function changeCell(change: Figure | undefined, unit: UnitKind): PaperCell {
  return cellOf(formatChange(change ?? null, unit))
}

/** Where no column head states the unit: margins in basis points. */
export function changeText(change: Figure | undefined, unit: UnitKind): string {
  const { text, isAbsent: absent } = changeCell(change, unit)
  return unit === 'percent' && !absent && text !== '-' ? `${text} bps` : text
}

function cellOf(text: string): PaperCell {
  return { text, isNegative: isBracketed(text), isAbsent: isAbsent(text) }
}
