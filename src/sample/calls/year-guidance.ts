/** What the company with the long history expects of its fiscal year, call by call: given, then raised or lowered, and repeated. */

import type { CompanyStatements, StatementPeriod } from '../statements/company-statements.ts'

interface YearGuidance {
  readonly fiscalYear: number
  readonly revenue: readonly [low: number, high: number]
  readonly grossMargin: number
  readonly capitalExpenditure: readonly [low: number, high: number]
}

interface Step {
  /** The middle of the range, as a share of what the year comes to, and half its width. */
  readonly revenue: readonly [middle: number, half: number]
  /** Points above what the margin comes to. */
  readonly grossMargin: number
  readonly capitalExpenditure: number
}

/** By quarter of the calls, from that on the last quarter of the year before. */
const cautious: readonly Step[] = [
  { revenue: [0.965, 0.012], grossMargin: -0.006, capitalExpenditure: 0.9 },
  { revenue: [0.982, 0.012], grossMargin: -0.006, capitalExpenditure: 0.9 },
  { revenue: [0.982, 0.012], grossMargin: -0.002, capitalExpenditure: 0.9 },
  { revenue: [0.992, 0.008], grossMargin: -0.002, capitalExpenditure: 0.96 },
]
const hopeful: readonly Step[] = [
  { revenue: [1.028, 0.014], grossMargin: 0.009, capitalExpenditure: 0.92 },
  { revenue: [1.009, 0.014], grossMargin: 0.004, capitalExpenditure: 0.92 },
  { revenue: [1.009, 0.014], grossMargin: 0.004, capitalExpenditure: 0.92 },
  { revenue: [1.005, 0.007], grossMargin: 0.004, capitalExpenditure: 0.92 },
]

export function yearGuidance({ quarters, years }: CompanyStatements, period: StatementPeriod): YearGuidance {
  const isYearEnd = period.quarter === 'Q4'
  const fiscalYear = period.fiscalYear + (isYearEnd ? 1 : 0)
  const steps = fiscalYear % 2 === 0 ? cautious : hopeful
  const step = steps[isYearEnd ? 0 : Number(period.quarter.slice(1))] ?? cautious[0]
  if (!step) throw new Error('no guidance')
  const complete = years.find((each) => each.fiscalYear === fiscalYear)
  const before = quarters.filter((each) => each.fiscalYear === fiscalYear - 1)
  const growth = before.at(-1)?.growth ?? 0
  const total = (field: 'Revenue' | 'GrossProfit' | 'PurchasePropertyPlantEquipment') =>
    complete?.figures[field] ?? before.reduce((sum, each) => sum + each.figures[field], 0) * (1 + growth)
  const revenue = total('Revenue')
  const [middle, half] = step.revenue
  const capitalExpenditure = Math.abs(total('PurchasePropertyPlantEquipment')) * step.capitalExpenditure
  return {
    fiscalYear,
    revenue: [revenue * (middle - half), revenue * (middle + half)],
    grossMargin: total('GrossProfit') / revenue + step.grossMargin,
    capitalExpenditure: [capitalExpenditure * 0.96, capitalExpenditure * 1.04],
  }
}
