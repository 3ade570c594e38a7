/**
 * Figures of lines as columns, one per period: stored, calculated, over twelve months, and
 * compared.
 */

import type { PeriodComparison, Figure } from '#contract/api/financials.ts'
import { figuresOf, notAvailable, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import { unitOf } from '#contract/api/figure-lines.ts'
import { lineByField } from '#contract/service/statement-lines.ts'
import { fourQuartersBefore, periodBefore, yearBefore, type FiscalPeriod } from './fiscal-period.ts'
import { figureFields } from './figure-fields.ts'
import { acrossSplit, changeOf, share } from './growth.ts'
import { lastTwelveMonths } from './last-twelve-months.ts'
import { calculate, calculateColumns } from './calculate-lines.ts'
import { isSameBase, shareLines } from './share-split.ts'

export type Columns = Record<string, Figure[]>

/** One figure a period for every stored and every calculated line. */
export function columnsOf(periods: readonly FigureNumbers[]): Columns {
  const stored = new Map(
    figureFields.map((field, index) => [
      field,
      Float64Array.from(periods, (figures) => figures[index] ?? notAvailable),
    ]),
  )
  const none = new Float64Array(periods.length).fill(notAvailable)
  return {
    ...Object.fromEntries([...stored].map(([field, figures]) => [field, figuresOf(figures)])),
    ...calculateColumns(periods.length, (field) => stored.get(field) ?? none),
  }
}

/** EPS and shares over twelve months, from the year that ends with them instead of the four quarters. */
interface TwelveMonthYear {
  readonly yearly: (field: string) => Figure
  readonly isOneBase: boolean
}

/** The last twelve months as one more column, from the positions of four quarters. */
export function twelveMonthsOf(
  columns: Columns,
  quarters: readonly number[],
  { yearly, isOneBase }: TwelveMonthYear,
): Record<string, Figure> {
  const stored = Object.fromEntries(
    figureFields.map((field) => [
      field,
      lastTwelveMonths(
        field,
        quarters.map((at) => columns[field]?.[at] ?? null),
        { year: shareLines.has(field) ? yearly(field) : null, isOneBase },
      ),
    ]),
  )
  return { ...stored, ...calculate(stored) }
}

/** The shares that the columns count in. */
export interface ColumnShares {
  /** One per column, including the last twelve months. */
  readonly bases: readonly number[]
  /** Shares and EPS of the twelve months before those, and the base that they are in. */
  readonly before: (quarters: readonly number[]) => TwelveMonthYear & { readonly base: number }
}

/** Each figure compared with another one, by `comparison`; `values` may end with a column of the last twelve months. */
export function compare(
  periods: readonly FiscalPeriod[],
  values: Columns,
  comparison: PeriodComparison,
  shares: ColumnShares,
): Columns {
  if (comparison === 'none') return {}
  const quartersBefore = comparison === 'yoy' ? fourQuartersBefore(periods) : undefined
  const yearBeforeLast = quartersBefore && shares.before(quartersBefore)
  const before = quartersBefore && yearBeforeLast && twelveMonthsOf(values, quartersBefore, yearBeforeLast)
  const bases = periods.map((_, index) => (comparison === 'yoy' ? yearBefore : periodBefore)(periods, index))
  return Object.fromEntries(
    Object.entries(values).map(([field, figures]) => [
      field,
      figures.map((figure, index) => {
        if (comparison === 'common-size') return commonSize(field, figure, values, index)
        const isTwelveMonths = index >= periods.length
        const base = bases[index]
        const earlier = isTwelveMonths ? before?.[field] : base === undefined ? null : figures[base]
        const change = changeOf(unitOf(field), figure, earlier)
        if (!shareLines.has(field)) return change
        const earlierBase = isTwelveMonths ? yearBeforeLast?.base : shares.bases[base ?? -1]
        return isSameBase(shares.bases[index] ?? notAvailable, earlierBase ?? notAvailable)
          ? change
          : acrossSplit(change)
      }),
    ]),
  )
}

function commonSize(field: string, figure: Figure, values: Columns, index: number): Figure {
  const base = commonBaseOf(field)
  return base === null ? null : share(figure, values[base]?.[index])
}

/** Income and cash flow are divided by revenue, the balance sheet by total assets; other lines have no common size. */
export function commonBaseOf(field: string): string | null {
  const line = lineByField.get(field)
  if (line?.unit !== 'money') return null
  return line.statement === 'balance' ? 'TotalAssets' : 'Revenue'
}
