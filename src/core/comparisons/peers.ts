import type { ComparisonMode } from '#contract/desk/comparisons.ts'
import type { FigureLine } from '#contract/desk/figure-lines.ts'
import type { Figure } from '#contract/desk/financials.ts'
import { difference } from '../fundamentals/growth.ts'

/** Figures of several companies, a company's columns together. */
export interface PeerFigures {
  readonly figures: readonly Figure[]
  readonly companies: number
  readonly columns: number
}

/**
 * Whether one company's figure may be set against another's: the service does not say in which currency a company reports, so an
 * amount of money may not; what the mode has made free of units may.
 */
export function isComparable({ unit }: Pick<FigureLine, 'unit'>, mode: ComparisonMode): boolean {
  const isMoney = unit === 'money' || unit === 'per-share'
  return !isMoney || mode === 'yoy' || mode === 'qoq' || mode === 'cagr' || mode === 'common-size' || mode === 'index'
}

/** The middle figure of each column, of those that are numbers; the mean of the middle two. */
export function medians(peers: PeerFigures): Figure[] {
  return byColumn(peers, (numbers) => {
    const sorted = numbers.map(([number]) => number).sort((left, right) => left - right)
    const middle = Math.floor(sorted.length / 2)
    const [low, high] = [sorted[middle - 1], sorted[middle]]
    if (high === undefined) return null
    return sorted.length % 2 === 1 || low === undefined ? high : (low + high) / 2
  })
}

/** From 1; equal figures share the better rank and the next one is left out. Null where there is no number, and for a single one. */
export function ranks(peers: PeerFigures, first: FigureLine['first']): (number | null)[] {
  const ranked = Array.from<number | null>({ length: peers.figures.length }).fill(null)
  byColumn(peers, (numbers) => {
    if (numbers.length < 2) return null
    const sorted = numbers.toSorted(([left], [right]) => (first === 'highest' ? right - left : left - right))
    let rank = 1
    for (const [position, [number, place]] of sorted.entries()) {
      if (number !== sorted[position - 1]?.[0]) rank = position + 1
      ranked[place] = rank
    }
    return null
  })
  return ranked
}

/** Differences to one figure a column. */
export function against({ figures, columns }: PeerFigures, base: readonly Figure[]): Figure[] {
  return figures.map((figure, place) => difference(figure, base[place % columns]))
}

function byColumn(
  { figures, companies, columns }: PeerFigures,
  tell: (numbers: readonly (readonly [number: number, place: number])[]) => Figure,
): Figure[] {
  return Array.from({ length: columns }, (_, column) => {
    const numbers: [number, number][] = []
    for (let company = 0; company < companies; company += 1) {
      const place = company * columns + column
      const figure = figures[place]
      if (typeof figure === 'number') numbers.push([figure, place])
    }
    return tell(numbers)
  })
}
