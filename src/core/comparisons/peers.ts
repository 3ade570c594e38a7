/**
 * Ranks companies and calculates their median in each column, where their figures are comparable.
 */

import { isMoneyUnit } from '#contract/service/statement-lines.ts'
import type { ComparisonSpec } from '#contract/api/comparisons.ts'
import type { FigureLine } from '#contract/api/figure-lines.ts'
import { notAvailable, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import { differenceOf } from '../fundamentals/growth.ts'

/** Figures of several companies, a company's columns together. */
export interface PeerFigures {
  readonly figures: FigureNumbers
  readonly companies: number
  readonly columns: number
  /** One byte per figure: 1 where the company's period is too old to be compared. */
  readonly outdated: Uint8Array
}

/**
 * Whether companies' figures may be compared: the service does not state a reporting currency, so amounts of money may not,
 * unless the user says that they are of one currency; figures that the mode made unitless may.
 */
export function isComparable(
  { unit }: Pick<FigureLine, 'unit'>,
  { mode, oneCurrency = false }: Pick<ComparisonSpec, 'mode' | 'oneCurrency'>,
): boolean {
  if (oneCurrency) return true
  const isMoney = isMoneyUnit(unit)
  return !isMoney || mode === 'yoy' || mode === 'qoq' || mode === 'cagr' || mode === 'common-size' || mode === 'index'
}

export interface PeerRanking {
  /** From 1; equal figures share the better rank, and the next rank is skipped. 0 without a number, and for a single company. */
  readonly ranks: Uint8Array
  /** The middle figure of each column, of those that are numbers; the mean of the middle two; n/a of fewer than two. */
  readonly median: FigureNumbers
}

/** Ranks the companies' figures in each column. */
export function rankPeers(
  { figures, companies, columns, outdated }: PeerFigures,
  first: FigureLine['first'],
): PeerRanking {
  const ranks = new Uint8Array(figures.length)
  const median = new Float64Array(columns)
  const ascending = new Float64Array(companies)
  const positions = new Int32Array(companies)
  for (let column = 0; column < columns; column += 1) {
    let count = 0
    for (let index = column; index < figures.length; index += columns) {
      const figure = figures[index] ?? notAvailable
      if (!Number.isFinite(figure) || outdated[index] === 1) continue
      let at = count
      for (; at > 0 && (ascending[at - 1] ?? 0) > figure; at -= 1) {
        ascending[at] = ascending[at - 1] ?? 0
        positions[at] = positions[at - 1] ?? 0
      }
      ascending[at] = figure
      positions[at] = index
      count += 1
    }
    // One company is nobody's middle.
    median[column] = count < 2 ? notAvailable : middleOf(ascending, count)
    if (count < 2) continue
    let rank = 1
    for (let position = 0; position < count; position += 1) {
      const at = first === 'highest' ? count - 1 - position : position
      const before = first === 'highest' ? at + 1 : at - 1
      if (position > 0 && ascending[at] !== ascending[before]) rank = position + 1
      ranks[positions[at] ?? 0] = rank
    }
  }
  return { ranks, median }
}

function middleOf(ascending: FigureNumbers, count: number): number {
  const middle = Math.floor(count / 2)
  const high = ascending[middle] ?? notAvailable
  return count % 2 === 1 ? high : ((ascending[middle - 1] ?? notAvailable) + high) / 2
}

/** Differences to one figure a column; n/a of what is too old to be compared. */
export function against({ figures, columns, outdated }: PeerFigures, base: FigureNumbers): FigureNumbers {
  return figures.map((figure, index) =>
    outdated[index] === 1 ? notAvailable : differenceOf(figure, base[index % columns] ?? notAvailable),
  )
}
