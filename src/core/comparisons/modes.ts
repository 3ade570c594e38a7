import type { ComparisonMode } from '#contract/desk/comparisons.ts'
import type { FigureLine } from '#contract/desk/figure-lines.ts'
import type { Figure } from '#contract/desk/financials.ts'
import { difference, growth, share } from '../fundamentals/growth.ts'
import type { Before } from './slot-figures.ts'

export interface ModeParts {
  readonly mode: ComparisonMode
  /** For `cagr`. */
  readonly years: number
  readonly before: Before
  /** Quarters in one period. */
  readonly period: number
  /** Of the same company. */
  readonly line: (field: string) => readonly Figure[]
}

type Line = Pick<FigureLine, 'unit' | 'statement'>

/** A line of one company in another light, column by column; `median` and `peer` need the others: see `against`. */
export function shownOf(
  line: Line,
  figures: readonly Figure[],
  { mode, years, before, period, line: other }: ModeParts,
): Figure[] {
  const earlier = (column: number, quarters: number) => figures[before(column, quarters) ?? -1] ?? null
  switch (mode) {
    case 'yoy':
      return figures.map((figure, column) => change(line, figure, earlier(column, 4)))
    case 'qoq':
      return figures.map((figure, column) => change(line, figure, earlier(column, period)))
    case 'cagr':
      return figures.map((figure, column) => yearlyGrowth(line, figure, earlier(column, 4 * years), years))
    case 'common-size': {
      if (line.statement === null || line.unit !== 'money') return figures.map(() => null)
      const base = other(line.statement === 'balance' ? 'TotalAssets' : 'Revenue')
      return figures.map((figure, column) => share(figure, base[column]))
    }
    case 'index': {
      const base = figures.find((figure) => typeof figure === 'number' && figure > 0)
      return figures.map((figure) =>
        typeof figure === 'number' && typeof base === 'number' ? (figure / base) * 100 : null,
      )
    }
    case 'values':
    case 'median':
    case 'peer':
      return [...figures]
    default:
      return mode satisfies never
  }
}

/** Growth for amounts; a plain difference for what is a proportion already. */
function change({ unit }: Line, now: Figure, before: Figure): Figure {
  return isProportion(unit) ? difference(now, before) : growth(now, before)
}

export function isProportion(unit: FigureLine['unit']): boolean {
  return unit === 'ratio' || unit === 'percent' || unit === 'days' || unit === 'score'
}

function yearlyGrowth(line: Line, now: Figure, before: Figure, years: number): Figure {
  if (isProportion(line.unit)) return null
  const whole = growth(now, before)
  return typeof whole === 'number' ? (1 + whole) ** (1 / years) - 1 : whole
}
