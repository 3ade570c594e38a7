/** Remarks on the dates and labels of periods: duplicates, gaps, short or long periods. */

import { monthNames } from '#contract/api/month-names.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { PeriodRemark } from '#contract/api/financials.ts'
import { days } from '../duration.ts'
import { isFullYear, isQuarter, spans, type FiscalPeriod } from './fiscal-period.ts'
import { splitRemarks, type ShareBases } from './share-split.ts'

/** A week more than 13 or 16 weeks of a quarter, than 52 of a year; a day more or less where a filer dates by the calendar once. */
const longer = { quarter: [98, 119], year: [371] } as const

/** A quarter may end some weeks from where its months end: twelve-week quarters do, and years of 52 weeks move. */
const nearEnough = 25
/** A year end that fewer of the periods have is a slip and not a change of the year end. */
const leastShare = 0.15

/** A period with a valid end date. */
interface Dated {
  readonly at: number
  readonly period: FiscalPeriod
  readonly kind: 'quarter' | 'year'
  /** Days since 1970. */
  readonly end: number
}

/** When fiscal years end: a month of 12 from 0, and how many years their number runs ahead of the calendar. */
interface YearEnd {
  readonly month: number
  readonly ahead: number
}

/**
 * Remarks on each period's place among the others: its label occurs twice or contradicts the end date by the company's year end
 * (which is learned from all of them), two periods overlap, one is missing before it, it has an extra week, or its shares differ
 * from those of the previous period.
 */
export function remarksOn(
  periods: readonly FiscalPeriod[],
  bases: Pick<ShareBases, 'splits' | 'isAdjusted'> = { splits: [], isAdjusted: false },
): readonly (readonly PeriodRemark[])[] {
  const remarks = periods.map((): PeriodRemark[] => [])
  const dated = periods.flatMap((period, at): Dated[] => {
    const end = Math.floor(Date.parse(period.endPeriod) / days)
    const kind = isFullYear(period.quarter) ? 'year' : isQuarter(period.quarter) ? 'quarter' : undefined
    return kind && !Number.isNaN(end) ? [{ at, period, kind, end }] : []
  })
  const add = (at: number, kind: PeriodRemark['kind'], message: string) => remarks[at]?.push({ kind, message })
  remarkDuplicates(dated, add)
  remarkLabels(dated, add)
  for (const kind of ['quarter', 'year'] as const) {
    remarkSpans(
      dated.filter((each) => each.kind === kind),
      add,
    )
  }
  for (const [at, remark] of splitRemarks(periods, bases)) remarks[at]?.push(remark)
  return remarks
}

type Add = (at: number, kind: PeriodRemark['kind'], message: string) => void

function remarkDuplicates(dated: readonly Dated[], add: Add): void {
  for (const same of repeated(dated, ({ period }) => period.year * 5 + quarterOf(period))) {
    for (const { at, period, end } of same) {
      const distance = Math.max(...same.map((other) => Math.abs(other.end - end)))
      const where = distance === 0 ? 'with the same end date' : `with end dates ${daysText(distance)} apart`
      add(at, 'duplicate', `${same.length} records are labeled ${fiscalPeriodName(period)}, ${where}.`)
    }
  }
  for (const same of repeated(dated, ({ kind, end }) => end * 2 + (kind === 'year' ? 1 : 0))) {
    const labels = new Set(same.map(({ period }) => fiscalPeriodName(period)))
    if (labels.size < 2) continue
    for (const { at } of same) add(at, 'duplicate', `${[...labels].join(' and ')} end on the same day.`)
  }
}

/** Those that have a key in common. */
function repeated(dated: readonly Dated[], keyOf: (each: Dated) => number): Iterable<readonly Dated[]> {
  const first = new Map<number, Dated>()
  const groups = new Map<number, Dated[]>()
  for (const each of dated) {
    const key = keyOf(each)
    const before = first.get(key)
    if (before) groups.set(key, [...(groups.get(key) ?? [before]), each])
    else first.set(key, each)
  }
  return groups.values()
}

