/**
 * The inputs of a quarter before its statements are calculated: revenue, growth, season, share
 * price.
 */

import type { FiscalPeriod } from '../data/calendar.ts'
import { addDays, daysBetween, timeOf } from '../data/calendar.ts'
import { randomFor } from '../data/random.ts'
import type { CompanySeed, PinnedQuarters } from '../data/seeds.ts'

/** The inputs of one quarter, before any statement is calculated. Money in whole units, not yet rounded. */
export interface QuarterInputs {
  readonly period: FiscalPeriod
  /** 0 at the first quarter, 1 at the last: the position of a drifting share of revenue. */
  readonly progress: number
  /** Against the same quarter a year before, as a fraction. */
  readonly growth: number
  /** Growth of the level less the company's own average, within a fifth: what moves margins in good and bad years. */
  readonly growthAboveAverage: number
  /** How far the pandemic reduced activity below its level, as a fraction: it changes margins too. */
  readonly shortfall: number
  /** Revenue as reported. */
  readonly revenue: number
  /** Revenue freed from season, chance and the pandemic: what stocks follow. */
  readonly level: number
  /** The same including the pandemic: fixed costs follow it a year later. */
  readonly activity: number
  readonly season: number
  /** Share price at the quarter's end. */
  readonly price: number
  /** Change of foreign currencies against the reported one, as a fraction. */
  readonly currencyMove: number
  /** Figures that are fixed by hand, whole units, by line. */
  readonly pinned: ReadonlyMap<string, number>
}

const growthFrom = 2016

/** Growth is given by calendar year and applies at mid-year; in between it is interpolated linearly. */
function growthAt(seed: CompanySeed, date: string): number {
  const yearStart = Number(date.slice(0, 4))
  const years = yearStart + daysBetween(`${yearStart}-01-01`, date) / 365.25
  const place = years - 0.5 - growthFrom
  const last = seed.growthPercent.length - 1
  const below = Math.max(0, Math.min(last, Math.floor(place)))
  const above = Math.min(last, below + 1)
  const share = Math.max(0, Math.min(1, place - below))
  const [from = 0, to = 0] = [seed.growthPercent[below], seed.growthPercent[above]]
  return (from + (to - from) * share) / 100
}

/** How much of its depth the spring of 2020 had at a quarter's end; linear in between. */
const pandemicCourse: readonly (readonly [date: string, share: number])[] = [
  ['2019-12-31', 0],
  ['2020-03-31', 0.15],
  ['2020-06-30', 1],
  ['2020-09-30', 0.6],
  ['2020-12-31', 0.45],
  ['2021-03-31', 0.38],
  ['2021-06-30', 0.2],
  ['2021-09-30', 0.1],
  ['2021-12-31', 0.05],
  ['2022-06-30', 0],
]

function pandemicAt(date: string): number {
  const next = pandemicCourse.findIndex(([day]) => day >= date)
  const [before, after] = [pandemicCourse[next - 1], pandemicCourse[next]]
  if (before === undefined || after === undefined) return 0
  const share = daysBetween(before[0], date) / daysBetween(before[0], after[0])
  return before[1] + (after[1] - before[1]) * share
}

function pinnedIn(pinned: PinnedQuarters | undefined, period: FiscalPeriod): Map<string, number> {
  const at = pinned?.quarters.indexOf(`${period.fiscalYear}${period.quarter}`) ?? -1
  const found = new Map<string, number>()
  if (at < 0 || pinned === undefined) return found
  for (const [line, millions] of Object.entries(pinned.lines)) {
    const figure = millions[at]
    if (figure !== undefined) found.set(line, Math.round(figure * 1_000_000))
  }
  return found
}

/** The dollar's slow swing and a random part per quarter: the same for every company of the sample. */
function currencyMoveAt(period: FiscalPeriod): number {
  const years = timeOf(period.ends) / (365.25 * 86_400_000)
  return 0.018 * Math.sin(years * 1.9) + 0.006 * randomFor('currency', period.ends.slice(0, 7)).normal()
}

