/** Generates all statements of one sample company, quarter by quarter. */

import type { FiscalPeriod } from '../data/calendar.ts'
import { periodEndingIn, periodsThrough } from '../data/calendar.ts'
import { randomFor } from '../data/random.ts'
import type { CompanySeed } from '../data/seeds.ts'
import { calendarOf, companyEvents, pinnedQuarters, shareSplits } from '../data/seeds.ts'
import { bankQuarter, openingBankBalances } from './bank-quarter.ts'
import type { Balances } from './balance-sheet.ts'
import { balanceSheet } from './balance-sheet.ts'
import { cashFlowStatement } from './cash-flow.ts'
import { incomeStatement, perShare } from './income-statement.ts'
import { industrialQuarter, openingBalances } from './non-bank-quarter.ts'
import type { StatementFigures } from './statement-lines.ts'
import { cashFlowFields, incomeFields } from './statement-lines.ts'
import { quarterInputs } from './quarter-inputs.ts'
import type { Quarter, QuarterSetting } from './quarter-setting.ts'

/** One period as calculated, before vintages, gaps and deliberate faults. */
export interface StatementPeriod {
  readonly fiscalYear: number
  readonly quarter: FiscalPeriod['quarter'] | 'FY'
  readonly ends: string
  readonly figures: StatementFigures
  /** Finer than the wire: for metrics and for the words of calls. */
  readonly receivables: number
  /** Per present share. */
  readonly price: number
  /** Today's shares for each one that the figures count. */
  readonly shareBase: number
  /** Against the same period a year before, as a fraction, without the random part. */
  readonly growth: number
}

export interface CompanyStatements {
  readonly seed: CompanySeed
  /** Oldest first; begins a year before the first fiscal year that is served, so that trailing figures exist from the start. */
  readonly quarters: readonly StatementPeriod[]
  /** Oldest first: the ten last complete fiscal years. */
  readonly years: readonly StatementPeriod[]
}

const yearsServed = 10
export const quartersServed = 40

export function companyStatements(seed: CompanySeed): CompanyStatements {
  const last = periodEndingIn(calendarOf(seed), seed.latestQuarterEnds)
  const lastYear = last.quarter === 'Q4' ? last.fiscalYear : last.fiscalYear - 1
  const firstYear = lastYear - yearsServed + 1
  const periods = periodsThrough(calendarOf(seed), firstYear - 1, last)
  const lived = liveThrough(seed, periods)
  const shares = shareCounts(seed, lived)
  const quarters = lived.map((each, at) => {
    const base = shareBase(seed, each.inputs.period)
    const { basic, diluted } = shares[at] ?? { basic: 1, diluted: 1 }
    return statementQuarter(each, { basic: inThousands(basic / base), diluted: inThousands(diluted / base) }, base)
  })
  const years = Array.from({ length: yearsServed }, (_, at) => {
    const fiscalYear = firstYear + at
    return statementYear(quarters.filter((each) => each.fiscalYear === fiscalYear))
  })
  return { seed, quarters, years }
}

/** One quarter after the other: each begins with the balances that the one before it left. */
function liveThrough(seed: CompanySeed, periods: readonly FiscalPeriod[]): Quarter[] {
  const inputsOfQuarters = quarterInputs(
    seed,
    periods,
    pinnedQuarters.find((each) => each.symbol === seed.symbol),
  )
  // The name of a random series: with another one, every figure of the sample would be another.
  const random = randomFor('books', seed.symbol)
  const round = (money: number) => {
    const rounded = Math.round(money / seed.rounding) * seed.rounding
    return rounded === 0 ? 0 : rounded
  }
  const [first] = inputsOfQuarters
  if (first === undefined) throw new Error(`${seed.symbol}: no periods`)
  const bank = seed.kind === 'bank'
  let balances: Balances = bank
    ? openingBankBalances({ seed, inputs: first, round })
    : openingBalances({ seed, inputs: first, round })
  const averageGrowth = inputsOfQuarters.reduce((sum, each) => sum + each.growth, 0) / inputsOfQuarters.length
  const lived: Quarter[] = []
  const incomes: number[] = []
  for (const [at, inputs] of inputsOfQuarters.entries()) {
    const recent = incomes.slice(-4)
    const lastYear = inputsOfQuarters.slice(Math.max(0, at - 3), at + 1)
    const setting: QuarterSetting = {
      seed,
      inputs,
      // the average of a growing year is a year and a half of quarters' growth below its last quarter
      sticky: (lastYear.reduce((sum, each) => sum + each.activity, 0) / lastYear.length) * (1 + averageGrowth * 0.375),
      recentIncome: recent.length === 0 ? 0 : recent.reduce((sum, each) => sum + each, 0) / recent.length,
      before: balances,
      events: companyEvents.filter(
        (each) => each.symbol === seed.symbol && each.quarter === `${inputs.period.fiscalYear}${inputs.period.quarter}`,
      ),
      round,
      random,
    }
    const quarter = bank ? bankQuarter(setting) : industrialQuarter(setting)
    balances = quarter.after
    incomes.push(
      incomeStatement(quarter.income, { basic: 1, diluted: 1 }, 0).NetIncomeLossAttributableCommonShareholders,
    )
    lived.push(quarter)
  }
  return lived
}

