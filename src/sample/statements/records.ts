/**
 * Writes a company's periods as records in the format of the service, enhanced and lite, with
 * filing dates and CIK. Applies the restatements, gaps and breaks planned in exceptions.json.
 */

import exceptions from '../../../resources/sample/exceptions.json' with { type: 'json' }
import { addDays, weekdayFrom } from '../data/calendar.ts'
import { randomFor } from '../data/random.ts'
import type { CompanySeed } from '../data/seeds.ts'
import { companySeeds } from '../data/seeds.ts'
import { bankFigures } from './bank-quarter.ts'
import type { CompanyStatements, StatementPeriod } from './company-statements.ts'
import { companyStatements, quartersServed } from './company-statements.ts'
import type { Vintage } from './original-figures.ts'
import { isRestated, originalFigures } from './original-figures.ts'
import type { TextInsights } from './insights.ts'
import { textInsights } from './insights.ts'
import type { StatementFigures, StatementField } from './statement-lines.ts'
import { statementFields } from './statement-lines.ts'
import type { DerivedMetrics } from './metrics.ts'
import { derivedMetrics } from './metrics.ts'

type WireFigures = Partial<Record<StatementField, number | null>>

/** The enhanced record as docs/interface.md has it. */
export type EnhancedWire = {
  symbol: string
  cik: string
  EndPeriod: string
  Quarter: string
  Year: number
} & WireFigures &
  DerivedMetrics &
  TextInsights & { created_at: string; updated_at: string }

export type LiteWire = { ticker: string; EndPeriod: string; Quarter: string; Year: number } & WireFigures

/** What is intentionally wrong, empty or restated; described in resources/sample/README.md. */
export { exceptions }

/** CIKs of the sample count from 9,100,001: the register has issued none near there. */
export const cikOf = (seed: CompanySeed) => String(9_100_001 + companySeeds.indexOf(seed)).padStart(10, '0')

const nameOf = (period: StatementPeriod) => `${period.fiscalYear}${period.quarter}`