/** 0: the year. */
function quarterOf({ quarter }: FiscalPeriod): number {
  return isFullYear(quarter) ? 0 : Number(quarter.slice(1))
}

function remarkLabels(dated: readonly Dated[], add: Add): void {
  const votes = new Map<number, { readonly yearEnd: YearEnd; count: number }>()
  for (const each of dated) {
    const yearEnd = yearEndBy(each)
    const key = yearEnd.ahead * 12 + yearEnd.month
    const vote = votes.get(key)
    if (vote) vote.count += 1
    else votes.set(key, { yearEnd, count: 1 })
  }
  const ranked = [...votes.values()].sort((one, other) => other.count - one.count)
  const likely = ranked.filter(({ count }) => count >= Math.max(2, leastShare * dated.length))
  const [usual] = likely
  if (!usual) return
  for (const { at, period, end } of dated) {
    if (likely.some(({ yearEnd }) => Math.abs(endOf(period, yearEnd) - end) <= nearEnough)) continue
    const label = fiscalPeriodName(period)
    const really = labelOn(end, period, usual.yearEnd)
    const year = `the company's fiscal years end in ${monthNames[usual.yearEnd.month] ?? ''}`
    const message = really
      ? `Labeled ${label}, but its end date makes it ${really}: ${year}.`
      : `${label} ends in ${monthNames[monthOf(end) % 12] ?? ''}, but ${year}: the year-end changed, or the period is mislabeled.`
    add(at, 'mislabelled', message)
  }
}

/** Periods of one kind. */
function remarkSpans(dated: readonly Dated[], add: Add): void {
  const ordered = dated.toSorted((one, other) => one.end - other.end)
  for (const [index, { at, period, kind, end }] of ordered.entries()) {
    const before = ordered[index - 1]
    if (!before || before.end === end) continue
    const span = end - before.end
    const [label, earlier] = [fiscalPeriodName(period), fiscalPeriodName(before.period)]
    const { shortest, longest } = spans[kind]
    if (span < shortest) {
      add(at, 'overlap', `${label} ends ${daysText(span)} after ${earlier}: the periods overlap, or one was shortened.`)
    } else if (span > longest) {
      add(at, 'gap', `${label} ends ${daysText(span)} after ${earlier}: the period between them is missing.`)
    } else if (longer[kind].some((usual) => Math.abs(span - usual) <= 1)) {
      add(at, 'long', `${label} has ${Math.round(span / 7)} weeks (${daysText(span)}), one more than usual.`)
    }
  }
}

/** Months since the year 0 of a period's end: a year of 52 weeks ends some days before or after its month's end. */
function monthOf(end: number): number {
  const date = new Date((end - 10) * days)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** Months from a period's end to that of its year. */
function monthsLeft({ quarter }: FiscalPeriod): number {
  return isFullYear(quarter) ? 0 : 3 * (4 - Number(quarter.slice(1)))
}

/** The year end that makes a label right. */
function yearEndBy({ period, end }: Dated): YearEnd {
  const months = monthOf(end) + monthsLeft(period)
  return { month: months % 12, ahead: period.year - Math.floor(months / 12) }
}

/** When a period ends by its label, in days since 1970. */
function endOf(period: FiscalPeriod, { month, ahead }: YearEnd): number {
  const months = (period.year - ahead) * 12 + month - monthsLeft(period)
  return Math.floor(Date.UTC(2000, months - 24_000 + 1, 0) / days)
}

/** The label of a period of this kind that ends on a day; undefined: none does. */
function labelOn(end: number, { quarter }: FiscalPeriod, { month, ahead }: YearEnd): string | undefined {
  const labels = isFullYear(quarter) ? ['FY'] : ['Q1', 'Q2', 'Q3', 'Q4']
  return labels.flatMap((label) => {
    const months = monthOf(end) + monthsLeft({ quarter: label, year: 0, endPeriod: '' })
    return months % 12 === month ? [fiscalPeriodName({ quarter: label, year: Math.floor(months / 12) + ahead })] : []
  })[0]
}

function daysText(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}
