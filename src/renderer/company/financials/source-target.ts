/**
 * Finds what the source drawer shows for a cell of the statements: a stored figure, or the inputs
 * of growth and shares.
 */

import { labelOf } from '#contract/api/figure-lines.ts'
import { metricByField } from '#contract/service/statement-lines.ts'
import type { Position } from '../../ui/grid/grid-types.ts'
import type { SourceTarget } from '../../app/source/source-view.svelte.ts'
import type { FinancialsTable } from './financials-table.svelte.ts'
import { periodName } from './periods.ts'
import { comparisonName, hasCommonSize, isCalculated, type FigureRow } from './statement-rows.ts'

/** The source of a cell; for growth and shares, the figures they are calculated from. Null for heads, labels and groups. */
export function sourceTargetAt(table: FinancialsTable, { row, column }: Position): SourceTarget | null {
  const line = table.rows[row]
  const period = table.periods[column]
  if (!line || !period || period.kind === 'missing' || line.field === '') return null
  const isMetric = metricByField.has(line.field)
  const over = period.kind === 'ltm'
  const comparison = comparisonOf(table, line)
  const isStored = !isCalculated(line.field) && !over && comparison === undefined
  return {
    kind: isMetric && over ? 'none' : isStored ? 'stored' : 'calculated',
    ...(comparison && { comparison }),
    recordIds: period.recordIds,
    field: line.field,
    label: labelOf(line.field) + (comparison === undefined ? '' : `, ${comparisonName(line.field, comparison)}`),
    period: periodName(period),
  }
}

function comparisonOf({ comparison }: FinancialsTable, line: FigureRow): SourceTarget['comparison'] {
  if (line.showing === 'figure' || comparison === 'none') return undefined
  return comparison === 'common-size' && !hasCommonSize(line) ? undefined : comparison
}
