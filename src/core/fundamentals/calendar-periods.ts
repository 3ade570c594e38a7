/**
 * Assigns fiscal periods to calendar quarters and years, and finds the month in which a company's
 * fiscal years end.
 */

import { days } from '../duration.ts'
import { daysBetween, isFullYear, periodBefore, type FiscalPeriod } from './fiscal-period.ts'

/** For a period of unknown beginning: the one before it is not stored. */
const usual = { quarter: 91, year: 365 } as const
/** A period that seems longer or shorter has a gap or a mislabelled one before it: its usual length is used. */
const plausible = { quarter: [70, 125], year: [350, 385] } as const

/**
 * The calendar quarter that holds the midpoint of a period (the rule by which data vendors make reported periods comparable). A period
 * lasts from the end of the one before it to its own; undefined when its end is no date.
 */
export function calendarQuarterOf(
  periods: readonly FiscalPeriod[],
  index: number,
): { readonly quarter: string; readonly year: number } | undefined {
  const midpoint = midpointOf(periods, index)
  if (midpoint === undefined) return undefined
  const [year, month] = [midpoint.getUTCFullYear(), midpoint.getUTCMonth()]
  return { quarter: `Q${Math.floor(month / 3) + 1}`, year }
}

/** The calendar year that holds the midpoint of a fiscal one. */
export function calendarYearOf(periods: readonly FiscalPeriod[], index: number): number | undefined {
  return midpointOf(periods, index)?.getUTCFullYear()
}

function midpointOf(periods: readonly FiscalPeriod[], index: number): Date | undefined {
  const period = periods[index]
  const end = Date.parse(period?.endPeriod ?? '')
  if (!period || Number.isNaN(end)) return undefined
  return new Date(end - (lengthOf(periods, index, period) / 2) * days)
}

/** Length in days. */
function lengthOf(periods: readonly FiscalPeriod[], index: number, period: FiscalPeriod): number {
  const kind = isFullYear(period.quarter) ? 'year' : 'quarter'
  const before = periods[periodBefore(periods, index) ?? -1]
  const span = before ? daysBetween(before.endPeriod, period.endPeriod) : Number.NaN
  const [shortest, longest] = plausible[kind]
  return span >= shortest && span <= longest ? span : usual[kind]
}

/** The month, 1 to 12, in which most of a company's fiscal years end; null without a year, or when no month has the most. */
export function yearEndOf(periods: readonly FiscalPeriod[]): number | null {
  const months = new Map<number, number>()
  for (const { quarter, endPeriod } of periods) {
    const end = Date.parse(endPeriod)
    if (!isFullYear(quarter) || Number.isNaN(end)) continue
    // A year of 52 weeks ends some days before or after the end of its month.
    const month = new Date(end - 10 * days).getUTCMonth() + 1
    months.set(month, (months.get(month) ?? 0) + 1)
  }
  const [most, next] = [...months].sort(([, left], [, right]) => right - left)
  return most && most[1] !== next?.[1] ? most[0] : null
}