/** When the filing appeared: 24 to 45 days after a quarter, a fortnight more after a year, in the evening, UTC. */
export function publishedAt(seed: CompanySeed, period: StatementPeriod): string {
  const habit = randomFor('filing', seed.symbol)
  const lag = habit.whole(20, 38)
  const minute = randomFor('filing minute', seed.symbol, period.fiscalYear, period.quarter)
  // the fourth quarter is filed with the year
  const yearEnd = period.quarter === 'FY' || period.quarter === 'Q4'
  const days = Math.min(yearEnd ? lag + 14 : lag, seed.latestQuarterEnds === '2026-10' ? 19 : 50)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${weekdayFrom(addDays(period.ends, days))}T20:${two(minute.whole(5, 59))}:${two(minute.whole(0, 59))}Z`
}

/** The latest forty quarters and ten fiscal years, latest first; with equal end dates the year precedes its fourth quarter. */
function periodsServed({ seed, quarters, years }: CompanyStatements): StatementPeriod[] {
  const missing = exceptions.missing.filter((each) => each.symbol === seed.symbol).map((each) => each.period)
  const served = quarters.filter((each) => !missing.includes(nameOf(each))).slice(-quartersServed)
  return [...served, ...years].sort(
    (one, other) => other.ends.localeCompare(one.ends) || one.quarter.localeCompare(other.quarter),
  )
}

/** All records of one company in one vintage: enhanced, and lite beside it. */
export interface CompanyRecords {
  readonly enhanced: readonly EnhancedWire[]
  readonly lite: readonly LiteWire[]
}

export function companyRecords(company: CompanyStatements, vintage: Vintage): CompanyRecords {
  const { seed } = company
  const enhanced: EnhancedWire[] = []
  const lite: LiteWire[] = []
  for (const period of periodsServed(company)) {
    const created = publishedAt(seed, period)
    const restatement = exceptions.restated.find(
      (each) => each.symbol === seed.symbol && isRestated(company, period, created, each),
    )
    const original = vintage === 'original' && restatement !== undefined
    const figures = original ? originalFigures(company, period, created, restatement) : period.figures
    const wire = wireFigures(seed, period, figures)
    const at = company.quarters.findIndex((each) => each.ends === period.ends)
    const yearBefore = (period.quarter === 'FY' ? company.years : company.quarters).find(
      (each) => each.fiscalYear === period.fiscalYear - 1 && each.quarter === period.quarter,
    )
    enhanced.push({
      symbol: seed.symbol,
      cik: cikOf(seed),
      EndPeriod: period.ends,
      Quarter: period.quarter,
      Year: period.fiscalYear,
      ...wire,
      ...derivedMetrics(
        company,
        { ...period, figures },
        company.quarters.slice(Math.max(0, at - 3), at + 1),
        staff(company, period),
      ),
      ...textInsights(company, period, yearBefore),
      created_at: created,
      updated_at: restatement !== undefined && !original ? restatement.filed : created,
    })
    lite.push({
      ticker: seed.symbol,
      EndPeriod: period.ends,
      Quarter: period.quarter,
      Year: period.fiscalYear,
      ...liteFigures(seed, period, wire),
    })
  }
  return { enhanced, lite }
}

/** Staff grew with the business, but more slowly. */
function staff({ seed, quarters }: CompanyStatements, period: StatementPeriod): number {
  const last = quarters.at(-1)
  const then = quarters.find((each) => each.ends === period.ends)
  if (last === undefined || then === undefined) return seed.employees
  return Math.round(seed.employees * (then.figures.Revenue / last.figures.Revenue) ** 0.6)
}

function wireFigures(seed: CompanySeed, period: StatementPeriod, calculated: StatementFigures): WireFigures {
  const figures: StatementFigures = seed.kind === 'bank' ? bankFigures(calculated) : { ...calculated }
  const fault = exceptions.doNotTie.find((each) => each.symbol === seed.symbol && each.period === nameOf(period))
  for (const field of statementFields) figures[field] += fault?.lines.find((each) => each.field === field)?.by ?? 0
  const gaps = exceptions.always.find((each) => each.symbol === seed.symbol)
  const folded = exceptions.folded.find(
    (each) => each.symbol === seed.symbol && each.fiscalYears.includes(period.fiscalYear),
  )
  const wire: WireFigures = {}
  for (const field of statementFields) {
    if (gaps?.absent.includes(field)) continue
    const empty = field === 'CommitmentsContingencies' || gaps?.nulls.includes(field) || folded?.line === field
    const into = folded?.into === field ? folded.line : undefined
    const extra = statementFields.find((each) => each === into)
    wire[field] = empty ? null : figures[field] + (extra === undefined ? 0 : figures[extra])
  }
  return wire
}

function liteFigures(seed: CompanySeed, period: StatementPeriod, wire: WireFigures): WireFigures {
  const other = exceptions.liteDiffers.find((each) => each.symbol === seed.symbol && each.period === nameOf(period))
  if (other === undefined) return wire
  const figures: WireFigures = { ...wire }
  for (const field of statementFields) {
    const value = figures[field]
    const by = other.lines.find((each) => each.field === field)?.by
    if (by !== undefined && typeof value === 'number') figures[field] = value + by
  }
  return figures
}

/** A company that the lite operation alone knows: another company's statements, smaller, under its own symbol. */
export function liteOnlyRecords(symbol: string): LiteWire[] | undefined {
  const entry = exceptions.liteOnly.find((each) => each.symbol === symbol)
  const seed = companySeeds.find((each) => each.symbol === entry?.of)
  if (entry === undefined || seed === undefined) return undefined
  const scaled: CompanySeed = {
    ...seed,
    symbol,
    revenueMillions: seed.revenueMillions * entry.share,
    sharesMillions: seed.sharesMillions * entry.share,
  }
  return [...companyRecords(companyStatements(scaled), 'restated').lite]
}
