/**
 * Detects share splits from the reported figures, groups periods by the shares that they count in,
 * and writes the remarks on them.
 */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { noMeaning, notAvailable, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import type { PeriodRemark } from '#contract/api/financials.ts'
import { daysBetween, isFullYear, isQuarter, yearEndingWith, type FiscalPeriod } from './fiscal-period.ts'

const [basic, diluted] = [
  { shares: 'BasicSharesOutstanding', earnings: 'BasicEarningsPerShare' },
  { shares: 'DilutedSharesOutstanding', earnings: 'DilutedEarningsPerShare' },
] as const
const both = [basic, diluted]
const shares = both.map((each) => each.shares)
const earnings = both.map((each) => each.earnings)
const income = 'NetIncomeLossAttributableCommonShareholders'

/** Lines that are counted in shares: a split moves them though nothing else has changed. */
export const shareLines: ReadonlySet<string> = new Set([...earnings, ...shares])
/** Those lines that decrease when there are more shares. */
export const perShareLines: ReadonlySet<string> = new Set(earnings)

/** The fields that show a split. */
export const splitEvidence: readonly string[] = [
  ...shares,
  ...earnings,
  income,
  'Revenue',
  'TotalEquity',
  'CommonStock',
  'AdditionalPaidInCapital',
]

/** A figure of a period by its position; not a number where it is n/a. */
export type FigureAt = (at: number, field: string) => number

/** The first of two periods counts in other shares than the second. */
export interface ShareSplit {
  /** Positions of both. */
  readonly before: number
  readonly after: number
  /** Shares afterwards for each one before: 10 of a 10-for-1 split, 0.125 of a 1-for-8 reverse split. */
  readonly factor: number
}

/**
 * Ratios that companies choose. Other small ones (5-for-4, 4-for-3) are left out: an issue of shares or a repurchase looks the same in
 * the statements.
 */
const wholeRatios = [2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 25, 30, 40, 50, 100]
const ratios = [1.5, ...wholeRatios, ...wholeRatios.map((ratio) => 1 / ratio)]

/**
 * Tolerance of the number of shares around a split ratio, as a logarithm. Within a year repurchases and issues move it by some
 * percent, within a quarter by less; the larger ratios and 3-for-2 have neighbors that must be excluded.
 */
const tolerance = { quarter: 0.04, year: 0.08, threeForTwo: 0.055, large: 0.04 } as const
/** Earnings per share are rounded to cents, and other share classes may receive part of the income. */
const earningsTolerance = 0.12
/** Shares that are issued for cash or for another company enlarge the business: so much of the ratio's growth is no split. */
const businessShare = 0.6
/** A company that consolidates its shares may sell some as well; twice the capital paid in is a reorganization. */
const mostNewCapital = 2

/** Groups of periods that count in the same shares. */
export class ShareBases {
  readonly splits: readonly ShareSplit[]
  /** EPS and shares from before a split have been adjusted for it. */
  readonly isAdjusted: boolean
  readonly #factors: readonly number[]

  constructor(factors: readonly number[], splits: readonly ShareSplit[], isAdjusted = false) {
    this.#factors = factors
    this.splits = splits
    this.isAdjusted = isAdjusted
  }

  /** The same splits after every period was adjusted to the latest shares; a period with unknown shares stays unknown. */
  adjusted(): ShareBases {
    const factors = this.#factors.map((factor) => (Number.isNaN(factor) ? factor : 1))
    return new ShareBases(factors, this.splits, true)
  }

  /** How many of the latest quarter's shares one share of a period is; NaN when unknown. */
  of(at: number): number {
    return this.#factors[at] ?? notAvailable
  }

  /** Whether these periods may be added up or compared per share. */
  isOne(positions: readonly number[]): boolean {
    const [first = -1] = positions
    return positions.every((at) => isSameBase(this.of(at), this.of(first)))
  }
}

/** NaN equals NaN here. */
export function isSameBase(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-6 * Math.abs(one)
}

/** A period on its way to a share base. */
interface Period extends FiscalPeriod {
  readonly at: number
  /** Its shares are unknown: see `isDerivedQuarter`. */
  readonly isDerived: boolean
  /** Its own figures tell how many shares it counts in. */
  readonly isSound: boolean
  factor: number
}

/**
 * The share bases of a company's periods, quarters and years, in any order. Nothing in the records names a split: it is inferred where
 * the stated shares and the shares that follow from income and EPS both jump by a ratio that splits have, while the business does not.
 */
export function shareBasesOf(periods: readonly FiscalPeriod[], figure: FigureAt): ShareBases {
  const all = periods.map(({ quarter, year, endPeriod }, at): Period => {
    const isDerived = isDerivedQuarter(periods, at, figure)
    return { quarter, year, endPeriod, at, isDerived, isSound: !isDerived && isUsable(at, figure), factor: 1 }
  })
  const inTime = all.toSorted((one, other) => (one.endPeriod < other.endPeriod ? -1 : 1))
  const quarters = inTime.filter(({ quarter }) => isQuarter(quarter))
  const years = inTime.filter(({ quarter }) => isFullYear(quarter))
  const splits: ShareSplit[] = []
  for (const chain of [quarters, years]) {
    const sound = chain.filter(({ isSound }) => isSound)
    for (const [index, after] of sound.slice(1).entries()) {
      const before = sound[index] ?? after
      const days = daysBetween(before.endPeriod, after.endPeriod)
      const factor = factorBetween(before.at, after.at, figure, { days, isSameSpan: true })
      if (factor === 1 || (factor === 1.5 && isDeniedByQuarters(before, after, { quarters, splits }))) continue
      splits.push({ before: before.at, after: after.at, factor })
      // Everything older is worth as many shares more.
      for (const older of chain.slice(0, chain.indexOf(after))) older.factor *= factor
    }
  }
  setYearsBesideQuarters(years, quarters, figure)
  return new ShareBases(
    all.map(({ isDerived, factor }) => (isDerived ? notAvailable : factor)),
    splits,
  )
}

/**
 * Over a whole year a company may gradually issue half as many shares again. Where its quarters are complete from one year's end
 * to the other's, a split between two of them would have been found already.
 */
function isDeniedByQuarters(
  before: Period,
  after: Period,
  { quarters, splits }: { readonly quarters: readonly Period[]; readonly splits: readonly ShareSplit[] },
): boolean {
  const within = quarters.filter(({ endPeriod }) => endPeriod >= before.endPeriod && endPeriod <= after.endPeriod)
  const has = (position: number) => within.some(({ at }) => at === position)
  const isFound = splits.some((split) => has(split.before) && has(split.after))
  return within.length === 5 && within.every(({ isSound }) => isSound) && !isFound
}

/** Years count in the shares of the quarters by the latest year that has a quarter near its end. */
function setYearsBesideQuarters(years: readonly Period[], quarters: readonly Period[], figure: FigureAt): void {
  for (const year of years.toReversed()) {
    const near = quarters.findLast(
      ({ isSound, endPeriod }) => isSound && Math.abs(daysBetween(endPeriod, year.endPeriod)) <= 200,
    )
    if (!near || !year.isSound) continue
    const between = factorBetween(year.at, near.at, figure, { days: 365, isSameSpan: false })
    // The latest year counts in the latest years' shares.
    const scale = near.factor * between
    for (const each of years) each.factor *= scale
    return
  }
}

interface Between {
  readonly days: number
  /** Both are quarters, or both are years: what they earn may be compared. */
  readonly isSameSpan: boolean
}

/** 1: the same shares, as far as known. */
function factorBetween(before: number, after: number, figure: FigureAt, { days, isSameSpan }: Between): number {
  const grown = (field: string) => figure(after, field) / figure(before, field)
  const stated = isRatio(grown(basic.shares)) ? grown(basic.shares) : grown(diluted.shares)
  const factor = ratios.reduce((best, ratio) => (off(stated, ratio) < off(stated, best) ? ratio : best), 1)
  if (off(stated, factor) > toleranceOf(factor, days)) return 1
  const followed = earnings.some((field) => {
    // Share-for-share mergers have ratios near this one: a swing between profit and loss cannot exclude them.
    if (factor === 1.5 && figure(before, field) * figure(after, field) < 0) return false
    const implied = impliedShares(after, field, figure) / impliedShares(before, field, figure)
    const rounding = roundingOf(figure(before, field)) + roundingOf(figure(after, field))
    return isRatio(implied) && off(implied, factor) <= earningsTolerance + rounding
  })
  if (!followed) return 1
  return isSameSpan && hasBusinessChanged(before, after, factor, figure) ? 1 : factor
}

function toleranceOf(factor: number, days: number): number {
  if (factor === 1.5) return days > 200 ? tolerance.threeForTwo : tolerance.quarter
  if (factor >= 3 || factor <= 1 / 3) return tolerance.large
  return days > 200 ? tolerance.year : tolerance.quarter
}

/** New shares that were sold, or paid for another company, bring equity or revenue; a split brings neither. */
function hasBusinessChanged(before: number, after: number, factor: number, figure: FigureAt): boolean {
  const grown = (field: string) => figure(after, field) / figure(before, field)
  if (factor > 1) {
    const most = 1 + businessShare * (factor - 1)
    return ['Revenue', 'TotalEquity'].some((field) => isRatio(grown(field)) && grown(field) >= most)
  }
  // Fewer shares for cash cost equity; fewer shares for new capital, in a reorganization, bring capital that was paid in.
  const least = 1 - businessShare * (1 - factor)
  const paidIn = paidInCapital(after, figure) / paidInCapital(before, figure)
  const isSmaller = isRatio(grown('TotalEquity')) && grown('TotalEquity') <= least
  return isSmaller || (isRatio(paidIn) && paidIn >= mostNewCapital)
}

function paidInCapital(at: number, figure: FigureAt): number {
  return figure(at, 'CommonStock') + figure(at, 'AdditionalPaidInCapital')
}

function isUsable(at: number, figure: FigureAt): boolean {
  return (
    shares.some((field) => isRatio(figure(at, field))) &&
    earnings.some((field) => isRatio(impliedShares(at, field, figure)))
  )
}

function impliedShares(at: number, field: string, figure: FigureAt): number {
  return figure(at, income) / figure(at, field)
}

/** Half a cent, as a part of the figure. */
function roundingOf(perShare: number): number {
  return 0.005 / Math.abs(perShare)
}

function isRatio(ratio: number): boolean {
  return Number.isFinite(ratio) && ratio > 0
}

function off(ratio: number, wanted: number): number {
  return Math.abs(Math.log(ratio / wanted))
}

/**
 * A fourth quarter whose EPS is the year's less those of three quarters, one of which is on a different share base from the year: it is not
 * the EPS of any share, and contradicts the quarter's own income and shares.
 */
function isDerivedQuarter(periods: readonly FiscalPeriod[], at: number, figure: FigureAt): boolean {
  const year = yearEndingWith(periods, at)
  if (year === undefined) return false
  const three = periods.flatMap((each, position) =>
    /^Q[123]$/.test(each.quarter) && each.year === periods[year]?.year ? position : [],
  )
  return both.some((field) => {
    const [stated, whole] = [figure(at, field.earnings), figure(year, field.earnings)]
    const rest = three.reduce((left, quarter) => left - figure(quarter, field.earnings), whole)
    const own = figure(at, income) / figure(at, field.shares)
    const yearly = figure(year, income) / figure(year, field.shares)
    const ofYearsShares = figure(at, income) / figure(year, field.shares)
    const isOff = (perShare: number) => Math.abs(stated - perShare) > 0.05 + 0.25 * Math.abs(perShare)
    return (
      three.length === 3 &&
      Math.abs(stated - rest) <= 0.015 &&
      Math.abs(yearly - whole) <= 0.02 + 0.05 * Math.abs(whole) &&
      isOff(own) &&
      isOff(ofYearsShares)
    )
  })
}

/** "10-for-1", "3-for-2"; of a reverse split "1-for-8". */
export function splitName(factor: number): string {
  if (factor === 1.5) return '3-for-2'
  return factor > 1 ? `${Math.round(factor)}-for-1` : `1-for-${Math.round(1 / factor)}`
}

/** "4-for-1 split", "1-for-8 reverse split". */
export function splitLabel(factor: number): string {
  return `${splitName(factor)} ${factor > 1 ? 'split' : 'reverse split'}`
}

/** Remarks for the head of the first period on a new base, by position. */
export function splitRemarks(
  periods: readonly FiscalPeriod[],
  { splits, isAdjusted }: Pick<ShareBases, 'splits' | 'isAdjusted'>,
): ReadonlyMap<number, PeriodRemark> {
  return new Map(
    splits.flatMap(({ before, after, factor }) => {
      const [earlier, later] = [periods[before], periods[after]]
      if (!earlier || !later) return []
      const kind = factor > 1 ? 'share split' : 'reverse split'
      const inferred = `${splitName(factor)} ${kind} inferred between ${fiscalPeriodName(earlier)} and ${fiscalPeriodName(later)}`
      const remark: PeriodRemark = isAdjusted
        ? { kind: 'adjusted-split', message: `${inferred}: EPS and shares before the split are adjusted.` }
        : {
            kind: 'split',
            message: `${inferred}: EPS and share counts are not comparable across it, so growth and sums are n.m.`,
            label: splitLabel(factor),
          }
      return [[after, remark] as const]
    }),
  )
}

export function isSplit(kind: PeriodRemark['kind']): boolean {
  return kind === 'split' || kind === 'adjusted-split'
}

/** How EPS and shares of a period were adjusted to the latest shares. */
export interface SplitAdjustment {
  /** Latest shares per share of the period; NaN when the period's shares are unknown. */
  readonly factor: number
  /** Every figure as received. */
  readonly reported: FigureNumbers
  /** "Adjusted for the 4-for-1 split between Q3 FY2020 and Q4 FY2020." */
  readonly explanation: string
  readonly splits: readonly ShareSplit[]
}

/** EPS is divided by the factor, shares are multiplied by it. */
export function adjustedFigure(field: string, reported: number, factor: number): number {
  if (Number.isNaN(reported)) return reported
  if (Number.isNaN(factor)) return noMeaning
  return perShareLines.has(field) ? reported / factor : reported * factor
}
