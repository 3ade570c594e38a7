/**
 * The period columns of the statements: names, keys and order, and missing periods between others.
 */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { Preferences } from '#contract/api/api.ts'
import type { Period } from '#contract/api/financials.ts'
import { formatAge, formatDay } from '../../format/dates.ts'
import type { GridColumn, GridMark } from '../../ui/grid/grid-types.ts'
import { periodMarks } from '../../app/period-marks.ts'

/** A quarter or year without a record between two others: its column is shown with n/a. */
interface MissingPeriod {
  readonly kind: 'missing'
  readonly quarter: string
  readonly year: number
}
export type ColumnPeriod = Period | MissingPeriod

/** `Q3 FY2025`, `FY2025`, `LTM`. */
export function periodName({ kind, quarter, year }: Pick<ColumnPeriod, 'kind' | 'quarter' | 'year'>): string {
  if (kind === 'ltm') return 'LTM'
  return fiscalPeriodName({ quarter: kind === 'annual' ? 'FY' : quarter, year })
}

/** Stays the same when other periods come or go. */
export function periodKey(period: ColumnPeriod): string {
  if (period.kind === 'missing') return `missing ${period.quarter} ${period.year}`
  return period.kind === 'ltm' ? 'ltm' : `${period.quarter} ${period.year} ${period.endPeriod}`
}

/** A column's period, and its index among the periods of the response, oldest first; −1: it is missing there. */
export interface PeriodColumn {
  readonly period: ColumnPeriod
  readonly at: number
}

export function columnsOf(periods: readonly Period[], order: Preferences['order']): readonly PeriodColumn[] {
  const columns = periods.flatMap((period, at): readonly PeriodColumn[] => {
    const missing = missingBefore(periods[at - 1], period)
    // The empty columns already show it.
    const remarks = period.remarks.filter(({ kind }) => kind !== 'gap' || missing.length === 0)
    return [...missing.map((each) => ({ period: each, at: -1 })), { period: { ...period, remarks }, at }]
  })
  return order === 'oldest-first' ? columns : columns.toReversed()
}

const day = 86_400_000
/** More than so many are another time, not a gap. */
const longestGap = 12

/** The periods missing between two others, if their labels and end dates agree on the number. */
function missingBefore(earlier: Period | undefined, later: Period): readonly MissingPeriod[] {
  if (!earlier || earlier.kind !== later.kind || (later.kind !== 'quarter' && later.kind !== 'annual')) return []
  const perYear = later.kind === 'quarter' ? 4 : 1
  const ordinalOf = ({ quarter, year }: Period) => (perYear === 4 ? year * 4 + Number(quarter.slice(1)) - 1 : year)
  const [from, to] = [ordinalOf(earlier), ordinalOf(later)]
  const days = (Date.parse(later.endPeriod) - Date.parse(earlier.endPeriod)) / day
  if (!(to - from <= longestGap) || Math.round((days * perYear) / 365.25) !== to - from) return []
  return Array.from({ length: Math.max(0, to - from - 1) }, (_, index) => {
    const ordinal = from + 1 + index
    return perYear === 4
      ? { kind: 'missing', quarter: `Q${(ordinal % 4) + 1}`, year: Math.floor(ordinal / 4) }
      : { kind: 'missing', quarter: 'FY', year: ordinal }
  })
}

export function columnOf(period: ColumnPeriod, now: number): GridColumn {
  if (period.kind === 'missing') {
    const says = `${periodName(period)} is missing: the library has no record of it.`
    const marks = [{ letter: 'p', says, corner: false }]
    return { key: periodKey(period), title: periodName(period), note: 'no record', separated: false, marks }
  }
  return {
    key: periodKey(period),
    title: periodName(period),
    note: formatDay(period.endPeriod),
    separated: period.kind === 'ltm',
    marks: [...(period.stale ? [staleMark(period, now)] : []), ...periodMarks(period.remarks)],
  }
}

/** Whether a share split is between some of these periods: one before the oldest does not count. */
export function isAcrossSplit(periods: readonly ColumnPeriod[]): boolean {
  const reported = periods.flatMap((period) => (period.kind === 'missing' ? [] : [period]))
  const oldest = reported.reduce((least, { endPeriod }) => (endPeriod < least ? endPeriod : least), '9999')
  return reported.some(
    ({ endPeriod, kind, remarks }) =>
      (endPeriod > oldest || kind === 'ltm') && remarks.some((remark) => remark.kind === 'split'),
  )
}

function staleMark({ fetchedAt }: Period, now: number): GridMark {
  return { letter: 's', says: `Stale: fetched ${formatAge(fetchedAt, now)}.`, corner: false }
}

/** Key of the latest reported period; empty: none. */
export function latestPeriod(periods: readonly Period[]): string {
  const latest = periods.findLast(({ kind }) => kind !== 'ltm') ?? periods.at(-1)
  return latest ? periodKey(latest) : ''
}
