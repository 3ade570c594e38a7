/**
 * A comparison's figure as its mode shows it (growth, share, index), and its number format. The
 * formulas are in layout-sheets.ts.
 */

import { isGrowthRate } from '#contract/api/calculated-lines.ts'
import type { ComparedLine, ComparisonMode } from '#contract/api/comparisons.ts'
import type { Scale } from '#contract/api/exports.ts'
import type { Figure } from '#contract/api/financials.ts'
import { isProportion } from '#contract/service/statement-lines.ts'
import { growthFormat, numberFormat } from '../number-formats.ts'
import type { ComparedWorkbook } from './compared-companies.ts'

/** The number format of a line: by its unit, or by the change, share or index that the mode calculates. */
export function derivedFormat(
  { field, unit }: Pick<ComparedLine, 'field' | 'unit'>,
  mode: ComparisonMode,
  scale: Scale,
): string {
  switch (mode) {
    case 'values':
      return isGrowthRate(field) ? growthFormat : numberFormat(unit, scale)
    case 'median':
    case 'peer':
      return numberFormat(unit, scale)
    case 'yoy':
    case 'qoq':
      return isProportion(unit) ? numberFormat(unit, scale) : growthFormat
    case 'cagr':
      return growthFormat
    case 'common-size':
      return numberFormat('percent', scale)
    case 'index':
      return '0.0_);(0.0);"-"_);@_)'
    default:
      return mode satisfies never
  }
}

/** A company's figure in the comparison's mode, as the screen shows it. */
export function derivedFigureAt({ table }: ComparedWorkbook, line: number, side: number, column: number): Figure {
  const its = table.lines[line]
  const index = side * table.columns.length + column
  return (its?.shown.length ? its.shown[index] : its?.values[index]) ?? null
}
