/** The change of a figure on an earlier one in a workbook: a formula with its value. */

import type { Figure } from '#contract/api/financials.ts'
import { isOutflow, isProportion, type UnitKind } from '#contract/service/statement-lines.ts'
import { growth, outflowGrowth } from '../../fundamentals/growth.ts'
import { growthFormula, outflowGrowthFormula } from '../growth-formula.ts'

interface LineChange {
  readonly formula: string
  readonly value: (is: number, was: number) => Figure
}

/** Amounts grow, margins move by basis points, the others by their unit: see `changeFormat`. */
export function changeOf(
  { field, unit }: { readonly field: string; readonly unit: UnitKind },
  now: string,
  before: string,
): LineChange {
  if (unit === 'percent') return { formula: `(${now}-${before})*10000`, value: (is, was) => (is - was) * 10_000 }
  if (isProportion(unit) || unit === 'count') return { formula: `${now}-${before}`, value: (is, was) => is - was }
  return isOutflow(field)
    ? { formula: outflowGrowthFormula(now, before), value: outflowGrowth }
    : { formula: growthFormula(now, before), value: growth }
}
