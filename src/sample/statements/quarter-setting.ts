/** What a quarter is calculated from, and what the calculation gives. */

import type { Random } from '../data/random.ts'
import type { CompanyEvent, CompanySeed } from '../data/seeds.ts'
import type { Balances } from './balance-sheet.ts'
import type { CashFlowParts } from './cash-flow.ts'
import type { IncomeParts } from './income-statement.ts'
import type { QuarterInputs } from './quarter-inputs.ts'

/** Everything a quarter is calculated from. */
export interface QuarterSetting {
  readonly seed: CompanySeed
  readonly inputs: QuarterInputs
  /** The base of fixed costs: they follow the business of the last year, not of the quarter. */
  readonly sticky: number
  /** Average income to common of the previous four quarters; 0: none. */
  readonly recentIncome: number
  readonly before: Balances
  readonly events: readonly CompanyEvent[]
  /** Rounds to the company's reporting unit, such as 100,000. */
  readonly round: (money: number) => number
  readonly random: Random
}

/** One quarter: statements without totals, the balances after it, and what it did to the count of shares. */
export interface Quarter {
  readonly inputs: QuarterInputs
  readonly income: IncomeParts
  readonly cashFlow: CashFlowParts
  readonly after: Balances
  /** Shares issued less shares bought back. */
  readonly sharesIssued: number
}

/** A share of revenue that drifts from its first to its last value, in percent. */
export const drifting = ([from = 0, to = from]: readonly number[], progress: number) => from + (to - from) * progress
