/**
 * A comparison's figure as its mode shows it (growth, share, index), its unit and its number
 * format. The formulas are in layout-sheets.ts.
 */

import { isGrowthRate } from '#contract/api/calculated-lines.ts'
import type { ComparedLine, ComparisonMode } from '#contract/api/comparisons.ts'
import type { Scale } from '#contract/api/exports.ts'
import type { Figure } from '#contract/api/financials.ts'
import { isProportion, type UnitKind } from '#contract/service/statement-lines.ts'
import { growthFormat, numberFormat } from '../number-formats.ts'
import type { ComparedWorkbook } from './compared-companies.ts'

/** What a mode makes of a line: figures or differences in a unit, growth, or an index. */
type DerivedKind =
  | { readonly is: 'figure' | 'difference'; readonly unit: UnitKind }
  | { readonly is: 'growth' }
  | { readonly is: 'index' }

function derivedKind({ field, unit }: Pick<ComparedLine, 'field' | 'unit'>, mode: ComparisonMode): DerivedKind {
  switch (mode) {
    case 'values':
      return isGrowthRate(field) ? { is: 'growth' } : { is: 'figure', unit }
    case 'median':
    case 'peer':
      return { is: 'difference', unit }
    case 'yoy':
    case 'qoq':
      return isProportion(unit) ? { is: 'difference', unit } : { is: 'growth' }
    case 'cagr':
      return { is: 'growth' }
    case 'common-size':
      return { is: 'figure', unit: 'percent' }
    case 'index':
      return { is: 'index' }
    default:
      return mode satisfies never
  }
}

/** The number format of a line: by its unit, or by the change, share or index that the mode calculates. */
export function derivedFormat(line: Pick<ComparedLine, 'field' | 'unit'>, mode: ComparisonMode, scale: Scale): string {
  const kind = derivedKind(line, mode)
  if (kind.is === 'growth') return growthFormat
  return kind.is === 'index' ? '0.0_);(0.0);"-"_);@_)' : numberFormat(kind.unit, scale)
}

/** The unit in a text file, which has no number formats: `money`, `growth`, `difference in percent`. */
export function derivedUnit(line: Pick<ComparedLine, 'field' | 'unit'>, mode: ComparisonMode): string {
  const kind = derivedKind(line, mode)
  if (kind.is === 'growth' || kind.is === 'index') return kind.is
  return kind.is === 'difference' ? `difference in ${kind.unit}` : kind.unit
}

/** A company's figure in the comparison's mode, as the screen shows it. */
export function derivedFigureAt({ table }: ComparedWorkbook, line: number, side: number, column: number): Figure {
  const its = table.lines[line]
  const index = side * table.columns.length + column
  return (its?.shown.length ? its.shown[index] : its?.values[index]) ?? null
}
