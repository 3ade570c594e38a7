import type { Random } from '../data/random.ts'
import type { CompanyEvent, CompanySeed } from '../data/seeds.ts'
import type { Balances } from './balance-sheet.ts'
import type { CashFlowParts } from './cash-flow.ts'
import type { IncomeParts } from './income.ts'
import type { QuarterDrivers } from './quarter-drivers.ts'

/** Everything a quarter is calculated from. */
export interface QuarterSetting {
  readonly seed: CompanySeed
  readonly path: QuarterDrivers
  /** What fixed costs follow: they move with the business of the last year, not of the quarter. */
  readonly sticky: number
  /** Average income to common of the four quarters before; 0 when there are none. */
  readonly recentIncome: number
  readonly before: Balances
  readonly events: readonly CompanyEvent[]
  /** To the company's reporting unit, such as 100,000. */
  readonly round: (money: number) => number
  readonly random: Random
}

/** One quarter: statements without totals, the balances after it, and what it did to the count of shares. */
export interface Quarter {
  readonly path: QuarterDrivers
  readonly income: IncomeParts
  readonly cashFlow: CashFlowParts
  readonly after: Balances
  /** Shares issued less shares bought back. */
  readonly sharesIssued: number
}

/** Interest rates on the debt of an ordinary borrower against today's: cheap until 2021, then not. */
export function rateLevel(date: string): number {
  const year = Number(date.slice(0, 4))
  if (year <= 2019) return 0.82
  if (year <= 2021) return 0.68
  return year === 2022 ? 0.85 : 1
}

/** What idle money earned in a year, as a fraction. */
export function depositRate(date: string): number {
  const year = Number(date.slice(0, 4))
  if (year <= 2017) return 0.006
  if (year <= 2019) return 0.017
  if (year <= 2021) return 0.004
  return year === 2022 ? 0.014 : 0.034
}

/** A share of revenue that drifts from its first to its last value, in percent. */
export const drifting = ([from = 0, to = from]: readonly number[], progress: number) => from + (to - from) * progress