export function quarterInputs(
  seed: CompanySeed,
  periods: readonly FiscalPeriod[],
  pinnedQuarters: PinnedQuarters | undefined,
): QuarterInputs[] {
  const random = randomFor('revenue', seed.symbol)
  let level = 1
  const levels: number[] = []
  const activities: number[] = []
  const raw = periods.map((period, at) => {
    // growth of a year, felt in quarters: looking ahead by less than half a year puts the year's growth on its middle
    const yearly = growthAt(seed, addDays(period.ends, 140))
    if (at > 0) level *= (1 + yearly) ** 0.25
    const activity = level * (1 - (seed.pandemicPercent / 100) * pandemicAt(period.ends))
    const [levelBefore, activityBefore] = [levels[at - 4], activities[at - 4]]
    levels.push(level)
    activities.push(activity)
    const growth = activityBefore === undefined ? yearly : activity / activityBefore - 1
    const trend = levelBefore === undefined ? yearly : level / levelBefore - 1
    const season = seed.season[Number(period.quarter.slice(1)) - 1] ?? 1
    const extraWeek = period.weeks === 14 ? 1 + 0.7 / 13 : 1
    const chance = 1 + (seed.noisePercent / 100) * random.normal()
    return { period, growth, trend, level, activity, season, reported: activity * season * extraWeek * chance }
  })

  const pinnedLines = periods.map((period) => pinnedIn(pinnedQuarters, period))
  const scale = scaleOf(seed, raw, pinnedLines)
  const average = raw.reduce((sum, each) => sum + each.trend, 0) / raw.length
  const prices = pricePath(seed, raw)
  return raw.map(({ period, growth, trend, level: steady, activity, season, reported }, at) => {
    const pinned = pinnedLines[at] ?? new Map<string, number>()
    return {
      period,
      progress: raw.length > 1 ? at / (raw.length - 1) : 1,
      growth,
      growthAboveAverage: Math.max(-0.2, Math.min(0.2, trend - average)),
      shortfall: 1 - activity / steady,
      revenue: pinned.get('Revenue') ?? reported * scale,
      level: steady * scale,
      activity: activity * scale,
      season,
      price: prices[at] ?? seed.price,
      currencyMove: currencyMoveAt(period),
      pinned,
    }
  })
}

/** Pinned quarters set the size if there are any, so that the quarter before them is no break; else the last four quarters do. */
function scaleOf(
  seed: CompanySeed,
  raw: readonly { level: number; season: number; reported: number }[],
  pinned: readonly ReadonlyMap<string, number>[],
): number {
  const pairs = raw.flatMap((each, at) => {
    const revenue = pinned[at]?.get('Revenue')
    return revenue === undefined ? [] : [{ made: each.level * each.season, wanted: revenue }]
  })
  if (pairs.length > 0) {
    const firstYear = pairs.slice(0, 4)
    return firstYear.reduce((sum, each) => sum + each.wanted, 0) / firstYear.reduce((sum, each) => sum + each.made, 0)
  }
  return (seed.revenueMillions * 1_000_000) / raw.slice(-4).reduce((sum, each) => sum + each.reported, 0)
}

/** A price that follows the size of the business, its growth against today's, and a wandering mood that returns to the middle. */
function pricePath(seed: CompanySeed, raw: readonly { level: number; growth: number }[]): number[] {
  const random = randomFor('price', seed.symbol)
  const last = raw.at(-1)
  if (last === undefined) return []
  let mood = 0
  const moods = raw.map(() => (mood = 0.82 * mood + 0.075 * random.normal()))
  const lastMood = moods.at(-1) ?? 0
  return raw.map(({ level, growth }, at) => {
    // a business of a tenth of today's size was not worth a hundredth of today's share: it had fewer shares
    const size = Math.max(0.3, (level / last.level) ** 0.85)
    const hope = Math.exp(Math.max(-0.35, Math.min(0.35, 1.2 * (growth - last.growth))))
    const price = seed.price * size * hope * Math.exp((moods[at] ?? 0) - lastMood)
    return Math.max(0.5, Math.round(price * 100) / 100)
  })
}
