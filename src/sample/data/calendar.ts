/** Calendar dates and fiscal periods of the sample companies. */

type FiscalQuarter = 'Q1' | 'Q2' | 'Q3' | 'Q4'
const fiscalQuarters: readonly FiscalQuarter[] = ['Q1', 'Q2', 'Q3', 'Q4']

const day = 86_400_000
const weekdays = { 'last-sunday': 0, 'last-saturday': 6 } as const

/** The date itself, or the Monday after a weekend. */
export function weekdayFrom(date: string): string {
  const weekday = new Date(timeOf(date)).getUTCDay()
  return weekday === 6 ? addDays(date, 2) : weekday === 0 ? addDays(date, 1) : date
}

export interface FiscalCalendar {
  /** 1 to 12: the month in which the fiscal year ends. */
  readonly endMonth: number
  /** `month-end`, or a 52/53-week year that ends on the last such weekday of the month, quarters of 13 weeks. */
  readonly ends: 'month-end' | keyof typeof weekdays
  /** Whether fiscal 2026 is the year that ends or that starts in 2026 (retailers with a January year end: starts). */
  readonly namedAfter: 'start' | 'end'
}

export interface FiscalPeriod {
  readonly fiscalYear: number
  readonly quarter: FiscalQuarter
  readonly ends: string
  /** 52/53-week years have a quarter of 14 weeks now and then; calendar quarters count as 13. */
  readonly weeks: number
}

const isoDate = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)
export const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`)
export const addDays = (date: string, days: number) => isoDate(timeOf(date) + days * day)
export const daysBetween = (from: string, to: string) => Math.round((timeOf(to) - timeOf(from)) / day)

/** The last day of a month; months beyond 12 or below 1 run into the neighboring years. */
const monthEnd = (year: number, month: number) => Date.UTC(year, month, 0)

function lastWeekday(year: number, month: number, weekday: number): number {
  const end = monthEnd(year, month)
  return end - ((new Date(end).getUTCDay() - weekday + 7) % 7) * day
}

function yearEnd(calendar: FiscalCalendar, fiscalYear: number): number {
  const year = calendar.namedAfter === 'end' ? fiscalYear : fiscalYear + 1
  return calendar.ends === 'month-end'
    ? monthEnd(year, calendar.endMonth)
    : lastWeekday(year, calendar.endMonth, weekdays[calendar.ends])
}

function fiscalPeriod(calendar: FiscalCalendar, fiscalYear: number, quarter: FiscalQuarter): FiscalPeriod {
  const number = Number(quarter.slice(1))
  const end = yearEnd(calendar, fiscalYear)
  if (calendar.ends === 'month-end') {
    const last = new Date(end)
    const ends = monthEnd(last.getUTCFullYear(), last.getUTCMonth() + 1 - 3 * (4 - number))
    return { fiscalYear, quarter, ends: isoDate(ends), weeks: 13 }
  }
  const before = yearEnd(calendar, fiscalYear - 1)
  const ends = number === 4 ? end : before + number * 13 * 7 * day
  const started = before + (number - 1) * 13 * 7 * day
  return { fiscalYear, quarter, ends: isoDate(ends), weeks: Math.round((ends - started) / (7 * day)) }
}

/** The period whose last month is `month` (YYYY-MM). Throws when no quarter of that calendar ends then: the seed is wrong. */
export function periodEndingIn(calendar: FiscalCalendar, month: string): FiscalPeriod {
  const year = Number(month.slice(0, 4))
  for (const fiscalYear of [year - 1, year, year + 1]) {
    for (const quarter of fiscalQuarters) {
      const period = fiscalPeriod(calendar, fiscalYear, quarter)
      if (period.ends.startsWith(month)) return period
    }
  }
  throw new Error(`no fiscal quarter ends in ${month}`)
}

/** Every quarter from the first of `fromYear` to `last`, oldest first. */
export function periodsThrough(calendar: FiscalCalendar, fromYear: number, last: FiscalPeriod): FiscalPeriod[] {
  const periods: FiscalPeriod[] = []
  for (let fiscalYear = fromYear; fiscalYear <= last.fiscalYear; fiscalYear++) {
    for (const quarter of fiscalQuarters) {
      if (fiscalYear === last.fiscalYear && quarter > last.quarter) break
      periods.push(fiscalPeriod(calendar, fiscalYear, quarter))
    }
  }
  return periods
}
