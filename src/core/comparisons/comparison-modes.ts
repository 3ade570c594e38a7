/**
 * Converts a line of a comparison to the chosen mode, such as growth, CAGR, index or common size.
 */

import type { ComparisonMode } from '#contract/api/comparisons.ts'
import type { FigureLine } from '#contract/api/figure-lines.ts'
import { noMeaning, notAvailable, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import { isProportion } from '#contract/service/statement-lines.ts'
import { differenceOf, growthOf, shareOf, yearlyGrowthOf } from '../fundamentals/growth.ts'
import { isSameBase } from '../fundamentals/share-split.ts'
import type { Earlier } from '../metrics/evaluate-formula.ts'

export interface ModeOptions {
  readonly mode: ComparisonMode
  /** Only for `cagr`. */
  readonly years: number
  /** The columns a number of quarters before each. */
  readonly earlier: (quarters: number) => Earlier
  /** Quarters in one period. */
  readonly period: number
  /** Figures of another line of the same company. */
  readonly line: (field: string) => FigureNumbers
  /** The shares that each column counts in, for a line that a split changes; absent for others. */
  readonly bases?: FigureNumbers | undefined
}

type Line = Pick<FigureLine, 'unit' | 'statement'>

/** A line of one company in another light, column by column; `median` and `peer` need the others: see `against`. */
export function shownOf(
  line: Line,
  figures: FigureNumbers,
  { mode, years, earlier, period, line: other, bases }: ModeOptions,
): FigureNumbers {
  const on = (quarters: number, measure: (now: number, before: number) => number) => {
    const before = earlier(quarters)
    return figures.map((now, column) => {
      const at = before[column] ?? -1
      return withinBase(measure(now, figures[at] ?? notAvailable), column, at)
    })
  }
  /** The change between two columns that count in different shares has no meaning. */
  const withinBase = (change: number, column: number, other: number) =>
    bases === undefined ||
    Number.isNaN(change) ||
    isSameBase(bases[column] ?? notAvailable, bases[other] ?? notAvailable)
      ? change
      : noMeaning
  switch (mode) {
    case 'yoy':
      return on(4, changeOf(line))
    case 'qoq':
      return on(period, changeOf(line))
    case 'cagr':
      return on(4 * years, yearlyGrowth(line, years))
    case 'common-size': {
      if (line.statement === null || line.unit !== 'money') return figures.map(() => notAvailable)
      const base = other(line.statement === 'balance' ? 'TotalAssets' : 'Revenue')
      return figures.map((figure, column) => shareOf(figure, base[column] ?? notAvailable))
    }
    case 'index': {
      const first = figures.findIndex((figure) => figure > 0)
      const base = figures[first] ?? notAvailable
      return figures.map((figure, column) =>
        withinBase(Number.isFinite(figure) ? (figure / base) * 100 : notAvailable, column, first),
      )
    }
    case 'values':
    case 'median':
    case 'peer':
      return figures
    default:
      return mode satisfies never
  }
}

/** Growth for amounts; a plain difference for what is a proportion already. */
function changeOf({ unit }: Line): (now: number, before: number) => number {
  return isProportion(unit) ? differenceOf : growthOf
}

function yearlyGrowth({ unit }: Line, years: number): (now: number, before: number) => number {
  if (isProportion(unit)) return () => notAvailable
  return (now, before) => yearlyGrowthOf(now, before, years)
}
