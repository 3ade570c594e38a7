/** Formats figures on screen and on paper, in the number format of the window. */

import { figureText, type FigureText } from '#contract/api/figure-text.ts'
import { numberFormats } from '#contract/api/number-format.ts'
import { numberFormat } from './number-format.svelte.ts'

export { absent, isAbsent, isBracketed, plainFigure, roundsToZero, scaleOf } from '#contract/api/figure-text.ts'

const texts = new Map(numberFormats.map((format) => [format, figureText(format)]))

/** The functions that write figures in the number format of the window. */
export function figures(): FigureText {
  const format = numberFormat()
  return texts.get(format) ?? figureText(format)
}

export const formatMoney: FigureText['formatMoney'] = (...of) => figures().formatMoney(...of)
export const formatShares: FigureText['formatShares'] = (...of) => figures().formatShares(...of)
export const formatPerShare: FigureText['formatPerShare'] = (...of) => figures().formatPerShare(...of)
export const formatPercent: FigureText['formatPercent'] = (...of) => figures().formatPercent(...of)
export const formatMultiple: FigureText['formatMultiple'] = (...of) => figures().formatMultiple(...of)
export const formatDays: FigureText['formatDays'] = (...of) => figures().formatDays(...of)
export const formatCount: FigureText['formatCount'] = (...of) => figures().formatCount(...of)
export const formatScore: FigureText['formatScore'] = (...of) => figures().formatScore(...of)
export const formatGrowth: FigureText['formatGrowth'] = (...of) => figures().formatGrowth(...of)
export const formatBasisPoints: FigureText['formatBasisPoints'] = (...of) => figures().formatBasisPoints(...of)
export const formatFigure: FigureText['formatFigure'] = (...of) => figures().formatFigure(...of)
export const formatChange: FigureText['formatChange'] = (...of) => figures().formatChange(...of)
export const formatIndex: FigureText['formatIndex'] = (...of) => figures().formatIndex(...of)
export const formatDifference: FigureText['formatDifference'] = (...of) => figures().formatDifference(...of)
export const formatRestatement: FigureText['formatRestatement'] = (...of) => figures().formatRestatement(...of)
