/**
 * The figures of all companies that a condition or a column of a screen needs, and why one is
 * missing.
 */

import { labelOf, type FigureLine } from '#contract/api/figure-lines.ts'
import { noMeaning, notAvailable, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { outdatedAmong, outdatedYearsAmong } from '#contract/api/outdated-periods.ts'
import type { ScreenMeasure, ScreenPeriod } from '#contract/api/screen-terms.ts'
import type { ScreenColumn, ScreenSpec } from '#contract/api/screens.ts'
import { isProportion, type UnitKind } from '#contract/service/statement-lines.ts'
import { differenceOf, growthOf, yearlyGrowthOf } from '../fundamentals/growth.ts'
import { nowhere, periodsBefore } from './period-table.ts'
import type { FigureBasis, TableFigures } from './screen-figures.ts'

/** The figure that a condition tests. */
export interface FigureWanted {
  readonly field: string
  readonly period: ScreenPeriod
  readonly measure: ScreenMeasure
  /** Periods or years, for the measures that go back. */
  readonly over: number
}

/** The figures in the columns of a screen. */
export function columnFigures(columns: ScreenSpec['columns']): FigureWanted[] {
  return (columns ?? []).flatMap((column) => figureOfColumn(column) ?? [])
}

/** Undefined: a column of something else. */
export function figureOfColumn(column: ScreenColumn): FigureWanted | undefined {
  if (column.kind !== 'figure') return undefined
  const { field, period, measure } = column
  return { field, period, measure, over: 1 }
}

/** Kind of a line, built-in or a user's: how its change is measured, and which end ranks first. */
export type FigureKind = Pick<FigureLine, 'unit' | 'first'>

/** Each company's figure of a condition, one a company of the table. */
export class CompanyFigures {
  readonly figures: TableFigures
  /** Companies whose latest quarter, or fiscal year, is too old to be current. */
  readonly #outdated: { readonly quarter: readonly boolean[]; readonly year: readonly boolean[] }
  readonly #kindOf: (field: string) => FigureKind
  readonly #sectorOf: (symbol: string) => string | null
  readonly #isPast: boolean
  readonly #known = new Map<string, FigureNumbers>()

  /** @param today YYYY-MM-DD */
  constructor(
    figures: TableFigures,
    around: {
      readonly today: string
      readonly kindOf: (field: string) => FigureKind
      readonly sectorOf: (symbol: string) => string | null
      /** The figures are of a past moment. */
      readonly isPast: boolean
    },
  ) {
    this.figures = figures
    this.#kindOf = around.kindOf
    this.#sectorOf = around.sectorOf
    this.#isPast = around.isPast
    const { periods, latestQuarter, latestYear } = figures.table
    const endsOf = (places: Int32Array) => Array.from(places, (at) => periods[at]?.endPeriod ?? null)
    const quarters = endsOf(latestQuarter)
    this.#outdated = {
      quarter: outdatedAmong(quarters, around.today),
      year: outdatedYearsAmong(endsOf(latestYear), quarters, around.today),
    }
  }

  /** n/a: an input is not stored; n.m.: all are, and the result is undefined. */
  of(wanted: FigureWanted): FigureNumbers {
    const { field, period, measure, over } = wanted
    const key = JSON.stringify([field, period, measure, goesBack(measure) ? over : 0])
    const known = this.#known.get(key)
    if (known) return known
    const values = measure === 'rank' ? this.#ranks(wanted) : this.#values(wanted)
    this.#known.set(key, values)
    return values
  }

  /** The period by which a company is judged; -1: none is stored, or the latest is too old. */
  placeOf(company: number, period: ScreenPeriod): number {
    const { latestQuarter, latestYear } = this.figures.table
    const isOutdated = this.#outdated[period === 'year' ? 'year' : 'quarter'][company] === true
    return isOutdated ? nowhere : ((period === 'year' ? latestYear : latestQuarter)[company] ?? nowhere)
  }

  /** Records with a company's figures of a period. */
  recordsOf(company: number, period: ScreenPeriod): readonly number[] {
    const at = this.placeOf(company, period)
    const places = period === 'ltm' ? this.figures.twelveMonths(at) : [at]
    return places.flatMap((place) => this.figures.table.periods[place]?.recordId ?? [])
  }

  /** Why a company has no figure, and whether the service may have what is missing. */
  whyMissing(
    company: number,
    { field, period, measure, over }: FigureWanted,
    label = labelOf(field),
  ): { readonly reason: string; readonly canFetch: boolean } {
    const { table } = this.figures
    const missing = (reason: string) => ({ reason, canFetch: true })
    const latest = table.periods[(period === 'year' ? table.latestYear : table.latestQuarter)[company] ?? nowhere]
    if (!latest) {
      const hasOthers = (table.starts[company + 1] ?? 0) > (table.starts[company] ?? 0)
      if (!hasOthers) return missing('No statements stored')
      return missing(period === 'year' ? 'No annual records stored' : 'No quarters stored, annual records only')
    }
    const at = this.placeOf(company, period)
    if (at === nowhere)
      return missing(`Latest ${period === 'year' ? 'year' : 'quarter'} is ${fiscalPeriodName(latest)}`)
    const name = fiscalPeriodName(latest)
    if (period === 'ltm' && this.figures.twelveMonths(at).length === 0)
      return missing(`No four consecutive quarters up to ${name}, so no LTM`)
    const back = stepsBack(measure, period, over)
    for (const step of measure === 'average' ? Array.from({ length: back }, (_, index) => index + 1) : [back]) {
      if (step === 0) continue
      const before = periodsBefore(table, company, at, step)
      const isThere = before !== nowhere && (period !== 'ltm' || this.figures.twelveMonths(before).length > 0)
      if (!isThere) return missing(`${period === 'ltm' ? 'LTM to ' : ''}${nameBefore(latest, step)} not stored`)
    }
    if (measure === 'rank' && this.#sectorOf(table.symbols[company] ?? '') === null)
      return { reason: this.#isPast ? 'No sector stored on that date' : 'Sector unknown', canFetch: false }
    return { reason: `${label} n/a in ${period === 'ltm' ? `LTM to ${name}` : name}`, canFetch: false }
  }

  #values({ field, period, measure, over }: FigureWanted): FigureNumbers {
    const { table } = this.figures
    const basis: FigureBasis = period === 'ltm' ? 'ltm' : 'filed'
    const line = this.figures.line(basis, field)
    const { unit } = this.#kindOf(field)
    return Float64Array.from(table.symbols, (_, company) => {
      const at = this.placeOf(company, period)
      if (at === nowhere) return notAvailable
      const now = line[at] ?? notAvailable
      switch (measure) {
        case 'value':
        case 'rank':
          return now
        case 'average': {
          let sum = now
          for (let step = 1; step < over; step += 1) {
            const before = periodsBefore(table, company, at, step)
            if (!this.figures.isSameBase(basis, field, at, before) && before !== nowhere) return noMeaning
            sum += line[before] ?? notAvailable
          }
          return sum / over
        }
        case 'change':
        case 'growth':
        case 'cagr': {
          const before = periodsBefore(table, company, at, stepsBack(measure, period, over))
          const change = changeBetween(measure, unit, over, now, line[before] ?? notAvailable)
          if (Number.isNaN(change) || this.figures.isSameBase(basis, field, at, before)) return change
          return noMeaning
        }
        default:
          return measure satisfies never
      }
    })
  }

  /** From 1, in the ranking order of comparisons; equal figures share the better rank. */
  #ranks(wanted: FigureWanted): FigureNumbers {
    const values = this.of({ ...wanted, measure: 'value' })
    const { symbols } = this.figures.table
    const sign = this.#kindOf(wanted.field).first === 'lowest' ? 1 : -1
    const bySector = new Map<string, number[]>()
    for (const [company, symbol] of symbols.entries()) {
      const sector = this.#sectorOf(symbol)
      if (sector === null || !Number.isFinite(values[company])) continue
      const peers = bySector.get(sector)
      if (peers) peers.push(company)
      else bySector.set(sector, [company])
    }
    const ranks = values.map((value) => (value === noMeaning ? noMeaning : notAvailable))
    for (const peers of bySector.values()) {
      const inOrder = peers.toSorted((one, other) => sign * ((values[one] ?? 0) - (values[other] ?? 0)))
      let rank = 0
      for (const [place, company] of inOrder.entries()) {
        const previous = inOrder[place - 1]
        if (previous === undefined || values[previous] !== values[company]) rank = place + 1
        ranks[company] = rank
      }
    }
    return ranks
  }
}

