/** Fiscal periods: their labels, order and length, and which period precedes another. */

import { days } from '../duration.ts'

/** What identifies a reported period. `quarter` is Q1 to Q4, FY, or another value of the service. */
export interface FiscalPeriod {
  readonly quarter: string
  readonly year: number
  /** YYYY-MM-DD. */
  readonly endPeriod: string
}

export function isQuarter(quarter: string): boolean {
  return /^Q[1-4]$/.test(quarter)
}

export function isFullYear(quarter: string): boolean {
  return quarter === 'FY'
}

/** Days from the first date to the second; NaN when one of them is invalid. */
export function daysBetween(first: string, second: string): number {
  return Math.round((Date.parse(second) - Date.parse(first)) / days)
}

/**
 * Days between the ends of consecutive periods; with fewer they overlap or are cut short, with more something is missing. A
 * quarter of 12 weeks has 84, a retailer's long one of 17 has 119, two of them 168; a year of 53 weeks has 371.
 */
export const spans = {
  quarter: { shortest: 80, longest: 125 },
  year: { shortest: 350, longest: 385 },
} as const

/**
 * The index of the same quarter one fiscal year before; undefined when its label is not there exactly once, or when the dates of
 * the two ends contradict the labels: a mislabelled period is no base for a growth.
 */
export function yearBefore(periods: readonly FiscalPeriod[], index: number): number | undefined {
  return onlyBefore(periods, index, labelOfYearBefore)
}

/** The index of the period just before, in the same way: the quarter before a quarter, the year before a year. */
export function periodBefore(periods: readonly FiscalPeriod[], index: number): number | undefined {
  return onlyBefore(periods, index, labelBefore)
}

interface EarlierLabel extends Pick<FiscalPeriod, 'quarter' | 'year'> {
  /** Quarters between the two ends. */
  readonly quarters: number
}

/** The label of the same period a fiscal year before. */
export function labelOfYearBefore({ quarter, year }: FiscalPeriod): EarlierLabel {
  return { quarter, year: year - 1, quarters: 4 }
}

/** The label of the quarter before a quarter, and of the year before a year. */
export function labelBefore(now: FiscalPeriod): EarlierLabel {
  if (!isQuarter(now.quarter)) return labelOfYearBefore(now)
  const number = Number(now.quarter.slice(1))
  if (number === 1) return { quarter: 'Q4', year: now.year - 1, quarters: 1 }
  return { quarter: `Q${number - 1}`, year: now.year, quarters: 1 }
}

function onlyBefore(
  periods: readonly FiscalPeriod[],
  index: number,
  labelOf: (now: FiscalPeriod) => EarlierLabel,
): number | undefined {
  const now = periods[index]
  if (!now) return undefined
  const { quarter, year, quarters } = labelOf(now)
  const at = onlyIndex(periods, (each) => each.quarter === quarter && each.year === year)
  const earlier = at === undefined ? undefined : periods[at]
  return earlier && areApart(earlier, now, quarters) ? at : undefined
}

/** Whether two periods may be as far apart as their labels imply. An invalid date contradicts nothing. */
export function areApart(
  earlier: Pick<FiscalPeriod, 'endPeriod'>,
  later: Pick<FiscalPeriod, 'endPeriod'>,
  quarters: number,
): boolean {
  const [years, rest] = [Math.floor(quarters / 4), quarters % 4]
  const gap = daysBetween(earlier.endPeriod, later.endPeriod)
  const isShorter = gap < years * spans.year.shortest + rest * spans.quarter.shortest
  return !isShorter && !(gap > years * spans.year.longest + rest * spans.quarter.longest)
}

function onlyIndex(periods: readonly FiscalPeriod[], fits: (period: FiscalPeriod) => boolean): number | undefined {
  const first = periods.findIndex(fits)
  return first >= 0 && periods.findLastIndex(fits) === first ? first : undefined
}

/** Whether two quarters may be consecutive by their end dates. */
export function isQuarterApart(earlier: FiscalPeriod, later: FiscalPeriod): boolean {
  const gap = daysBetween(earlier.endPeriod, later.endPeriod)
  return gap >= spans.quarter.shortest && gap <= spans.quarter.longest
}

/** The four quarters that end with the latest one, oldest first. */
export function lastFourQuarters(periods: readonly FiscalPeriod[]): readonly number[] | undefined {
  const latest = latestQuarter(periods)
  return latest === undefined ? undefined : quartersUpTo(periods, latest, 4)
}

/** The four quarters just before those; undefined when one of the eight is missing. */
export function fourQuartersBefore(periods: readonly FiscalPeriod[]): readonly number[] | undefined {
  const latest = latestQuarter(periods)
  return latest === undefined ? undefined : quartersUpTo(periods, latest, 8)?.slice(0, 4)
}

/** Days: a year ends with its last quarter, and some filers date one of them by the calendar. */
const sameEnd = 7

/** Whether a year and a quarter may end together by their end dates. */
export function endTogether(one: FiscalPeriod, other: FiscalPeriod): boolean {
  return Math.abs(daysBetween(one.endPeriod, other.endPeriod)) <= sameEnd
}

/** The fiscal year that ends with a fourth quarter, by label and by date; undefined when it is not there exactly once. */
export function yearEndingWith(periods: readonly FiscalPeriod[], at: number): number | undefined {
  const quarter = periods[at]
  if (quarter?.quarter !== 'Q4') return undefined
  const found = onlyIndex(periods, (each) => isFullYear(each.quarter) && each.year === quarter.year)
  const year = found === undefined ? undefined : periods[found]
  return year && endTogether(year, quarter) ? found : undefined
}

function latestQuarter(periods: readonly FiscalPeriod[]): number | undefined {
  return periods.reduce<number | undefined>((best, each, index) => {
    if (!isQuarter(each.quarter)) return best
    const leader = best === undefined ? undefined : periods[best]
    return leader === undefined || each.endPeriod > leader.endPeriod ? index : best
  }, undefined)
}

/** A number of quarters up to this one, oldest first, if they are consecutive by label and by date. */
export function quartersUpTo(
  periods: readonly FiscalPeriod[],
  last: number,
  count: number,
): readonly number[] | undefined {
  const chain = [last]
  for (let at = last; chain.length < count;) {
    const before = periodBefore(periods, at)
    const [later, earlier] = [periods[at], before === undefined ? undefined : periods[before]]
    if (before === undefined || !later || !earlier) return undefined
    if (!isQuarterApart(earlier, later)) return undefined
    chain.unshift(before)
    at = before
  }
  return chain
}