/** Splits after a period: what it reported counts in the shares of its time. */
function shareBase(seed: CompanySeed, { fiscalYear, quarter }: FiscalPeriod): number {
  return shareSplits
    .filter((split) => split.symbol === seed.symbol && `${fiscalYear}${quarter}` < split.quarter)
    .reduce((base, { sharesForOne }) => base * sharesForOne, 1)
}

const inThousands = (shares: number) => Math.round(shares / 1000) * 1000

/** Average shares of each quarter, in today's shares. The count is calculated backwards from today's, by what was issued and bought back. */
function shareCounts(seed: CompanySeed, lived: readonly Quarter[]): { basic: number; diluted: number }[] {
  let after = seed.sharesMillions * 1_000_000
  const counts: { basic: number; diluted: number }[] = []
  for (const quarter of [...lived].reverse()) {
    const before = Math.max(1_000_000, after - quarter.sharesIssued)
    const { pinned } = quarter.inputs
    const pinnedBasic = pinned.get('BasicSharesOutstanding')
    const basic = pinnedBasic ?? Math.round((before + after) / 2 / 1000) * 1000
    const extra = 1 + Math.min(0.03, 0.004 + seed.stockPayPercentOfRevenue / 500)
    counts.unshift({
      basic,
      diluted: pinned.get('DilutedSharesOutstanding') ?? Math.round((basic * extra) / 1000) * 1000,
    })
    // an average that is fixed by hand also sets the count, so that the quarter before is no break
    after = pinnedBasic === undefined ? before : pinnedBasic * 1.0015
  }
  return counts
}

function statementQuarter(
  quarter: Quarter,
  shares: { basic: number; diluted: number },
  shareBase: number,
): StatementPeriod {
  const { inputs, income, cashFlow, after } = quarter
  return {
    fiscalYear: inputs.period.fiscalYear,
    quarter: inputs.period.quarter,
    ends: inputs.period.ends,
    figures: {
      ...incomeStatement(income, shares, cashFlow.DepreciationDepletionAmortization),
      ...balanceSheet(after),
      ...cashFlowStatement(cashFlow),
    },
    receivables: after.receivables,
    price: inputs.price,
    shareBase,
    growth: inputs.growth,
  }
}

/**
 * Flows are the quarters' sums, balances the last quarter's; shares are averaged, in those of the year's end, and earnings per
 * share are calculated again.
 */
function statementYear(quarters: readonly StatementPeriod[]): StatementPeriod {
  const last = quarters.at(-1)
  if (last === undefined || quarters.length !== 4) throw new Error('a fiscal year has four quarters')
  const figures: StatementFigures = { ...last.figures }
  for (const field of [...incomeFields, ...cashFlowFields]) {
    figures[field] = quarters.reduce((sum, each) => sum + each.figures[field], 0)
  }
  const average = (field: 'BasicSharesOutstanding' | 'DilutedSharesOutstanding') =>
    inThousands(quarters.reduce((sum, each) => sum + (each.figures[field] * each.shareBase) / last.shareBase, 0) / 4)
  const income = figures.NetIncomeLossAttributableCommonShareholders
  figures.BasicSharesOutstanding = average('BasicSharesOutstanding')
  figures.DilutedSharesOutstanding = income < 0 ? figures.BasicSharesOutstanding : average('DilutedSharesOutstanding')
  figures.BasicEarningsPerShare = perShare(income, figures.BasicSharesOutstanding)
  figures.DilutedEarningsPerShare = perShare(income, figures.DilutedSharesOutstanding)
  return {
    ...last,
    quarter: 'FY',
    figures,
    growth: quarters.reduce((sum, each) => sum + each.growth, 0) / 4,
  }
}
