import type { Preferences } from '#contract/desk/desk.ts'
import type { Period } from '#contract/desk/financials.ts'
import { formatAge, formatDay } from '../../format/dates.ts'
import type { GridColumn, GridMark } from '../../ui/grid/grid.ts'

/** `Q3 FY2025`, `FY2025`, `LTM`. */
export function periodName({ kind, quarter, year }: Pick<Period, 'kind' | 'quarter' | 'year'>): string {
  if (kind === 'ltm') return 'LTM'
  return kind === 'annual' ? `FY${year}` : `${quarter} FY${year}`
}

/** Stays the same when other periods come or go. */
export function periodKey(period: Period): string {
  return period.kind === 'ltm' ? 'ltm' : `${period.quarter} ${period.year} ${period.endPeriod}`
}

/** Positions among the answer's periods (oldest first) in the order of the columns. */
export function columnOrder(count: number, order: Preferences['order']): readonly number[] {
  const places = Array.from({ length: count }, (_, index) => index)
  return order === 'oldest-first' ? places : places.toReversed()
}

export function columnOf(period: Period, now: number): GridColumn {
  return {
    key: periodKey(period),
    title: periodName(period),
    note: formatDay(period.endPeriod),
    apart: period.kind === 'ltm',
    marks: period.stale ? [staleMark(period, now)] : [],
  }
}

function staleMark({ fetchedAt }: Period, now: number): GridMark {
  return { letter: 's', says: `Stale: fetched ${formatAge(fetchedAt, now)}.`, corner: false }
}

/** Key of the newest reported period; empty when there is none. */
export function newestPeriod(periods: readonly Period[]): string {
  const newest = periods.findLast(({ kind }) => kind !== 'ltm') ?? periods.at(-1)
  return newest ? periodKey(newest) : ''
}
