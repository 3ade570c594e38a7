/** Statistics of a selected range for the status bar: sum, average, count, lowest, highest. */

import type { Figure } from '#contract/api/financials.ts'
import { figuresIn } from '../../ui/grid/keyboard-navigation.ts'
import type { Range } from '../../ui/grid/grid-types.ts'
import type { Scale } from '../../format/scale.ts'
import { textOf } from './cells.ts'
import type { FigureRow } from './statement-rows.ts'

/** The statistics of a range for the status bar. Empty for a single figure. */
interface Statistics {
  readonly figures: readonly { readonly name: string; readonly text: string }[]
  /** Why there are none. */
  readonly why: string
}

/** What decides which statistics a range of columns can have. */
interface RangePeriods {
  readonly isLtm: (column: number) => boolean
  /** Some of them count in other shares than others. */
  readonly isAcrossSplit: (columns: readonly number[]) => boolean
}

const nothing: Statistics = { figures: [], why: '' }

/**
 * Sum, average, count, lowest and highest of the figures in a range, without n/a and n.m. Figures of different units have none,
 * nor do EPS and shares across a share split. Shares, ratios and growth have no sum, nor does a range with LTM and its own
 * quarters.
 */
export function statisticsOf(
  range: Range,
  rows: readonly FigureRow[],
  figureAt: (row: FigureRow, column: number) => Figure,
  { isLtm, isAcrossSplit }: RangePeriods,
  scale: Scale,
): Statistics {
  if (figuresIn(range) < 2) return nothing
  const inRange = rows.slice(Math.max(0, range.top), range.bottom + 1).filter(({ rank }) => rank !== 'head')
  const columns = Array.from(
    { length: range.right - Math.max(0, range.left) + 1 },
    (_, at) => Math.max(0, range.left) + at,
  )
  const [first] = inRange
  if (!first) return nothing
  if (inRange.some((row) => likeness(row) !== likeness(first)))
    return { figures: [], why: 'Mixed units: no sum or average' }
  if (isPerShare(first) && isAcrossSplit(columns)) return { figures: [], why: 'Share split in range: no statistics' }
  const numbers = inRange
    .flatMap((row) => columns.map((column) => figureAt(row, column)))
    .filter((figure) => typeof figure === 'number')
  if (numbers.length === 0) return { figures: [{ name: 'Count', text: '0' }], why: '' }
  const total = numbers.reduce((sum, figure) => sum + figure, 0)
  const write = (figure: number) => textOf(figure, first, scale)
  const overlaps = columns.length > 1 && columns.some(isLtm)
  const adds = first.showing === 'figure' && (first.unit === 'money' || first.unit === 'per-share') && !overlaps
  return {
    figures: [
      ...(adds ? [{ name: 'Sum', text: write(total) }] : []),
      { name: 'Average', text: write(total / numbers.length) },
      { name: 'Count', text: String(numbers.length) },
      { name: 'Low', text: write(Math.min(...numbers)) },
      { name: 'High', text: write(Math.max(...numbers)) },
    ],
    why: '',
  }
}

function isPerShare({ showing, unit }: FigureRow): boolean {
  return showing === 'figure' && (unit === 'per-share' || unit === 'shares')
}

/** Statistics are calculated over rows of one likeness only. */
function likeness({ showing, unit }: FigureRow): string {
  if (showing === 'share') return 'share'
  if (showing === 'figure') return unit
  return unit === 'percent' || unit === 'ratio' || unit === 'days' ? `change of ${unit}` : 'growth'
}
