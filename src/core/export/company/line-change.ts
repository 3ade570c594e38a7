/** The change of a figure on an earlier one in a workbook: a formula with its value. */

import type { Figure } from '#contract/api/financials.ts'
import { isMoneyUnit, type UnitKind } from '#contract/service/statement-lines.ts'

/** A change, as a formula and from two figures: n.m. across zero and above fourfold. */
export function changeOf(
  now: string,
  before: string,
  unit: UnitKind,
): { readonly formula: string; readonly value: (is: number, was: number) => Figure } {
  if (isMoneyUnit(unit) || unit === 'shares') {
    return {
      formula: `IF(${now}*${before}>0,IF(${now}/${before}<=4,${now}/${before}-1,"n.m."),"n.m.")`,
      value: (is, was) => (is * was > 0 && is / was <= 4 ? is / was - 1 : 'n.m.'),
    }
  }
  return unit === 'percent'
    ? { formula: `(${now}-${before})*10000`, value: (is, was) => (is - was) * 10_000 }
    : { formula: `${now}-${before}`, value: (is, was) => is - was }
}
