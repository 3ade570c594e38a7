/**
 * Writes the sentences of tear sheets and briefs as text, with the figures formatted for screen or
 * paper.
 */

import { formatMoney, formatMultiple, formatPercent, formatPerShare, formatScore, roundsToZero } from './figure-text.ts'
import type { Sentence, SentencePart } from './sentences.ts'

/** Paper shows amounts in millions, whatever the scale of the screen. */
export const paperScale = 'millions'

const wholeNumbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Sentences as they are read, one after another. */
export function sentencesText(sentences: readonly Sentence[]): string {
  return sentences.map((sentence) => sentence.map((part) => partText(part)).join('')).join(' ')
}

/** Whether a figure rounds to zero in its printed unit: a sentence then states no direction of change. */
export function isPrintedAsZero(part: Exclude<SentencePart, string>): boolean {
  return roundsToZero(partText(part))
}

function partText(part: SentencePart): string {
  if (typeof part === 'string') return part
  const { figure, as } = part
  // A dash is a zero in a column, and a stop in a sentence.
  if (figure === 0) return as === 'bps' ? '0 bps' : '0'
  switch (as) {
    case 'money':
      return formatMoney(figure, paperScale)
    case 'per-share':
      return formatPerShare(figure)
    case 'percent':
      return formatPercent(figure)
    case 'ratio':
      return formatMultiple(figure, 2)
    case 'score':
      return formatScore(figure)
    case 'bps':
      return `${wholeNumbers.format(Math.round(figure * 1e4))} bps`
    default:
      return as satisfies never
  }
}