function goesBack(measure: ScreenMeasure): boolean {
  return measure === 'average' || measure === 'growth' || measure === 'cagr'
}

/** Periods before the latest one that a measure needs. */
export function stepsBack(measure: ScreenMeasure, period: ScreenPeriod, over: number): number {
  const inYear = period === 'year' ? 1 : 4
  switch (measure) {
    case 'value':
    case 'rank':
      return 0
    case 'change':
      return inYear
    case 'average':
      return over - 1
    case 'growth':
      return over
    case 'cagr':
      return over * inYear
    default:
      return measure satisfies never
  }
}

function changeBetween(measure: ScreenMeasure, unit: UnitKind, years: number, now: number, before: number): number {
  if (measure !== 'cagr') return isProportion(unit) ? differenceOf(now, before) : growthOf(now, before)
  // A proportion does not grow by a rate a year.
  if (isProportion(unit)) return Number.isFinite(now) && Number.isFinite(before) ? noMeaning : notAvailable
  return yearlyGrowthOf(now, before, years)
}

function nameBefore(latest: { readonly quarter: string; readonly year: number }, steps: number): string {
  if (latest.quarter === 'FY') return fiscalPeriodName({ quarter: 'FY', year: latest.year - steps })
  const number = latest.year * 4 + Number(latest.quarter.slice(1)) - 1 - steps
  return fiscalPeriodName({ quarter: `Q${(number % 4) + 1}`, year: Math.floor(number / 4) })
}
