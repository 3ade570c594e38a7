/** Figures as plain numbers for large tables, and their conversion to figures and back. */

import type { Figure } from './financials.ts'

/** Figures of large tables, each as a number: n/a is NaN, n.m. is −∞. The service and our calculations return neither. */
export type FigureNumbers = Float64Array

export const notAvailable = Number.NaN
export const noMeaning = Number.NEGATIVE_INFINITY

export function figureOf(number: number | undefined): Figure {
  if (number === noMeaning) return 'n.m.'
  return number !== undefined && Number.isFinite(number) ? number : null
}

export function numberOf(figure: Figure | undefined): number {
  if (figure === 'n.m.') return noMeaning
  return figure ?? notAvailable
}

export function figuresOf(numbers: FigureNumbers): Figure[] {
  const figures: Figure[] = []
  for (let at = 0; at < numbers.length; at += 1) figures.push(figureOf(numbers[at]))
  return figures
}
