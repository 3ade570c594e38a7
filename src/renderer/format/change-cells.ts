/** The change of a figure in a spreadsheet: what its cell has, and the kind of its column. */

import type { ColumnKind } from '#contract/api/exports.ts'
import type { Figure } from '#contract/api/financials.ts'
import { isProportion, type UnitKind } from '#contract/service/statement-lines.ts'

/** In full, and in the unit that the head of its column names: the change of a margin is in basis points, growth a fraction. */
export function changeCell(change: Figure, unit: UnitKind): Figure {
  // Rounded to a millionth of a basis point, which removes the noise of the multiplication.
  return unit === 'percent' && typeof change === 'number' ? Math.round(change * 1e10) / 1e6 : change
}

export function changeKind(unit: UnitKind): ColumnKind {
  if (unit === 'percent') return 'basis-points'
  return isProportion(unit) ? unit : 'growth'
}
