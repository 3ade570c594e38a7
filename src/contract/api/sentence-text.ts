/**
 * Writes the sentences of tear sheets and briefs as text, with the figures formatted for screen or
 * paper.
 */

import { figureText, roundsToZero, type FigureText } from './figure-text.ts'
import { usualNumberFormat } from './number-format.ts'
import type { Sentence, SentencePart } from './sentences.ts'

/** Paper shows amounts in millions, whatever the scale of the screen. */
export const paperScale = 'millions'

/** Sentences as they are read, one after another. */
export function sentencesText(sentences: readonly Sentence[], texts: FigureText): string {
  return sentences.map((sentence) => sentence.map((part) => partText(part, texts)).join('')).join(' ')
}

const usual = figureText(usualNumberFormat)

/** Whether a figure rounds to zero in its printed unit: a sentence then states no direction of change. */
export function isPrintedAsZero(part: Exclude<SentencePart, string>): boolean {
  return roundsToZero(partText(part, usual))
}

function partText(part: SentencePart, texts: FigureText): string {
  if (typeof part === 'string') return part
  const { figure, as } = part
  // A dash is a zero in a column, and a stop in a sentence.
  if (figure === 0) return as === 'bps' ? '0 bps' : '0'
  switch (as) {
    case 'money':
      return texts.formatMoney(figure, paperScale)
    case 'per-share':
      return texts.formatPerShare(figure)
    case 'percent':
      return texts.formatPercent(figure)
    case 'ratio':
      return texts.formatMultiple(figure, 2)
    case 'score':
      return texts.formatScore(figure)
    case 'count':
      return texts.formatWhole(figure)
    case 'bps':
      return `${texts.formatWhole(Math.round(figure * 1e4))} bps`
    default:
      return as satisfies never
  }
}
