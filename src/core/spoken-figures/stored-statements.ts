/** A company's stored figures as a claim needs them: of a period, compared with an earlier one, and as they were before they were restated. */

import { needingYear } from '#contract/api/calculated-lines.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import type { Edition, Figure } from '#contract/api/financials.ts'
import { figureOf, notAvailable, numberOf, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import { isOutflow } from '#contract/service/statement-lines.ts'
import type { Reader } from '../database/reader-writer.ts'
import { calculatedFormulas } from '../fundamentals/calculate-lines.ts'
import { comparisonFormulas } from '../fundamentals/comparison-formulas.ts'
import { readSeries, shareBasesIn, type SeriesPeriod } from '../fundamentals/company-series.ts'
import { figureFields, figureIndexes } from '../fundamentals/figure-fields.ts'
import { isQuarter, periodBefore, yearBefore } from '../fundamentals/fiscal-period.ts'
import { difference, growth } from '../fundamentals/growth.ts'
import { isSameBase, shareLines } from '../fundamentals/share-split.ts'
import { evaluate, evaluateOnce, sharesIn } from '../metrics/evaluate-formula.ts'
import type { Formula } from '../metrics/formula.ts'
import { LineCache } from '../metrics/line-cache.ts'
import type { Claim } from './claim.ts'
import type { SpokenPeriod } from './periods.ts'

/** What a claim is set beside. */
export interface Wanted {
  readonly field: string
  readonly change: Claim['change']
  readonly period: SpokenPeriod
}

interface Change {
  readonly recordId: number
  readonly seenAt: number
  readonly field: string
  readonly was: number | null
}

/** How many of the latest shares one share of a period is. */
interface ShareBase {
  readonly period: SpokenPeriod
  readonly time: number
  readonly base: number
}

/** The figures of a period, by its index. */
type FiguresAt = (at: number) => FigureNumbers | undefined

export interface Earlier {
  readonly value: number
  readonly replacedAt: number
}

export class StoredStatements {
  readonly edition: Edition
  readonly #db: Reader
  readonly #periods: readonly SeriesPeriod[]
  readonly #bases: readonly number[]
  #changes: readonly Change[] | undefined
  #firstBases: readonly ShareBase[] | undefined

  private constructor(db: Reader, edition: Edition, periods: readonly SeriesPeriod[]) {
    this.edition = edition
    this.#db = db
    this.#periods = periods
    this.#bases = shareBasesAt(periods)
  }

  /** The fuller edition that is stored; undefined: none. */
  static read(db: Reader, symbol: string): StoredStatements | undefined {
    const series = readSeries(db, symbol, undefined, null)
    return series && new StoredStatements(db, series.edition, series.periods)
  }

  period({ quarter, year }: SpokenPeriod): SeriesPeriod | undefined {
    return this.#periods[this.#indexOf({ quarter, year })]
  }

  /** The figure as it is stored now, or its change; null: n/a. Costs and outflows as they are spoken, above zero. */
  value(wanted: Wanted): number | null {
    return this.#valueWith(wanted, (at) => this.#periods[at]?.figures)
  }

  /**
   * The periods between which the shares were split, of all from the first period to the second; null: they count in the same shares. A
   * period that is not stored counts in those of its neighbors. By the figures as they were stored first, which is how they were spoken of.
   */
  splitBetween(one: SpokenPeriod, other: SpokenPeriod): readonly [before: SpokenPeriod, after: SpokenPeriod] | null {
    this.#firstBases ??= this.#readFirstBases()
    const inTime = this.#firstBases
    const from = inTime.findLast(({ time }) => time <= timeOf(one))?.time ?? -Infinity
    const to = inTime.find(({ time }) => time >= timeOf(other))?.time ?? Infinity
    const between = inTime.filter(({ time }) => time >= from && time <= to)
    const after = between.findIndex(({ base }, at) => !isSameBase(base, between[Math.max(0, at - 1)]?.base ?? base))
    const [before, first] = [between[after - 1], between[after]]
    return before && first ? [before.period, first.period] : null
  }

  /** One of the user's own metrics in a period, as tables of single periods have it; null: n/a. */
  ownMetric(field: string, own: ReadonlyMap<string, Formula>, period: SpokenPeriod): number | null {
    return this.#ownMetricWith(field, own, period, (at) => this.#periods[at]?.figures)
  }

  /** Values of an own metric before restatements of any period, the latest first. */
  earlierOwnMetric(field: string, own: ReadonlyMap<string, Formula>, period: SpokenPeriod): Earlier[] {
    const valueWith = (figuresAt: FiguresAt) => this.#ownMetricWith(field, own, period, figuresAt)
    return this.#earlierBy(this.#readChanges(), period, valueWith)
  }

  #ownMetricWith(
    field: string,
    own: ReadonlyMap<string, Formula>,
    period: SpokenPeriod,
    figuresAt: FiguresAt,
  ): number | null {
    const at = this.#indexOf(period)
    if (at < 0) return null
    const periods = this.#periods
    const figures = periods.map((_, index) => figuresAt(index))
    const earlier = (of: typeof periodBefore) => Int32Array.from(periods, (_, index) => of(periods, index) ?? -1)
    const around = {
      columns: periods.length,
      prior: earlier(periodBefore),
      yearAgo: earlier(yearBefore),
      shares: { bases: Float64Array.from(this.#bases), isOf: sharesIn(own) },
    }
    const lines: LineCache = new LineCache(periods.length, (line) => {
      const index = figureIndexes.get(line)
      if (index !== undefined) return Float64Array.from(figures, (of) => of?.[index] ?? notAvailable)
      const formula = calculatedFormulas.get(line) ?? comparisonFormulas.get(line) ?? own.get(line)
      const values = formula ? evaluate(formula, { ...around, line: lines.line }) : lines.notAvailable
      if (!needingYear.has(line)) return values
      return values.map((value, index) => (isQuarter(periods[index]?.quarter ?? '') ? notAvailable : value))
    })
    const value = figureOf(lines.line(field)[at])
    return typeof value === 'number' ? value : null
  }

  /** Values before restatements of the periods that it is calculated from, the latest first. */
  earlier(wanted: Wanted): Earlier[] {
    const at = this.#indexOf(wanted.period)
    const base = this.#baseOf(wanted.change, at)
    const records = new Set([at, base].flatMap((index) => this.#periods[index ?? -1]?.recordId ?? []))
    const changes = this.#readChanges().filter(({ recordId }) => records.has(recordId))
    return this.#earlierBy(changes, wanted.period, (figuresAt) => this.#valueWith(wanted, figuresAt))
  }

  /** What was restated before the period was stored, or with it, was never beside its figures. */
  #earlierBy(
    changes: readonly Change[],
    period: SpokenPeriod,
    valueWith: (figuresAt: FiguresAt) => number | null,
  ): Earlier[] {
    const firstSeenAt = this.period(period)?.firstSeenAt ?? Infinity
    const since = changes.filter(({ seenAt }) => seenAt > firstSeenAt)
    return [...new Set(since.map(({ seenAt }) => seenAt))].flatMap((replacedAt) => {
      const undone = since.filter(({ seenAt }) => seenAt >= replacedAt)
      const value = valueWith((index) => before(this.#periods[index], undone))
      return value === null ? [] : [{ value, replacedAt }]
    })
  }

  #valueWith({ field, change, period }: Wanted, figuresAt: FiguresAt): number | null {
    const at = this.#indexOf(period)
    const now = figureIn(figuresAt(at), field)
    if (change === null) return finite(now, field)
    const base = this.#baseOf(change, at)
    if (base === undefined) return null
    if (shareLines.has(field) && !isSameBase(this.#bases[at] ?? notAvailable, this.#bases[base] ?? notAvailable))
      return null
    const earlier = figureIn(figuresAt(base), field)
    if (isPercent(field)) {
      const points = difference(now, earlier)
      return typeof points === 'number' ? points * 10_000 : null
    }
    const sign = signOf(field)
    return finite(growth(times(now, sign), times(earlier, sign)), null)
  }

  #baseOf(change: Claim['change'], at: number): number | undefined {
    if (change === null || at < 0) return undefined
    return (change === 'yoy' ? yearBefore : periodBefore)(this.#periods, at)
  }

  #indexOf({ quarter, year }: SpokenPeriod): number {
    const fits = (period: SeriesPeriod) => period.quarter === quarter && period.year === year
    const first = this.#periods.findIndex(fits)
    return first >= 0 && this.#periods.findLastIndex(fits) === first ? first : -1
  }

  /** In the order of time, of the periods whose shares are known. */
  #readFirstBases(): readonly ShareBase[] {
    const changes = this.#readChanges()
    const first = this.#periods.map((period) => ({ ...period, figures: before(period, changes) ?? period.figures }))
    const bases = changes.length === 0 ? this.#bases : shareBasesAt(first)
    return first
      .flatMap(({ quarter, year }, at): ShareBase[] => {
        const base = bases[at] ?? notAvailable
        if (!isSpoken(quarter) || Number.isNaN(base)) return []
        return [{ period: { quarter, year }, time: timeOf({ quarter, year }), base }]
      })
      .toSorted((left, right) => left.time - right.time)
  }

  /** Latest first. */
  #readChanges(): readonly Change[] {
    this.#changes ??= this.#db.all<Change>(
      `SELECT record_id AS recordId, seen_at AS seenAt, field, was FROM figure_change
       WHERE kind = 'restated' AND record_id IN (SELECT value FROM json_each(?)) ORDER BY seen_at DESC`,
      [JSON.stringify(this.#periods.map(({ recordId }) => recordId))],
    )
    return this.#changes
  }
}

function shareBasesAt(periods: readonly SeriesPeriod[]): readonly number[] {
  const bases = shareBasesIn(periods)
  return periods.map((_, at) => bases.of(at))
}

function isSpoken(quarter: string): quarter is SpokenPeriod['quarter'] {
  return isQuarter(quarter) || quarter === 'FY'
}

/** Quarters since the year 0 at the end of a period. */
function timeOf({ quarter, year }: SpokenPeriod): number {
  return year * 4 + (quarter === 'FY' ? 4 : Number(quarter.slice(1)))
}

/** A period's figures without some changes, given latest first. */
function before(period: SeriesPeriod | undefined, changes: readonly Change[]): FigureNumbers | undefined {
  if (!period) return undefined
  const figures = Float64Array.from(period.figures)
  for (const { recordId, field, was } of changes) {
    const index = figureIndexes.get(field)
    if (recordId === period.recordId && index !== undefined) figures[index] = was ?? notAvailable
  }
  return figures
}

function figureIn(figures: FigureNumbers | undefined, field: string): Figure {
  if (!figures) return null
  const index = figureIndexes.get(field)
  if (index !== undefined) return figureOf(figures[index])
  const formula = calculatedFormulas.get(field) ?? comparisonFormulas.get(field)
  if (!formula) return null
  return evaluateOnce(formula, Object.fromEntries(figureFields.map((each, at) => [each, figureOf(figures[at])])))
}

/** Whether the change of a line is a difference of percentages. */
function isPercent(field: string): boolean {
  return (figureLines.get(field)?.unit ?? 'percent') === 'percent'
}

/** Money paid is stored below zero and spoken above it. */
function signOf(field: string): 1 | -1 {
  return isOutflow(field) || field === 'EquityRepurchases' ? -1 : 1
}

function times(figure: Figure, sign: 1 | -1): Figure {
  return typeof figure === 'number' ? numberOf(figure) * sign : figure
}

function finite(figure: Figure, field: string | null): number | null {
  return typeof figure === 'number' ? figure * (field === null ? 1 : signOf(field)) : null
}

/** Whether a line is stored, and not calculated by Tearsheet. */
export function isStored({ field, change }: Pick<Wanted, 'field' | 'change'>): boolean {
  return change === null && figureIndexes.has(field)
}
